// The page of a match of Nuggets.

import { type Locator, type Page, expect } from '@playwright/test';
import { type Point, type Way, find } from '../support/maps.ts';

/** The keys of the arrows. */
const ARROWS: Record<Way, string> = { left: 'ArrowLeft', right: 'ArrowRight', up: 'ArrowUp', down: 'ArrowDown' };

export class NuggetsBoard {
  constructor(readonly page: Page) {}

  get main(): Locator {
    return this.page.locator('main[data-game=nuggets]');
  }

  /** The map, painted or as text. */
  get map(): Locator {
    return this.main.getByRole('application');
  }

  /** The lines of the map in text mode. */
  get text(): Locator {
    return this.map.locator('pre');
  }

  /** The line above them. */
  get status(): Locator {
    return this.map.locator('.ng-status');
  }

  get textButton(): Locator {
    return this.main.getByRole('button', { name: 'Text', exact: true });
  }

  get result(): Locator {
    return this.page.getByRole('dialog').and(this.page.locator('.result'));
  }

  /** A button of the pad for thumbs. */
  pad(name: string): Locator {
    return this.main.getByRole('group', { name: 'Step' }).getByRole('button', { name, exact: true });
  }

  /** The row of a player in the list. */
  player(letter: string): Locator {
    return this.main.locator(`.ng-tally [data-letter=${letter}]`);
  }

  async reaches(phase: 'waiting' | 'playing' | 'over'): Promise<void> {
    await expect(this.main).toHaveAttribute('data-phase', phase);
  }

  async seq(): Promise<number> {
    return Number(await this.main.getAttribute('data-seq'));
  }

  async purse(): Promise<number> {
    return Number(await this.main.getAttribute('data-purse'));
  }

  async unclaimed(): Promise<number> {
    return Number(await this.main.getAttribute('data-unclaimed'));
  }

  /** The painted map, as data. */
  async picture(): Promise<string> {
    return this.map.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  }

  /** Switches to text, by the keyboard. */
  async read(): Promise<void> {
    await this.map.focus();
    await this.page.keyboard.press('t');
    await expect(this.map).toHaveAttribute('data-variant', 'text');
  }

  /** What is shown in text mode. */
  async screen(): Promise<string[]> {
    return ((await this.text.textContent()) ?? '').split('\n').filter((line) => line !== '');
  }

  /** Where a character is in text mode. */
  async find(character: string): Promise<Point | undefined> {
    return find(await this.screen(), character);
  }

  /** Where the viewer is. */
  async at(): Promise<Point> {
    const at = await this.find('@');
    if (!at) throw new Error('the viewer is not on the map');
    return at;
  }

  /** A step in text mode; waits until it is made. */
  async step(way: Way): Promise<void> {
    const seq = await this.seq();
    await this.page.keyboard.press(ARROWS[way]);
    await expect.poll(() => this.seq(), `the step ${way} is told`).toBeGreaterThan(seq);
  }
}
