// What the browser keeps of the app: the service worker, its files, and how long a person would wait for a bot.

import { type Locator, type Page, expect } from '@playwright/test';

/** Waits until the whole app is kept in the browser. */
export async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => navigator.serviceWorker.ready);
  // A page that the worker has not taken under its care yet asks the network for what it needs.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** The names of the caches of the app. */
export async function caches(page: Page): Promise<string[]> {
  return page.evaluate(async () => (await window.caches.keys()).filter((name) => name.startsWith('parlour-')));
}

/** Asks for a new version as the browser does now and then; waits until one is ready. */
export async function findUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting !== null);
}

/** The notice of a new version. */
export function notice(page: Page): Locator {
  return page.locator('.toast').filter({ hasText: 'A new version is there' });
}

/** Longer than any bot thinks, in milliseconds. */
const BOT_THINKS = 3_000;

/** Lets the clock of the page run until something is so: bots think in its time. The clock must be installed. */
export async function until(page: Page, what: string, is: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(
      async () => {
        if (await is()) return true;
        await page.clock.fastForward(BOT_THINKS);
        return is();
      },
      { message: what, intervals: [20] },
    )
    .toBe(true);
}
