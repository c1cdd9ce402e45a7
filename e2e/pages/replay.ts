// The replay of a finished match.

import { type Locator, type Page, expect } from '@playwright/test';

export class ReplayPage {
  readonly root: Locator;

  constructor(readonly page: Page) {
    this.root = page.locator('main.sb-replay');
  }

  async open(address: string): Promise<void> {
    await this.page.goto(address);
    await expect(this.root).toBeVisible();
  }

  /** The seas of both sides. */
  get seas(): Locator {
    return this.page.getByRole('grid');
  }

  /** A button of the player. */
  button(name: 'To the start' | 'One back' | 'Play' | 'Pause' | 'One forward' | 'To the end'): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  get scrubber(): Locator {
    return this.page.getByRole('slider', { name: 'Entry' });
  }

  /** Chooses whose eyes it is seen with. */
  eyes(name: string | RegExp): Locator {
    return this.page.getByRole('radio', { name });
  }

  /** The sentence that says what the entry was. */
  get said(): Locator {
    return this.page.getByRole('region', { name: 'Replay' }).getByRole('status');
  }

  /** Every entry of the record. */
  get entries(): Locator {
    return this.page.getByRole('region', { name: 'Every entry' }).getByRole('button');
  }

  /** Waits until an entry is shown. */
  async shows(step: number): Promise<void> {
    await expect(this.root).toHaveAttribute('data-step', String(step));
  }
}
