// Whole matches of Sea Battle between two people, from the first page to the rematch.

import type { SeaBattleBoard } from '../../pages/sea-battle.ts';
import { ReplayPage } from '../../pages/replay.ts';
import { ALL_CELLS } from '../../support/fleets.ts';
import { expect, test } from '../../support/fixtures.ts';
import { PATIENCE } from '../../support/patience.ts';
import { Table } from '../../support/table.ts';

/** Whichever of two boards is to shoot, and the other one. */
async function shooterFirst(boards: readonly [SeaBattleBoard, SeaBattleBoard]): Promise<[SeaBattleBoard, SeaBattleBoard]> {
  await Promise.all(boards.map((board) => board.reaches('playing')));
  const [one, other] = boards;
  return (await one.turn()) === 'mine' ? [one, other] : [other, one];
}

test('two people play to the end, look back, and play again', async ({ players }) => {
  test.slow();
  const anna = await players.stranger('Anna');
  const bela = await players.stranger('Béla');
  await anna.home.open();
  await anna.home.call('Anna');
  const code = await anna.home.openTable('By invitation');
  await expect(anna.match.waiting).toContainText(code);

  await bela.match.open(code);
  await expect(bela.match.heading).toHaveText('A seat is free at Sea Battle.');
  await bela.page.getByRole('textbox', { name: 'You play as' }).fill('Béla');
  await bela.page.keyboard.press('Tab');
  await expect(bela.match.takeSeat).toHaveAccessibleName('Take the seat as Béla');
  await bela.match.takeSeat.click();

  const boards = [anna.match.board, bela.match.board] as const;
  await anna.match.board.placeAnything();
  await expect(anna.match.heading).toHaveText(/^Ready, waiting/);
  await bela.match.board.placeAnything();
  const [first, second] = await shooterFirst(boards);

  // Each side knows its own ships; the test looks over both shoulders.
  const [targets, own] = [await second.ownShips(), await first.ownShips()];
  expect([targets.length, own.length]).toEqual([20, 20]);
  const missed = ALL_CELLS.find((cell) => !targets.includes(cell)) ?? '';
  expect(await first.shoot(missed)).toBe('miss');
  await expect(first.last).toContainText(`${missed}: miss.`);
  await second.reaches('playing', 'mine');
  expect(await second.what(second.own, missed)).toBe('they missed');
  expect(await second.shoot(own[0] ?? '')).toMatch(/hit|sunk/);
  const unknown = [...(await second.chart(second.theirs))].filter(([, what]) => what === 'unknown');
  const [water] = unknown.map(([cell]) => cell).filter((cell) => !own.includes(cell));
  expect(await second.shoot(water ?? '')).toBe('miss');

  for (const target of targets) {
    expect(await first.shoot(target)).toMatch(/hit|sunk/);
    await second.shows(await first.seq());
  }
  await Promise.all(boards.map((board) => board.reaches('over', 'none')));
  await expect(first.result).toContainText('You won');
  await expect(second.result).toContainText('You lost');
  for (const board of boards) {
    await expect(board.result.getByRole('figure')).toHaveCount(2);
    await expect(board.result.getByRole('row', { name: /^Shots/ })).toBeVisible();
    await expect(board.result.getByRole('row', { name: /^Accuracy/ })).toBeVisible();
  }
  const replayAddress = await first.replay.getAttribute('href');

  await first.rematch.click();
  await expect(second.result).toContainText('wants a rematch');
  await second.rematch.click();
  await Promise.all(boards.map((board) => board.reaches('placing')));
  expect(anna.page.url(), 'both are in the new match').toBe(bela.page.url());
  expect(anna.page.url()).not.toContain(code);
  await Promise.all(boards.map((board) => board.placeAnything()));
  const [firstAgain] = await shooterFirst(boards);
  expect(firstAgain, 'the other one begins the rematch').toBe(second);

  const loser = second === bela.match.board ? bela.name : anna.name;
  await lookBack(new ReplayPage(anna.page), replayAddress ?? '', 3 + targets.length, loser);
});

async function lookBack(replay: ReplayPage, address: string, shots: number, loser: string): Promise<void> {
  await replay.open(address);
  await expect(replay.seas).toHaveCount(2);
  const entries = await replay.entries.count();
  expect(entries, 'every shot is an entry').toBeGreaterThanOrEqual(shots);
  await replay.shows(entries);
  const losersSea = replay.page.getByRole('grid', { name: `${loser}’s sea` });
  await expect(losersSea.getByRole('gridcell', { name: /sunk/ }), 'the whole fleet').toHaveCount(20);

  await replay.button('To the start').click();
  await replay.shows(0);
  await expect(replay.said).toHaveText('Before the start.');
  await replay.button('One forward').click();
  await replay.button('One forward').click();
  await replay.shows(2);
  await replay.button('One back').click();
  await replay.shows(1);
  await replay.scrubber.fill(String(entries - 1));
  await replay.shows(entries - 1);
  await replay.eyes('As Anna saw it').check();
  const belasSea = replay.page.getByRole('grid', { name: 'Béla’s sea' });
  await expect(belasSea.getByRole('gridcell', { name: /ship/ })).toHaveCount(0);
  await replay.eyes('Both fleets').check();
  await expect(belasSea.getByRole('gridcell', { name: /ship/ })).toHaveCount(20);

  await replay.button('Play').click();
  await replay.shows(entries);
  await expect(replay.button('Play'), 'it stops at the end').toBeVisible();
}

test('whoever gives up loses, and both are told', async ({ players }) => {
  const anna = await players.regular('Anna');
  const bela = await players.regular('Béla');
  const table = await Table.lay([anna.known, bela.known]);
  (await table.begin()).wire.cut();
  await anna.match.open(table.code);
  await bela.match.open(table.code);
  await Promise.all([anna.match.board.reaches('playing'), bela.match.board.reaches('playing')]);
  await anna.page.getByRole('button', { name: 'Give up' }).click();
  await anna.page.getByRole('dialog', { name: 'Give up this match?' }).getByRole('button', { name: 'Give up' }).click();
  await expect(anna.match.board.result).toContainText('You gave up.');
  await expect(bela.match.board.result).toContainText('Anna gave up.');
});

test('a match nobody joins is called off, and the page says so', async ({ players }) => {
  const anna = await players.regular('Anna');
  const made = await anna.known.createMatch({ join_seconds: 10 });
  await anna.match.open(made.code);
  await expect(anna.match.waiting).toBeVisible();
  await expect(anna.match.board.result).toContainText('Nobody joined in time.', { timeout: 10_000 + PATIENCE });
  await expect(anna.match.board.result).toContainText('No result');
  await expect(anna.match.board.rematch, 'there is nobody to play with').toBeHidden();
});

test('somebody who opens their own invite link again gets their seat', async ({ players }) => {
  const anna = await players.regular('Anna');
  const made = await anna.known.createMatch();
  await anna.match.open(made.code);
  await expect(anna.match.waiting).toBeVisible();
  await expect(anna.match.takeSeat).toBeHidden();
  const again = await anna.known.join(made.code);
  expect([again.match_id, again.seat]).toEqual([made.match_id, 0]);
});
