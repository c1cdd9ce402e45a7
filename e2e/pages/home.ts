// The first page: who one is, what there is to play, and which tables are open.

import { type Locator, type Page, expect } from '@playwright/test';
import { codeOf } from './match.ts';

export class HomePage {
  constructor(readonly page: Page) {}

  /** Opens the page and waits until it can be used. */
  async open(): Promise<void> {
    await this.page.goto('/');
    await expect(this.play).toBeVisible();
  }

  get name(): Locator {
    return this.page.getByRole('textbox', { name: 'You play as' });
  }

  get code(): Locator {
    return this.page.getByRole('textbox', { name: 'Invited? Enter the code' });
  }

  get join(): Locator {
    return this.page.getByRole('button', { name: 'Join', exact: true });
  }

  get play(): Locator {
    return this.page.getByRole('button', { name: 'Play Sea Battle' });
  }

  /** The sheet that opens a table. */
  get sheet(): Locator {
    return this.page.getByRole('dialog', { name: 'Play Sea Battle' });
  }

  /** A button of the sheet. */
  choice(name: 'Easy' | 'Medium' | 'Hard' | 'By invitation' | 'Open to anybody'): Locator {
    return this.sheet.getByRole('button', { name, exact: true });
  }

  /** The list of open tables, once it is live. */
  get tables(): Locator {
    return this.page.getByRole('region', { name: 'Open tables' });
  }

  /** The open table of somebody. */
  table(host: string): Locator {
    return this.tables.getByRole('listitem').filter({ hasText: host });
  }

  /** Takes a name, as somebody who types it and goes on. */
  async call(name: string): Promise<void> {
    await this.name.fill(name);
    await this.name.press('Tab');
  }

  /** Opens a table and returns its code. */
  async openTable(how: 'By invitation' | 'Open to anybody'): Promise<string> {
    await this.play.click();
    await this.choice(how).click();
    await expect(this.page).toHaveURL(/\/m\/\w+$/);
    return codeOf(this.page);
  }

  /** Types a code and joins. */
  async enter(code: string): Promise<void> {
    await this.code.fill(code);
    await this.join.click();
  }
}
