// The clock of a shot: both see it, it runs, and running out is told.

import { type Player, type Players, expect, test } from '../../support/fixtures.ts';
import { Line } from '../../support/line.ts';
import { PATIENCE } from '../../support/patience.ts';
import { Table } from '../../support/table.ts';
import { Op } from '../../support/wire.ts';

/** How often a clock on a page moves, in milliseconds. */
const TICK = 250;

/** How often time stops for the server to say that the line is alive, in milliseconds. */
const WORD = 10_000;

/** Lets the time of a page pass. The server has one of its own, in which it has nothing to say meanwhile. */
async function passes({ page }: Player, line: Line, milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= WORD) {
    line.hear(JSON.stringify([Op.ACK, 0]));
    await page.clock.runFor(Math.min(left, WORD));
  }
}

/** Two people at their boards, who have not placed yet; Anna shoots first. */
async function atTheirBoards(players: Players, shot_seconds: number): Promise<[anna: [Player, Line], bela: [Player, Line]]> {
  const people: [Player, Player] = [await players.regular('Anna'), await players.regular('Béla')];
  const table = await Table.lay([people[0].known, people[1].known], { starter: 0, shot_seconds });
  const lines: [Line, Line] = [await Line.of(people[0].page), await Line.of(people[1].page)];
  for (const { match, page } of people) {
    // It runs until the test holds it; that of the server goes on.
    await page.clock.install();
    await match.open(table.code);
  }
  for (const { match } of people) await match.board.reaches('placing');
  return [
    [people[0], lines[0]],
    [people[1], lines[1]],
  ];
}

/** The seconds on a clock, from the words that a screen reader finds there. */
async function seconds({ match }: Player): Promise<number> {
  await expect(match.board.clock).toHaveText(/^time left \d+:\d\d$/);
  const [, minutes, rest] = /(\d+):(\d\d)$/.exec((await match.board.clock.textContent()) ?? '') ?? [];
  return Number(minutes) * 60 + Number(rest);
}

test('both players see the clock of the shot, and it runs on both pages', async ({ players }) => {
  const people = await atTheirBoards(players, 600);
  const [[anna], [bela]] = people;
  for (const [{ match }] of people) await match.board.placeAnything();
  await anna.match.board.reaches('playing', 'mine');
  await bela.match.board.reaches('playing', 'theirs');
  await expect(anna.match.heading).toHaveText(/^Your turn/);
  await expect(bela.match.heading).toHaveText(/^Anna’s turn/);
  for (const [player, line] of people) {
    const { clock } = player.page;
    await expect(player.match.board.clock).toBeVisible();
    await clock.pauseAt((await player.page.evaluate(() => Date.now())) + 10_000);
    await clock.runFor(TICK);
    const before = await seconds(player);
    expect(before, 'some of ten minutes is left').toBeGreaterThan(300);
    expect(before).toBeLessThanOrEqual(590);
    await passes(player, line, 7_000);
    expect(await seconds(player), 'seven seconds later').toBe(before - 7);
    await expect(player.match.board.clock).not.toHaveClass(/clock--short/);
    await passes(player, line, (before - 7 - 10) * 1_000);
    expect(await seconds(player)).toBe(10);
    await expect(player.match.board.clock, 'the last ten seconds are marked').toHaveClass(/clock--short/);
  }

  // A hit keeps the turn, and the clock starts anew.
  const [target = ''] = await bela.match.board.ownShips();
  expect(await anna.match.board.shoot(target)).toMatch(/hit|sunk/);
  await bela.match.board.shows(await anna.match.board.seq());
  for (const [{ match, page }] of people) {
    await page.clock.runFor(TICK);
    await expect(match.board.clock).toHaveText('time left 10:00');
    await expect(match.board.clock).not.toHaveClass(/clock--short/);
  }
});

test('a clock that runs out passes the turn, and both are told why', async ({ players }) => {
  const people = await atTheirBoards(players, 10);
  const [[anna], [bela]] = people;
  for (const { match } of [anna, bela]) await match.board.placeAnything();
  // Once for Anna, who begins; it is told until Béla has let as much time pass.
  const late = { timeout: 10_000 + PATIENCE };
  await Promise.all([
    expect(anna.match.board.last).toHaveText(/You ran out of time\./, late),
    expect(bela.match.board.last).toHaveText(/Anna ran out of time\./, late),
  ]);
});
