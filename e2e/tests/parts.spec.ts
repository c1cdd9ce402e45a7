// The games come in parts of their own, fetched once somebody is about to play.

import { violations } from '../support/axe.ts';
import { type Player, type Players, expect, test } from '../support/fixtures.ts';

/** A part of the program; some are shared by several games. */
const PART = /\/(?:split|chunk)_\w+-[0-9a-f]+\.wasm$/;
const SHEET = /\/onecard-[0-9a-f]+\.css$/;

/** Somebody whose browser keeps nothing, so that every file is fetched when it is needed. */
async function keepsNothing(players: Players): Promise<Player> {
  const anna = await players.stranger('Anna', { serviceWorkers: 'block' });
  anna.expects(/Service Worker registration blocked by Playwright/);
  return anna;
}

test('the first page comes without the games, and each game is fetched when its sheet is opened', async ({ players }) => {
  const { home, page } = await keepsNothing(players);
  const fetched: string[] = [];
  page.on('request', (request) => {
    const part = /(?:split|chunk)_\w+|(?:sea-battle|nuggets|onecard|accordion|cards)-[0-9a-f]+\.css/.exec(new URL(request.url()).pathname);
    if (part) fetched.push(part[0].replace(/-[0-9a-f]+\.css/, '.css'));
  });
  await home.open();
  await expect(home.tables.getByText('Live')).toBeVisible();
  expect(fetched).toEqual([]);
  await home.play.click();
  await expect(home.sheet).toBeVisible();
  const own = () => fetched.filter((part) => !part.startsWith('chunk_')).toSorted();
  await expect.poll(own, 'beside what it shares with others').toEqual(['sea-battle.css', 'split_sea_battle']);
});

test('a board is not shown without its looks, and they come with the next try', async ({ players }) => {
  const anna = await keepsNothing(players);
  anna.expects(/404/);
  const { match, page } = anna;
  await page.route(SHEET, (route) => route.fulfill({ status: 404 }));
  await page.goto('/practice/onecard');
  await expect(match.heading).toHaveText('OneCard can’t be loaded.');
  await page.unroute(SHEET);
  await page.getByRole('button', { name: 'Try again' }).click();
  const table = page.locator('[data-game="onecard"][data-phase="playing"]');
  await expect(table).toBeVisible();
  expect(await table.evaluate((element) => getComputedStyle(element).display), 'as its style sheet says').toBe('grid');
});

test('a page to read that cannot be fetched says so under its own title', async ({ players }) => {
  const anna = await keepsNothing(players);
  anna.expects(/split_reading|chunk_|WebAssembly|404/);
  const { home, match, page } = anna;
  await home.open();
  await page.route(PART, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Your matches so far' }).click();
  await expect(match.heading).toHaveText('This page can’t be loaded.');
  await expect(page).toHaveTitle(/^Your matches/);
  await page.unroute(PART);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(match.heading).toHaveText('Your matches');
  await expect(match.heading, 'a keyboard goes on from there').toBeFocused();
});

test('a game that cannot be fetched is told in words, and comes with the next try', async ({ players }) => {
  const anna = await keepsNothing(players);
  anna.expects(/split_|chunk_|WebAssembly|404/);
  const { match, page } = anna;
  await page.route(PART, (route) => route.fulfill({ status: 404 }));
  await page.goto('/practice/onecard');
  await expect(match.heading).toHaveText('OneCard can’t be loaded.');
  await expect(page.getByRole('alert')).toContainText('Your matches are safe');
  expect(await violations(page)).toEqual([]);
  await page.unroute(PART);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('[data-game="onecard"][data-phase="playing"]')).toBeVisible();

  await page.route(PART, (route) => route.fulfill({ status: 404 }));
  await page.goto('/practice/nuggets');
  await expect(match.heading).toHaveText('Nuggets can’t be loaded.');
  await page.unroute(PART);
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await expect(page.locator('main[data-game="nuggets"]')).toBeVisible();
});

test('whoever waits long for a game is told what can be done, and plays once it comes', async ({ players }) => {
  const anna = await keepsNothing(players);
  const { match, page } = anna;
  let deliver = () => {};
  const held = new Promise<void>((resolve) => (deliver = resolve));
  await page.clock.install();
  await page.route(PART, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/practice/onecard');
  await expect(match.heading).toHaveText('Laying the match out…');
  await expect(page.getByRole('button', { name: 'Load the page again' })).toBeHidden();
  await page.clock.fastForward(10_000);
  await expect(page.getByRole('status').filter({ hasText: 'longer than it should' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load the page again' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  deliver();
  await expect(page.locator('[data-game="onecard"][data-phase="playing"]')).toBeVisible();
});
