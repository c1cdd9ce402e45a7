// The server gets a new version of the app while people play: nothing breaks, nobody is disturbed in the middle of a
// turn, and nothing is loaded anew before somebody says so.

import { caches, findUpdate, kept, notice } from '../support/app.ts';
import { Guest } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { Deploy } from '../support/deploy.ts';
import { type Player, type Players, expect, test as base } from '../support/fixtures.ts';
import { EAST, NORTH } from '../support/fleets.ts';
import { Table } from '../support/table.ts';

const test = base.extend<{ deploy: Deploy }>({
  deploy: async ({ server }, use) => {
    const deploy = await Deploy.before(server);
    await use(deploy);
    await deploy.close();
  },
});

/** The page is that of the second build. */
const SECOND = 'meta[name=build][content=second]';

/** Somebody the server knows, who comes by the proxy and has the app kept. */
async function comesBy(players: Players, deploy: Deploy, guest: Guest): Promise<Player> {
  const entries = { 'parlour.name': guest.name, 'parlour.user': guest.token };
  const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
  const storageState = { cookies: [], origins: [{ origin: deploy.url, localStorage }] };
  const player = await players.stranger(guest.name, { baseURL: deploy.url, storageState });
  await player.home.open();
  await kept(player.page);
  return player;
}

test('while a match is open the new version waits for the end of the turn, and for a word', async ({ deploy, players, server }) => {
  test.slow();
  const [one, other] = [await Guest.named(server.url, 'Anna'), await Guest.named(server.url, 'Béla')];
  const table = await Table.lay([one, other], { starter: 0 });
  const bela = await table.begin();
  const { match, page } = await comesBy(players, deploy, one);
  const { board } = match;
  await match.open(table.code);
  await board.reaches('playing', 'mine');
  const before = await caches(page);

  await deploy.next();
  await findUpdate(page);
  // Heard of by now: the page is told in the same moment in which the worker waits.
  await expect(page.locator('html')).toHaveAttribute('data-update', 'waiting');
  await expect(notice(page), 'it is Anna’s turn').toHaveCount(0);
  expect(await board.shoot('H1')).toBe('hit');
  await expect(notice(page), 'she shoots again').toHaveCount(0);
  expect(await board.shoot(EAST.openWater[0] ?? '')).toBe('miss');
  await expect(notice(page)).toBeVisible();
  expect(await violations(page)).toEqual([]);

  // What only the old build had is gone from the server, and the page doesn't miss it.
  const old = await page.evaluate(async () => {
    const program = document.querySelector<HTMLLinkElement>('link[rel=modulepreload], link[rel=preload][as=fetch]');
    return program ? (await fetch(program.href)).status : 0;
  });
  expect(old).toBe(200);

  await bela.shoot(NORTH.openWater[0] ?? '');
  await board.reaches('playing', 'mine');
  await expect(notice(page), 'not in the middle of a turn').toHaveCount(0);
  expect(await board.shoot(EAST.openWater[1] ?? '')).toBe('miss');
  await expect(page.locator(SECOND), 'nothing was loaded anew').toHaveCount(0);
  const shots = await board.chart(board.theirs);
  await notice(page).getByRole('button', { name: 'Reload' }).click();
  await expect(page.locator(SECOND)).toBeAttached();
  await match.connected();
  await board.reaches('playing', 'theirs');
  expect(await board.chart(board.theirs)).toEqual(shots);
  await expect(notice(page)).toHaveCount(0);
  const after = await caches(page);
  expect(after, 'the old files are gone').toHaveLength(1);
  expect(after).not.toEqual(before);
});

test('a match of practice goes on in the new version', async ({ deploy, players, server }) => {
  const { page } = await comesBy(players, deploy, await Guest.named(server.url, 'Anna'));
  const row = page.locator('main[data-game=accordion]');
  await page.goto('/practice/accordion?deal=7');
  await expect(row).toHaveAttribute('data-dealt', '0');
  await page.keyboard.press('Space');
  await expect(row).toHaveAttribute('data-dealt', '1');
  await deploy.next();
  await findUpdate(page);
  await expect(notice(page), 'the row is being played').toHaveCount(0);
  await page.goto('/');
  await notice(page).getByRole('button', { name: 'Reload' }).click();
  await expect(page.locator(SECOND)).toBeAttached();
  await page.goto('/practice/accordion?deal=7');
  await expect(row).toHaveAttribute('data-dealt', '1');
});

test('who doesn’t want the new version now has it some other time', async ({ deploy, players, server }) => {
  const { home, page } = await comesBy(players, deploy, await Guest.named(server.url, 'Anna'));
  await deploy.next();
  await findUpdate(page);
  await notice(page).getByRole('button', { name: 'Later' }).click();
  await expect(notice(page)).toHaveCount(0);
  await page.reload();
  await expect(home.play, 'the old version starts from what is kept').toBeVisible();
  await expect(page.locator(SECOND)).toHaveCount(0);
  await expect(notice(page), 'and offers the new one again').toBeVisible();
});

test('a page whose files are partly lost takes the new version instead of staying blank', async ({ deploy, players, server }) => {
  const { home, page } = await comesBy(players, deploy, await Guest.named(server.url, 'Anna'));
  await deploy.next();
  await page.evaluate(async () => {
    for (const name of await window.caches.keys()) {
      const cache = await window.caches.open(name);
      const lost = (await cache.keys()).filter(({ url }) => /frontend-.*\.(js|wasm)$/.test(url));
      await Promise.all(lost.map(async (request) => cache.delete(request)));
    }
  });
  await page.reload();
  await expect(home.play).toBeVisible();
  await expect(page.locator(SECOND)).toBeAttached();
});

test('a second page learns that the first has taken the new version', async ({ deploy, players, server }) => {
  const anna = await comesBy(players, deploy, await Guest.named(server.url, 'Anna'));
  const second = await anna.context.newPage();
  await second.goto('/rules');
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await deploy.next();
  await findUpdate(anna.page);
  await notice(anna.page).getByRole('button', { name: 'Reload' }).click();
  await expect(anna.page.locator(SECOND)).toBeAttached();
  await expect(second.locator(SECOND), 'it is not loaded anew behind anybody’s back').toHaveCount(0);
  await notice(second).getByRole('button', { name: 'Reload' }).click();
  await expect(second.locator(SECOND)).toBeAttached();
});

test('without service workers the page works as ever', async ({ players }) => {
  const anna = await players.stranger('Anna', { serviceWorkers: 'block' });
  anna.expects(/Service Worker registration blocked by Playwright/);
  await anna.home.open();
  await expect(anna.home.tables.getByText('Live')).toBeVisible();
});
