// After one visit the app starts without a network, and every game can be practised against the house.

import { caches, kept, until } from '../support/app.ts';
import { violations } from '../support/axe.ts';
import { ALL_CELLS } from '../support/fleets.ts';
import { type Player, type Players, expect, test } from '../support/fixtures.ts';

/** Somebody who was here once, and has no network any more. Bots think in the time of the clock of the page. */
async function offTheNet(players: Players): Promise<Player> {
  const anna = await players.stranger('Anna');
  // A browser doesn't always know that it has no network; then the page asks, and learns.
  anna.expects(/net::ERR_INTERNET_DISCONNECTED/);
  await anna.page.clock.install();
  await anna.home.open();
  await kept(anna.page);
  await anna.context.setOffline(true);
  return anna;
}

/** What the page says without a network: that there is none, or that it can't reach the server. */
const AWAY = /There is no network\.|The server can’t be reached at the moment\./;

test('without a network the first page says what there is and what there is not', async ({ players }) => {
  const anna = await offTheNet(players);
  const { home, page } = anna;
  await page.reload();
  await expect(page.getByRole('main').getByText(AWAY).first()).toBeVisible();
  await expect(home.join, 'joining needs the server').toBeDisabled();
  expect(await violations(page)).toEqual([]);
  await home.play.click();
  await expect(home.choice('Easy')).toBeDisabled();
  await expect(home.choice('By invitation')).toBeDisabled();
  await expect(home.sheet.getByText(/A table needs the server; practice doesn’t/)).toBeVisible();
  await expect(home.sheet.getByRole('button', { name: 'Practise: Easy' })).toBeEnabled();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await anna.context.setOffline(false);
  await until(page, 'the server is found again', async () => (await page.getByText(AWAY).count()) === 0);
  await until(page, 'the list is live again', async () => home.tables.getByText('Live').isVisible());
  await home.play.click();
  await expect(home.choice('Easy')).toBeEnabled();
});

test('every place of the app opens without a network', async ({ players }) => {
  const anna = await offTheNet(players);
  for (const [place, heading] of [
    ['/rules', 'Rules'],
    ['/rules/nuggets', 'Nuggets'],
    ['/settings', 'Settings'],
    ['/statistics', 'Your matches'],
  ] as const) {
    await anna.page.goto(place);
    await expect(anna.match.heading).toContainText(heading);
  }
  expect(await caches(anna.page)).toHaveLength(1);
});

test('a match of Sea Battle without a network, with a reload in the middle', async ({ players }) => {
  test.slow();
  const { home, match, page } = await offTheNet(players);
  const { board } = match;
  await page.reload();
  await home.play.click();
  await home.sheet.getByRole('button', { name: 'Practise: Easy' }).click();
  await expect(page).toHaveURL(/\/practice\/sea-battle\?level=easy/);
  await board.placeAnything();
  const asked = async () => (await board.turn()) === 'mine' || (await board.root.getAttribute('data-phase')) === 'over';
  let shots = 0;
  for (const cell of ALL_CELLS) {
    await until(page, 'the turn comes round', asked);
    if ((await board.root.getAttribute('data-phase')) === 'over') break;
    // What is next to a wreck is known to be water.
    if ((await board.what(board.theirs, cell)) !== 'unknown') continue;
    const seq = await board.seq();
    await board.cell(board.theirs, cell).click();
    await board.shows(seq + 1);
    shots += 1;
    if (shots === 5) {
      const before = await board.chart(board.theirs);
      await page.reload();
      await board.reaches('playing');
      expect(await board.chart(board.theirs), 'the match goes on where it was').toEqual(before);
    }
  }
  await until(page, 'the end', async () => (await board.root.getAttribute('data-phase')) === 'over');
  await expect(board.result).toBeVisible();
  await expect(board.result.getByText('It fits the fingerprint')).toBeVisible();
  await board.replay.click();
  await expect(page.locator('main.sb-replay')).toBeVisible();
  await expect(page.getByText(/come to the outcome that is on record/)).toBeVisible();
});

test('a match of OneCard without a network', async ({ players }) => {
  test.slow();
  const { match, page } = await offTheNet(players);
  const { onecard } = match;
  await page.goto('/practice/onecard?level=easy&players=3&house=2&cards=3');
  await onecard.reaches('playing');
  for (let turn = 0; turn < 200; turn++) {
    await until(page, 'the turn comes round', async () => (await onecard.attribute('turn')) === 'mine' || (await onecard.attribute('phase')) === 'over');
    if ((await onecard.attribute('phase')) === 'over') break;
    await onecard.act();
  }
  await onecard.reaches('over');
  await expect(onecard.result.getByText('It fits the fingerprint')).toBeVisible();
  await onecard.result.getByRole('button', { name: 'Play again' }).click();
  await onecard.reaches('playing');
  await expect(onecard.cards, 'the same options').toHaveCount(3);
});

test('a match of Nuggets without a network', async ({ players }) => {
  test.slow();
  const { match, page } = await offTheNet(players);
  const { nuggets } = match;
  await page.goto('/practice/nuggets?level=easy&house=2&map=10x30&gold=20');
  await nuggets.reaches('playing');
  await expect(nuggets.player('A')).toBeVisible();
  const seq = await nuggets.seq();
  await nuggets.map.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => nuggets.seq()).toBeGreaterThan(seq);
  await until(page, 'the bots find all there is', async () => (await nuggets.main.getAttribute('data-phase')) === 'over');
  await expect(nuggets.result).toBeVisible();
});

test('a game of Accordion without a network, and its deal once more', async ({ players }) => {
  test.slow();
  const { page } = await offTheNet(players);
  const row = page.locator('main[data-game=accordion]');
  await page.goto('/practice/accordion?deal=42&level=casual');
  await expect(row).toHaveAttribute('data-phase', 'playing');
  await page.keyboard.press('Space');
  await expect(row).toHaveAttribute('data-dealt', '1');
  await page.reload();
  await expect(row).toHaveAttribute('data-dealt', '1');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row, 'in practice a deal can be taken back').toHaveAttribute('data-dealt', '0');
  await page.getByRole('button', { name: 'Deal all' }).click();
  await expect(row).toHaveAttribute('data-dealt', '52');
  await page.getByRole('button', { name: 'Finish' }).click();
  const sure = page.getByRole('dialog').getByRole('button', { name: 'Finish' });
  if (await sure.isVisible()) await sure.click();
  await until(page, 'the house finishes', async () => (await row.getAttribute('data-phase')) === 'over');
  await expect(page.getByRole('dialog').and(page.locator('.result'))).toBeVisible();
  await page.getByRole('link', { name: 'Watch replay' }).click();
  await expect(page.getByText(/come to the outcome that is on record/)).toBeVisible();
});

test('an address of practice that can’t be is explained', async ({ players }) => {
  const anna = await players.stranger('Anna');
  await anna.page.goto('/practice/sea-battle?level=strong');
  await expect(anna.page.getByRole('alert')).toContainText('easy, medium, hard');
  await anna.page.goto('/practice/chess');
  await expect(anna.match.heading).toContainText('Nothing here');
});

test('the app can be installed', async ({ players, server }) => {
  const anna = await players.stranger('Anna');
  await anna.home.open();
  await kept(anna.page);
  const link = await anna.page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await fetch(`${server.url}${link}`);
  expect(answer.headers.get('content-type')).toContain('application/manifest+json');
  const manifest = (await answer.json()) as { icons: { src: string; sizes: string; type: string; purpose: string }[] };
  expect(manifest).toMatchObject({ name: 'Parlour', start_url: '/', scope: '/', display: 'standalone' });
  const sizes = manifest.icons.filter(({ type }) => type === 'image/png').map(({ sizes, purpose }) => `${sizes} ${purpose}`);
  expect(sizes).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']));
  for (const { src, sizes, type } of manifest.icons) {
    const real = await anna.page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    if (type === 'image/png') expect(real, src).toBe(sizes);
  }
  // What Chromium itself has against it.
  const session = await anna.context.newCDPSession(anna.page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  const known = installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito');
  expect(known, 'a context of a test is a private window, and nothing else is in the way').toEqual([]);
});

test('the service worker itself is asked for every time, and never answers for the API', async ({ players, server }) => {
  const worker = await fetch(`${server.url}/sw.js`);
  expect(worker.headers.get('cache-control')).toBe('no-cache');
  expect(worker.headers.get('content-type')).toContain('javascript');
  const anna = await players.stranger('Anna');
  await anna.home.open();
  await kept(anna.page);
  const kinds = await anna.page.evaluate(async () => {
    const cached = async () => {
      const names = (await window.caches.keys()).filter((name) => name.startsWith('parlour-'));
      const requests = await Promise.all(names.map(async (name) => (await window.caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    };
    await fetch('/api/games');
    return cached();
  });
  expect(kinds).toContain('/index.html');
  expect(kinds.filter((path) => /^\/(api|ws|healthz|readyz|metrics|sw\.js)/.test(path))).toEqual([]);
});
