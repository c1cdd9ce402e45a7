// What a browser is sent: over a whole match nothing that its player, or a spectator, may not know yet.

import type { MatchPage } from '../../pages/match.ts';
import type { MatchRecord } from '../../support/api.ts';
import { Guest } from '../../support/api.ts';
import { Capture } from '../../support/capture.ts';
import { ALL_CELLS, type Fleet, cellName } from '../../support/fleets.ts';
import { type Player, expect, test } from '../../support/fixtures.ts';
import { Table } from '../../support/table.ts';
import { type Correspondent, type Message, Op } from '../../support/wire.ts';

type Shots = [x: number, y: number, result: number][];
interface Snapshot {
  boards: { ready: boolean; fleet: unknown; shots: Shots; afloat: number[] }[];
}

/** Checks every frame up to the fleets that precede END. `own`: the seat whose fleet is no secret. */
function check(frames: string[], fleets: readonly [Fleet, Fleet], own: 0 | 1 | null): void {
  const messages = frames.map((frame) => JSON.parse(frame) as Message);
  const end = messages.findIndex(([op]) => op === Op.FLEET);
  expect(end, 'the match was captured to its end').toBeGreaterThan(0);
  const before = messages.slice(0, end);
  const allowed: number[] = [Op.STATE, Op.ACK, Op.SNAPSHOT, Op.PRESENCE, Op.CLOCK, Op.SHOT];
  expect(before.filter(([op]) => !allowed.includes(op)), 'no other message has a place before the end').toEqual([]);
  expect(before.filter(([op]) => op === Op.SNAPSHOT).length, 'snapshots of several moments').toBeGreaterThan(1);
  for (const message of before) {
    if (message[0] === Op.SHOT) {
      expect(message, 'a shot says where it fell and what it did, and no more').toHaveLength(6);
    }
    if (message[0] === Op.SNAPSHOT) checkSnapshot(message[3] as Snapshot, fleets, own);
  }
}

function checkSnapshot(view: Snapshot, fleets: readonly [Fleet, Fleet], own: 0 | 1 | null): void {
  expect(Object.keys(view).sort()).toEqual(['boards', 'names', 'outcome', 'phase', 'seat', 'turn']);
  for (const [seat, board] of view.boards.entries()) {
    expect(Object.keys(board).sort()).toEqual(['afloat', 'fleet', 'ready', 'shots']);
    if (seat !== own) expect(board.fleet, 'the fleet of somebody else').toBeNull();
    const cells = fleets[seat === 0 ? 0 : 1].cells;
    for (const [x, y, result] of board.shots) {
      expect(cells.includes(cellName(x, y)), 'what is told of a cell is what a shot there has shown').toBe(result > 0);
    }
  }
}

function checkSeed(captured: string[], bodies: string[], { seed }: MatchRecord): void {
  const everything = [...captured, ...bodies].join('\n');
  expect(seed).toMatch(/^[0-9a-f]{64}$/);
  expect(everything, 'the seed').not.toContain(seed);
}

/** Plays a whole match with many misses; `shown` is reloaded twice on the way, so that it gets snapshots too. */
async function playToTheEnd(table: Table, first: Correspondent | Player, second: Correspondent, shown: MatchPage): Promise<void> {
  const targets = Table.FLEETS[1].cells;
  const dry = Table.FLEETS[1].openWater;
  const back = ALL_CELLS.filter((cell) => Table.FLEETS[0].openWater.includes(cell));
  for (const [turn, target] of targets.entries()) {
    if (turn % 4 === 0) {
      await shootAs(first, dry[turn] ?? '');
      await second.shoot(back[turn] ?? '');
    }
    if (turn % 8 === 5) {
      await shown.page.reload();
      await shown.connected();
      await expect(second.guest.record(table.code), 'the record before the end').rejects.toThrow('409');
    }
    await shootAs(first, target);
  }
}

async function shootAs(who: Correspondent | Player, cell: string): Promise<void> {
  await ('match' in who ? who.match.board.shoot(cell) : who.shoot(cell));
}

test('a spectator is told nothing that only the players know', async ({ players, server }) => {
  test.slow();
  const [anna, bela] = [await Guest.named(server.url, 'Anna'), await Guest.named(server.url, 'Béla')];
  const table = await Table.lay([anna, bela], { starter: 0, public: true });
  const second = await table.begin();
  const first = await table.enter(0);
  const cora = await players.regular('Cora');
  const capture = new Capture(cora.page);
  await cora.match.open(table.code);
  await cora.match.watch.click();
  await cora.match.board.reaches('playing');
  await expect(cora.match.board.seaOf('Anna')).toBeVisible();
  await expect(cora.match.board.seaOf('Béla')).toBeVisible();

  await playToTheEnd(table, first, second, cora.match);
  const bodies = await capture.answers();
  await cora.match.board.reaches('over');
  await expect(cora.match.board.result).toContainText('The match is over');
  check(capture.frames, Table.FLEETS, null);
  expect(capture.frames.map((frame) => JSON.parse(frame) as Message).at(-1)?.[2], 'END for a spectator').toBe(6);
  checkSeed(capture.frames, bodies, await anna.record(table.code));
  await Promise.all([first.wire.hangUp(), second.wire.hangUp()]);
});

test('a player is told nothing of the other fleet before the end', async ({ players, server }) => {
  test.slow();
  const anna = await players.regular('Anna');
  const bela = await Guest.named(server.url, 'Béla');
  const table = await Table.lay([anna.known, bela], { starter: 0 });
  const second = await table.begin();
  const capture = new Capture(anna.page);
  await anna.match.open(table.code);
  await anna.match.board.reaches('playing', 'mine');
  await playToTheEnd(table, anna, second, anna.match);
  const bodies = await capture.answers();
  await anna.match.board.reaches('over');
  check(capture.frames, Table.FLEETS, 0);
  checkSeed(capture.frames, bodies, await anna.known.record(table.code));
  await second.wire.hangUp();
});
