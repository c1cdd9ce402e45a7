// The seats that a browser keeps in its storage, in the hands of a test.

import type { Page } from '@playwright/test';

/** The way back into a match, as the app keeps it. */
export interface Held {
  match_id: string;
  seat: number | null;
  game_token: string;
}

const KEY = 'parlour.seats';

/** What is kept by the browser of a page that was opened. */
export async function heldSeats(page: Page): Promise<Held[]> {
  return page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '[]') as Held[], KEY);
}

/** Keeps this and nothing else. */
export async function holdSeats(page: Page, held: Held[]): Promise<void> {
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [KEY, JSON.stringify(held)] as const);
}

/** Puts another token in the place of the one that is kept, of which there must be just one. Returns the old one. */
export async function swapToken(page: Page, token: (old: string) => string): Promise<string> {
  const [held, ...others] = await heldSeats(page);
  if (!held || others.length > 0) throw new Error('the browser does not keep just one seat');
  await holdSeats(page, [{ ...held, game_token: token(held.game_token) }]);
  return held.game_token;
}

/** A token that nobody has made: the same with some of its letters in another order. */
export function spoilt(token: string): string {
  return `${token.slice(0, 40)}${[...token.slice(40, 60)].toReversed().join('')}${token.slice(60)}`;
}
