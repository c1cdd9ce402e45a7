// The page of a match, whatever game it is: the way in, the waiting room, the connection, and what ends it.

import { type Locator, type Page, expect } from '@playwright/test';
import { AccordionTable } from './accordion.ts';
import { NuggetsBoard } from './nuggets.ts';
import { OneCardTable } from './onecard.ts';
import { SeaBattleBoard } from './sea-battle.ts';

/** The code in the address of a match. */
export function codeOf(page: Page): string {
  const code = /\/m\/(\w+)/.exec(page.url())?.[1];
  if (code === undefined) throw new Error(`${page.url()} is not the page of a match`);
  return code;
}

export class MatchPage {
  readonly board: SeaBattleBoard;
  readonly nuggets: NuggetsBoard;
  readonly onecard: OneCardTable;
  readonly accordion: AccordionTable;

  constructor(readonly page: Page) {
    this.board = new SeaBattleBoard(page);
    this.nuggets = new NuggetsBoard(page);
    this.onecard = new OneCardTable(page);
    this.accordion = new AccordionTable(page);
  }

  /** Opens the invite link. */
  async open(code: string): Promise<void> {
    await this.page.goto(`/m/${code}`);
  }

  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  /** The room while seats are open. */
  get waiting(): Locator {
    return this.page.getByRole('main').and(this.page.locator('[data-phase=waiting]'));
  }

  get takeSeat(): Locator {
    return this.page.getByRole('button', { name: /^Take the seat/ });
  }

  get watch(): Locator {
    return this.page.getByRole('button', { name: 'Watch', exact: true });
  }

  /** The badge of the connection. */
  get link(): Locator {
    return this.page.locator('.wire[data-link]');
  }

  /** What is left of the page once the match can’t go on in it, and why. */
  stopped(why: string): Locator {
    return this.page.getByRole('main').and(this.page.locator(`[data-stop=${why}]`));
  }

  get tryAgain(): Locator {
    return this.page.getByRole('button', { name: 'Try again' });
  }

  /** The same once another page has taken the match. */
  get elsewhere(): Locator {
    return this.stopped('elsewhere');
  }

  get useItHere(): Locator {
    return this.page.getByRole('button', { name: 'Use it here' });
  }

  async connected(): Promise<void> {
    await expect(this.link).toHaveAttribute('data-link', 'connected');
  }
}
