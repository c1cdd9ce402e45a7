// The server is killed, or stopped for a deploy, in the middle of a match. Nothing that was told is lost, and nothing
// happens twice.

import { EAST, NORTH } from '../support/fleets.ts';
import { type Player, type Players, expect, test } from '../support/fixtures.ts';
import { PATIENCE } from '../support/patience.ts';
import type { Server } from '../support/server.ts';
import { Table } from '../support/table.ts';

test.use({ ownServer: true });

/** A page tries again after a random part of a time that doubles from 1 s to 30 s. */
const LONGEST_WAIT = 30_000 + PATIENCE;

/** What a browser says of a server that is not there. */
const SERVER_GONE = /ERR_CONNECTION_REFUSED|WebSocket connection to .* failed|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED_ENCODING/;

async function twoAtTheirBoards(players: Players): Promise<{ anna: Player; bela: Player; table: Table }> {
  const anna = await players.regular('Anna');
  const bela = await players.regular('Béla');
  const table = await Table.lay([anna.known, bela.known], { starter: 0 });
  (await table.begin()).wire.cut();
  for (const player of [anna, bela]) {
    player.expects(SERVER_GONE);
    await player.match.open(table.code);
    await player.match.connected();
  }
  return { anna, bela, table };
}

/** Every shot of the match, by the cell it fell on, as both pages show it. */
async function shotsShown(anna: Player, bela: Player): Promise<[atBela: string[], atAnna: string[]]> {
  const shotAt = (chart: Map<string, string>) =>
    [...chart].filter(([, what]) => /miss|hit|sunk/.test(what)).map(([cell]) => cell);
  const [annas, belas] = [anna.match.board, bela.match.board];
  const seen = {
    atBela: shotAt(await annas.chart(annas.theirs)),
    atAnna: shotAt(await belas.chart(belas.theirs)),
    byBela: shotAt(await belas.chart(belas.own)),
    byAnna: shotAt(await annas.chart(annas.own)),
  };
  expect([seen.byBela, seen.byAnna], 'both pages show the same shots').toEqual([seen.atBela, seen.atAnna]);
  return [seen.atBela, seen.atAnna];
}

/** Every shot on record, in order: the seat that fired, and the cell. */
async function shotsOnRecord(player: Player, table: Table): Promise<string[]> {
  const { entries } = await player.known.record(table.code);
  return entries
    .map(({ entry }) => JSON.stringify(entry))
    .filter((entry) => entry.includes('"shoot"'));
}

const DOWN: [how: string, stop: (server: Server) => Promise<void>][] = [
  ['killed', async (server) => server.kill()],
  ['stopped for a deploy', async (server) => expect(await server.terminate(), 'its exit code').toBe(0)],
];

for (const [how, stop] of DOWN) {
  test(`the server is ${how} in the middle of a match, and both go on`, async ({ players, server }) => {
    test.slow();
    const { anna, bela, table } = await twoAtTheirBoards(players);
    const [annas, belas] = [anna.match.board, bela.match.board];
    const [waterAtBela, waterAtAnna] = [EAST.openWater[0] ?? '', NORTH.openWater[0] ?? ''];

    expect(await annas.shoot('H1')).toBe('hit');
    expect(await annas.shoot(waterAtBela)).toBe('miss');
    await belas.reaches('playing', 'mine');
    expect(await belas.shoot('A3')).toBe('hit');
    const before = await shotsShown(anna, bela);

    await stop(server);
    for (const { match } of [anna, bela]) await expect(match.link).toHaveAttribute('data-link', 'lost');
    await server.restart();
    for (const { match } of [anna, bela]) {
      await expect(match.link).toHaveAttribute('data-link', 'connected', { timeout: LONGEST_WAIT });
    }
    expect(await shotsShown(anna, bela), 'every shot is there').toEqual(before);
    await belas.reaches('playing', 'mine');
    await annas.reaches('playing', 'theirs');
    expect(await belas.shoot('B3')).toBe('sunk');
    expect(await belas.shoot(waterAtAnna)).toBe('miss');

    // The server goes while a shot is on its way: whether it arrived or not, it counts once.
    await annas.reaches('playing', 'mine');
    await annas.cell(annas.theirs, 'H2').click();
    await stop(server);
    await server.restart();
    await expect.poll(async () => annas.what(annas.theirs, 'H2'), { timeout: LONGEST_WAIT }).toBe('sunk');
    await expect.poll(async () => belas.what(belas.own, 'H2'), { timeout: LONGEST_WAIT }).toContain('sunk');

    for (const cell of EAST.cells.filter((cell) => !['H1', 'H2'].includes(cell))) {
      expect(await annas.shoot(cell)).toMatch(/hit|sunk/);
    }
    await Promise.all([annas.reaches('over'), belas.reaches('over')]);
    const shots = await shotsOnRecord(anna, table);
    expect(new Set(shots).size, 'no shot is on record twice').toBe(shots.length);
    expect(shots).toHaveLength(2 + 1 + 2 + 1 + 18);
  });
}

test('a finished match and its replay outlive the server', async ({ players, server }) => {
  const { anna, bela, table } = await twoAtTheirBoards(players);
  await anna.match.board.reaches('playing', 'mine');
  await anna.page.getByRole('button', { name: 'Give up' }).click();
  await anna.page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click();
  await bela.match.board.reaches('over');
  await server.kill();
  await server.restart();
  await bela.page.reload();
  await expect(bela.match.board.result).toContainText('You won');
  await bela.page.goto(`/m/${table.code}/replay`);
  await expect(bela.page.locator('main.sb-replay')).toBeVisible();
});
