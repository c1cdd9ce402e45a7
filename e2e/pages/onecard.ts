// The page of a match of OneCard.

import { type Locator, type Page, expect } from '@playwright/test';

/** Of cards that overlap, the upper left corner is always free. */
const CORNER = { x: 9, y: 16 };

export class OneCardTable {
  constructor(readonly page: Page) {}

  get main(): Locator {
    return this.page.locator('main[data-game=onecard]');
  }

  get hand(): Locator {
    return this.main.getByRole('group', { name: 'Cards' });
  }

  /** The cards of the own hand, from left to right. */
  get cards(): Locator {
    return this.hand.getByRole('button');
  }

  /** Those of them that can be played now. */
  get playable(): Locator {
    return this.hand.getByRole('button', { name: /, playable$/ });
  }

  /** A card of the own hand, such as `Queen of Hearts`. */
  card(name: string): Locator {
    return this.hand.getByRole('button', { name: new RegExp(`^${name}\\b`) });
  }

  get draw(): Locator {
    return this.main.getByRole('button', { name: /^Draw \d+/ });
  }

  get sorted(): Locator {
    return this.main.getByRole('button', { name: 'Sorted' });
  }

  /** The plate of another player. */
  seat(seat: number): Locator {
    return this.main.locator(`.oc-seat[data-seat="${seat}"]`);
  }

  get heading(): Locator {
    return this.main.getByRole('heading', { level: 1 });
  }

  /** What stands under the heading. */
  get situation(): Locator {
    return this.main.locator('.turn__last');
  }

  /** Why the last thing that was tried can't be done. */
  get why(): Locator {
    return this.main.locator('.oc-hand__why');
  }

  /** The result of a round while the next one goes on. */
  get sheet(): Locator {
    return this.main.getByRole('region', { name: /^Result of round/ });
  }

  get result(): Locator {
    return this.page.getByRole('dialog').and(this.page.locator('.result'));
  }

  async reaches(phase: 'playing' | 'over' | 'replay', turn?: 'mine' | 'theirs'): Promise<void> {
    await expect(this.main).toHaveAttribute('data-phase', phase);
    if (turn) await expect(this.main).toHaveAttribute('data-turn', turn);
  }

  async attribute(name: 'phase' | 'turn' | 'seq' | 'round' | 'attack'): Promise<string> {
    return (await this.main.getAttribute(`data-${name}`)) ?? '';
  }

  async seq(): Promise<number> {
    return Number(await this.attribute('seq'));
  }

  /** The names of the cards of the own hand, from left to right. */
  async held(): Promise<string[]> {
    const labels = await this.cards.evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label') ?? ''));
    return labels.map((label) => label.split(',')[0] ?? '');
  }

  /** Waits until something is asked of this player, or the match is over; true while it goes on. */
  async asked(): Promise<boolean> {
    await expect
      .poll(async () => (await this.attribute('phase')) === 'over' || (await this.attribute('turn')) === 'mine')
      .toBe(true);
    return (await this.attribute('phase')) !== 'over';
  }

  /** Plays the first card that can be played, else draws; waits until that is done. */
  async act(): Promise<void> {
    const seq = await this.seq();
    if ((await this.playable.count()) > 0) await this.playable.first().click({ position: CORNER });
    else await this.draw.click();
    await expect.poll(() => this.seq(), 'the action is told').toBeGreaterThan(seq);
    await expect(this.main).toHaveAttribute('aria-busy', 'false');
  }

  /** Plays on until the match is over. */
  async playOut(): Promise<void> {
    for (let turn = 0; turn < 400; turn++) {
      if (!(await this.asked())) return;
      await this.act();
    }
    throw new Error('the match doesn’t end');
  }
}
