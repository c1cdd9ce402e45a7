// The app cannot start: the page itself, without it, says why and what helps.

import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { type Player, type Players, expect, test } from '../support/fixtures.ts';

/** The program, by its two main files. */
const PROGRAM = { wasm: /\/frontend-\w+_bg\.wasm$/, script: /\/frontend-\w+\.js$/ };

/** What there is to see before the app has started. */
const words = (page: Page) => page.getByRole('status');
const again = (page: Page) => page.getByRole('link', { name: 'Load the page again' });

/** Somebody whose browser keeps nothing, so that every file is asked of the network. */
async function keepsNothing(players: Players): Promise<Player> {
  const anna = await players.stranger('Anna', { serviceWorkers: 'block' });
  anna.expects(/Service Worker registration blocked by Playwright/);
  return anna;
}

for (const [part, file] of Object.entries(PROGRAM)) {
  test(`a page whose ${part} is lost on the way says so, and starts once it is loaded again`, async ({ players }) => {
    const anna = await keepsNothing(players);
    anna.expects(/net::ERR_CONNECTION_RESET|Failed to fetch/);
    const { home, page } = anna;
    await page.route(file, (route) => route.abort('connectionreset'));
    await page.goto('/rules');
    await expect(words(page)).toContainText('Parlour could not be loaded.');
    await expect(words(page)).not.toContainText('Lighting the lamps');
    expect(await violations(page)).toEqual([]);
    await page.unroute(file);
    await again(page).press('Enter');
    await expect(page.getByRole('heading', { level: 1 }), 'the page that was asked for').toHaveText('Rules');
    await expect(again(page)).toHaveCount(0);
    await home.open();
  });
}

test('a program that was cut short on the way is no program', async ({ players }) => {
  const anna = await keepsNothing(players);
  // A fault of compiling reaches the test without its words.
  anna.expects(/WebAssembly|CompileError|^exception: $/);
  const { home, page } = anna;
  await page.route(PROGRAM.wasm, async (route) => {
    const whole = await (await route.fetch()).body();
    await route.fulfill({ contentType: 'application/wasm', body: whole.subarray(0, whole.length / 2) });
  });
  await page.goto('/');
  await expect(words(page)).toContainText('Parlour could not be loaded.');
  await page.unroute(PROGRAM.wasm);
  await again(page).click();
  await expect(home.play).toBeVisible();
});

test('a program that never arrives is told of, and the page may be loaded again', async ({ players }) => {
  const anna = await keepsNothing(players);
  const { home, page } = anna;
  await page.clock.install();
  let free = () => {};
  const freed = new Promise<void>((resolve) => (free = resolve));
  await page.route(PROGRAM.wasm, async (route) => {
    await freed;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(words(page)).toContainText('Lighting the lamps');
  await page.clock.fastForward(15_000);
  await expect(words(page)).toContainText('This takes longer than it should.');
  await expect(again(page)).toBeVisible();
  free();
  await expect(home.play, 'it goes on by itself').toBeVisible();
  await expect(again(page)).toHaveCount(0);
});

test('a page without JavaScript says what it needs, and not that it is loading', async ({ players }) => {
  const anna = await players.stranger('Anna', { javaScriptEnabled: false });
  anna.expects(/\.js csp$/);
  const { page } = anna;
  await page.goto('/');
  // The texts that Playwright reads leave this element out.
  const seen = await words(page).evaluate((boot) => (boot as HTMLElement).innerText);
  expect(seen.trim()).toBe('Parlour needs JavaScript and WebAssembly. Please allow them for this page, then load it again.');
});

test('a browser without WebAssembly is told so, and which ones have it', async ({ players }) => {
  const anna = await keepsNothing(players);
  anna.expects(/WebAssembly is not defined/);
  const { page } = anna;
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'WebAssembly');
  });
  await page.goto('/');
  await expect(words(page)).toContainText('This browser has no WebAssembly');
  await expect(words(page)).toContainText('Firefox, Chrome, Edge or Safari');
  await expect(again(page)).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('a picture or a font that is missing does not keep the app from starting, nor does the page say so', async ({ players }) => {
  const anna = await keepsNothing(players);
  anna.expects(/net::ERR_FAILED/);
  const { home, page } = anna;
  await page.route(/\.(woff2|svg)$/, (route) => route.abort());
  // Held until the page could have complained.
  let deliver = () => {};
  const held = new Promise<void>((resolve) => (deliver = resolve));
  await page.route(PROGRAM.wasm, async (route) => {
    await held;
    await route.continue();
  });
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.woff2'));
  await page.goto('/', { waitUntil: 'commit' });
  await failed;
  await expect(words(page)).toContainText('Lighting the lamps');
  await expect(again(page)).toBeHidden();
  deliver();
  await expect(home.play).toBeVisible();
});
