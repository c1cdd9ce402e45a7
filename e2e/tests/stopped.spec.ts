// A match that cannot go on in a page: why, in words, and with the one thing that helps.

import { Guest } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { type Player, type Players, expect, test } from '../support/fixtures.ts';
import { Line } from '../support/line.ts';
import { heldSeats, holdSeats } from '../support/seats.ts';
import { Table } from '../support/table.ts';
import { Op } from '../support/wire.ts';

/** Anna at her board, who shoots first. */
async function shooting(players: Players): Promise<{ anna: Player; line: Line }> {
  const anna = await players.regular('Anna');
  const bela = await Guest.named(anna.known.server, 'Béla');
  const table = await Table.lay([anna.known, bela], { starter: 0 });
  await table.begin();
  const line = await Line.of(anna.page);
  await anna.match.open(table.code);
  await anna.match.board.reaches('playing', 'mine');
  return { anna, line };
}

/** The match of two others, who shoot, and Anna at the first page. */
async function ofOthers(players: Players, open: boolean): Promise<{ anna: Player; table: Table; id: string }> {
  const anna = await players.regular('Anna');
  const [bela, cora] = [await Guest.named(anna.known.server, 'Béla'), await Guest.named(anna.known.server, 'Cora')];
  const table = await Table.lay([bela, cora], { public: open });
  await table.begin();
  const { match_id: id } = await bela.facts(table.code);
  await anna.home.open();
  return { anna, table, id };
}

const PRIVATE = 'This match is private: only those who play it see it.';

/** What a page may say that the server takes amiss: how often, what, and what becomes of it. */
const AMISS: [times: number, text: string, stop: string, heading: string, words: RegExp][] = [
  [1, 'Bonjour', 'fault', 'Page and server don’t understand each other.', /Your match is safe: reload the page/],
  [100, JSON.stringify([Op.ACK, 0]), 'too-many', 'Too much at once.', /Wait a moment, then reload/],
];

for (const [times, text, stop, heading, words] of AMISS) {
  test(`“${heading}” is told where the server has hung up for good, and a reload helps`, async ({ players }) => {
    const { anna, line } = await shooting(players);
    const { match, page } = anna;
    // What the test still says when the server has had enough.
    if (times > 1) anna.expects(/WebSocket is already in CLOSING or CLOSED state/);
    for (let i = 0; i < times; i++) line.say(text);
    await expect(match.stopped(stop)).toBeVisible();
    await expect(match.heading).toHaveText(heading);
    await expect(match.stopped(stop)).toContainText(words);
    await expect(page.getByRole('link', { name: 'To the games' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect(line.sockets, 'it is not tried again unasked').toBe(1);
    await match.tryAgain.click();
    await match.board.reaches('playing', 'mine');
    await match.connected();
    expect(await match.board.shoot('J1')).toBe('sunk');
  });
}

test('the seat of somebody else is not entered with their token', async ({ players }) => {
  const { anna, table, id } = await ofOthers(players, false);
  const { match, page } = anna;
  const line = await Line.of(page);
  await holdSeats(page, [{ match_id: id, seat: 0, game_token: table.tokenOf(0) }]);
  await match.open(table.code);
  await expect(match.heading).toHaveText('Every seat at Sea Battle is taken.');
  await expect(page.getByRole('main')).toContainText('Béla and Cora are playing.');
  await expect(page.getByRole('main')).toContainText(PRIVATE);
  await expect(match.watch).toHaveCount(0);
  expect(line.sockets).toBe(0);
});

test('nor is a private match watched with it, which is then forgotten', async ({ players }) => {
  const { anna, table, id } = await ofOthers(players, false);
  anna.expects(/403/);
  const { match, page } = anna;
  await holdSeats(page, [{ match_id: id, seat: null, game_token: table.tokenOf(0) }]);
  await match.open(table.code);
  await expect(match.stopped('not-yours')).toBeVisible();
  await expect(match.heading).toHaveText('This seat isn’t yours any more.');
  await expect(page.getByRole('link', { name: 'To the games' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await heldSeats(page)).toEqual([]);
  await match.tryAgain.click();
  await expect(match.heading).toHaveText('Every seat at Sea Battle is taken.');
  await expect(page.getByRole('main')).toContainText(PRIVATE);
});

test('an open match is watched by whoever kept the token of somebody else, and with one of their own', async ({ players }) => {
  const { anna, table, id } = await ofOthers(players, true);
  const { match, page } = anna;
  const line = await Line.of(page);
  const stranger = table.tokenOf(0);
  await holdSeats(page, [{ match_id: id, seat: null, game_token: stranger }]);
  await match.open(table.code);
  await match.board.reaches('playing');
  await match.connected();
  await expect(match.board.seaOf('Béla'), 'as a spectator sees it').toBeVisible();
  expect([...(await match.board.chart(match.board.seaOf('Béla'))).values()].filter((what) => what.includes('ship'))).toEqual([]);
  expect(line.sockets, 'with the other one the server let nobody in').toBe(2);
  const [own] = await heldSeats(page);
  expect(own?.match_id).toBe(id);
  expect(own?.game_token).not.toBe(stranger);
});

test.describe('on a server that knows nobody any more', () => {
  test.use({ ownServer: true });

  test('whoever had a seat is told so, and can play as a new guest', async ({ players, server }) => {
    const { anna } = await shooting(players);
    anna.expects(/40[14]|WebSocket connection to .* failed|net::ERR_/);
    const { home, match, page } = anna;
    await server.kill();
    await server.forget();
    await server.restart();
    await expect(match.stopped('not-yours')).toBeVisible();
    await expect(match.heading).toHaveText('This seat isn’t yours any more.');
    await expect(match.stopped('not-yours')).toContainText('The server doesn’t know this browser as the player of the seat.');
    expect(await violations(page)).toEqual([]);
    await match.tryAgain.click();
    await expect(match.heading).toHaveText('There is no such match.');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'To the games' }).click();
    await home.openTable('By invitation');
    await expect(match.waiting, 'at a table of her own').toBeVisible();
    expect(await heldSeats(page)).toHaveLength(1);
  });
});
