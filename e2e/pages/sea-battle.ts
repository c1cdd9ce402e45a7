// A match of Sea Battle, in the words of the game. Nothing here waits for time: the page says in its attributes how far
// it is, and a screen reader's words say what is on each cell.

import { type Locator, type Page, expect } from '@playwright/test';
import { ALL_CELLS } from '../support/fleets.ts';
import { PATIENCE } from '../support/patience.ts';

export type Phase = 'waiting' | 'placing' | 'playing' | 'over';
export type Turn = 'mine' | 'theirs' | 'none';

/** A shot that doesn't end the match is two messages: the shot, and whose turn it is. */
const MESSAGES_OF_A_SHOT = 2;

export class SeaBattleBoard {
  readonly root: Locator;

  constructor(readonly page: Page) {
    this.root = page.locator('main.sb');
  }

  // ---- how far it is ---------------------------------------------------------------------------------------------

  /** The number of the last message that is shown. */
  async seq(): Promise<number> {
    return Number(await this.root.getAttribute('data-seq'));
  }

  async turn(): Promise<Turn> {
    return (await this.root.getAttribute('data-turn')) as Turn;
  }

  /** Waits for a phase, and in it for a turn. */
  async reaches(phase: Phase, turn?: Turn): Promise<void> {
    await expect(this.root).toHaveAttribute('data-phase', phase);
    if (turn !== undefined) await expect(this.root).toHaveAttribute('data-turn', turn);
  }

  /** Waits until everything up to a message is shown. */
  async shows(seq: number): Promise<void> {
    // Looks once a frame: a match has many shots, and an assertion that tries again waits longer each time.
    await this.page.waitForFunction(
      (seq) => Number(document.querySelector<HTMLElement>('main.sb')?.dataset['seq']) >= seq,
      seq,
      { timeout: PATIENCE },
    );
  }

  // ---- the seas ----------------------------------------------------------------------------------------------------

  /** One's own sea. */
  get own(): Locator {
    return this.page.getByRole('grid', { name: 'Your sea' });
  }

  /** The sea that is shot at. */
  get theirs(): Locator {
    return this.page.getByRole('region', { name: /’s sea/ }).first().getByRole('grid');
  }

  /** The sea of somebody, as a spectator names it. */
  seaOf(name: string): Locator {
    return this.page.getByRole('grid', { name: `${name}’s sea` });
  }

  /** A cell of a sea, whatever is on it. */
  cell(sea: Locator, name: string): Locator {
    return sea.getByRole('gridcell', { name: new RegExp(`^${name},`) });
  }

  /** What a screen reader says of every cell of a sea, by the name of the cell. */
  async chart(sea: Locator): Promise<Map<string, string>> {
    const labels = await sea.getByRole('gridcell').evaluateAll((cells) => cells.map((cell) => cell.ariaLabel ?? ''));
    expect(labels, 'a sea has all its cells').toHaveLength(ALL_CELLS.length);
    return new Map(labels.map((label) => [label.slice(0, label.indexOf(',')), label.slice(label.indexOf(',') + 2)]));
  }

  /** The cells of one's own ships, as the page tells them. */
  async ownShips(): Promise<string[]> {
    const chart = await this.chart(this.own);
    return [...chart].filter(([, what]) => what.includes('ship') && !what.includes('held')).map(([cell]) => cell);
  }

  // ---- placing -----------------------------------------------------------------------------------------------------

  get random(): Locator {
    return this.page.getByRole('button', { name: 'Random' });
  }

  get clear(): Locator {
    return this.page.getByRole('button', { name: 'Clear' });
  }

  get ready(): Locator {
    return this.page.getByRole('button', { name: /^Ready/ });
  }

  /** A ship in the harbour; `which` counts those of one size that are still there. */
  ship(size: number, which = 0): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^Ship of ${size}, in harbour`) }).nth(which);
  }

  /** The handle that turns the selected ship of a size. */
  handle(size: number): Locator {
    return this.page.getByRole('button', { name: `Turn the ship of ${size}` });
  }

  /** The ship under a pointer that drags it. */
  get floating(): Locator {
    return this.root.locator('.sb-float');
  }

  /** Places all ships at once, and waits until the server has the fleet. */
  async placeAnything(): Promise<void> {
    await this.reaches('placing');
    await this.random.click();
    await this.ready.click();
    await expect(this.page.locator('main.sb:is([data-ready=true], [data-phase=playing])')).toBeVisible();
  }

  // ---- shooting ----------------------------------------------------------------------------------------------------

  /** The button that fires, while something is aimed at. */
  fireAt(cell: string): Locator {
    return this.page.getByRole('button', { name: `Fire at ${cell}` });
  }

  /** Shoots with the mouse and waits until what came of it is shown. Returns what is on the cell now. */
  async shoot(name: string): Promise<string> {
    await this.reaches('playing', 'mine');
    const before = await this.seq();
    const cell = this.cell(this.theirs, name);
    await cell.click();
    await this.shows(before + MESSAGES_OF_A_SHOT);
    return this.what(this.theirs, name);
  }

  /** What is on a cell. */
  async what(sea: Locator, name: string): Promise<string> {
    const label = (await this.cell(sea, name).getAttribute('aria-label')) ?? '';
    return label.slice(name.length + 2);
  }

  /** The sentence that says what happened last. */
  get last(): Locator {
    return this.page.getByRole('region', { name: 'Turn' }).getByRole('status').first();
  }

  /** The clock of whoever is to act, beside the sentence that says who that is. */
  get clock(): Locator {
    return this.page.getByRole('heading', { level: 1 }).getByRole('timer');
  }

  // ---- the people ----------------------------------------------------------------------------------------------------

  /** Says that somebody is away or has left. */
  get away(): Locator {
    return this.root.locator('.sb-away');
  }

  /** The gesture somebody has just made; a screen reader is told of it by another way. */
  get gesture(): Locator {
    return this.root.locator('.sb-gesture');
  }

  /** Makes a gesture. */
  async gesticulate(name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Gesture' }).click();
    await this.page.getByRole('group', { name: 'Gestures' }).getByRole('button', { name, exact: true }).click();
  }

  /** What a screen reader is told. */
  get announced(): Locator {
    return this.page.locator('#announcer');
  }

  // ---- the end -------------------------------------------------------------------------------------------------------

  get result(): Locator {
    return this.page.getByRole('dialog', { name: /^(You won|You lost|The match is over|No result)$/ });
  }

  get rematch(): Locator {
    return this.result.getByRole('button', { name: /^Rematch/ });
  }

  get replay(): Locator {
    return this.result.getByRole('link', { name: 'Watch replay' });
  }
}
