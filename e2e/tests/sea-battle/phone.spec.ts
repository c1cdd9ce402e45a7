// Sea Battle on a phone, with fingers.

import type { SeaBattleBoard } from '../../pages/sea-battle.ts';
import { Guest } from '../../support/api.ts';
import { PHONE } from '../../support/devices.ts';
import { Finger, middleOf } from '../../support/finger.ts';
import { type Player, type Players, expect, test } from '../../support/fixtures.ts';
import { Table } from '../../support/table.ts';

async function atTheHarbour(anna: Player): Promise<void> {
  const made = await anna.known.createMatch({ bots: ['easy'] });
  await anna.match.open(made.code);
  await anna.match.board.reaches('placing');
}

/** The same, with a finger over the harbour. */
async function withFinger(players: Players): Promise<{ board: SeaBattleBoard; finger: Finger }> {
  const anna = await players.regular('Anna', PHONE);
  await atTheHarbour(anna);
  const { board } = anna.match;
  const finger = await Finger.of(anna.page);
  await board.ship(1).scrollIntoViewIfNeeded();
  return { board, finger };
}

test('ships are placed and turned by taps', async ({ players }) => {
  const anna = await players.regular('Anna', PHONE);
  await atTheHarbour(anna);
  const { board } = anna.match;
  const sea = board.own;
  await board.ship(4).tap();
  await board.cell(sea, 'B2').tap();
  expect(await board.ownShips()).toEqual(['B2', 'C2', 'D2', 'E2']);
  await board.cell(sea, 'C2').tap();
  await expect.poll(async () => board.ownShips(), 'a tap on it turns it').toEqual(['B2', 'B3', 'B4', 'B5']);
  await board.ship(3).tap();
  await board.cell(sea, 'J9').tap();
  expect(await board.ownShips(), 'moved just so far that it fits').toEqual(['B2', 'B3', 'B4', 'B5', 'H9', 'I9', 'J9']);
  await board.cell(sea, 'H9').tap();
  await expect.poll(async () => board.ownShips(), 'upwards, since there is no room below').toEqual([
    'B2', 'B3', 'B4', 'B5', 'H7', 'H8', 'H9',
  ]);
  await board.ship(2).tap();
  await board.cell(sea, 'C3').tap();
  await expect(anna.page.getByRole('alert')).toContainText('The ship of 2 can’t lie there.');
  expect(await board.ownShips()).toHaveLength(7);
  await board.random.tap();
  await board.ready.tap();
  await board.reaches('playing');
});

test('the handle of the selected ship turns it', async ({ players }) => {
  const anna = await players.regular('Anna', PHONE);
  await atTheHarbour(anna);
  const { board } = anna.match;
  await board.ship(3).tap();
  await board.cell(board.own, 'C3').tap();
  expect(await board.ownShips()).toEqual(['C3', 'D3', 'E3']);
  await expect(board.handle(3)).toBeInViewport({ ratio: 1 });
  await board.handle(3).tap();
  await expect.poll(async () => board.ownShips()).toEqual(['C3', 'C4', 'C5']);
  await board.handle(3).tap();
  await expect.poll(async () => board.ownShips(), 'and back').toEqual(['C3', 'D3', 'E3']);
});

test('a finger aims, and the button fires', async ({ players, server }) => {
  const anna = await players.regular('Anna', PHONE);
  const table = await Table.lay([anna.known, await Guest.named(server.url, 'Béla')], { starter: 0 });
  const opponent = await table.begin();
  await anna.match.open(table.code);
  const { board } = anna.match;
  await board.reaches('playing', 'mine');
  const seq = await board.seq();
  await board.cell(board.theirs, 'H2').tap();
  await expect(board.fireAt('H2')).toBeInViewport({ ratio: 1 });
  await board.cell(board.theirs, 'H1').tap();
  await expect(board.fireAt('H1')).toBeVisible();
  expect(await board.seq(), 'nothing was fired').toBe(seq);
  await board.fireAt('H1').tap();
  await board.shows(seq + 2);
  expect(await board.what(board.theirs, 'H1')).toBe('hit');
  expect(await board.what(board.theirs, 'H2')).toBe('unknown');
  const box = await board.page.getByRole('button', { name: /Choose a cell|Fire at/ }).boundingBox();
  expect(box?.height, 'large enough for a finger').toBeGreaterThanOrEqual(44);
  await opponent.wire.hangUp();
});

test('a ship dragged by a finger doesn’t take the page along', async ({ players }) => {
  const { board, finger } = await withFinger(players);
  const sea = board.own;
  const scrolled = () => board.page.evaluate(() => [scrollX, scrollY]);
  const before = await scrolled();
  await finger.drag(await middleOf(board.ship(1)), await middleOf(board.cell(sea, 'E8')));
  expect(await board.ownShips()).toEqual(['E8']);
  await finger.drag(await middleOf(board.cell(sea, 'E8')), await middleOf(board.cell(sea, 'B6')));
  expect(await board.ownShips()).toEqual(['B6']);
  expect(await scrolled()).toEqual(before);
});

test('a ship that the browser takes out of the hand stays where it was, and can be dragged again', async ({ players }) => {
  const { board, finger } = await withFinger(players);
  const sea = board.own;
  await finger.drag(await middleOf(board.ship(1)), await middleOf(board.cell(sea, 'E8')));
  expect(await board.ownShips()).toEqual(['E8']);

  await finger.down(await middleOf(board.cell(sea, 'E8')));
  await finger.moveTo(await middleOf(board.cell(sea, 'B6')));
  await expect(board.floating, 'it is in the hand').toBeVisible();
  await finger.cancel();
  await expect(board.floating).toBeHidden();
  expect(await board.ownShips()).toEqual(['E8']);
  await finger.drag(await middleOf(board.cell(sea, 'E8')), await middleOf(board.cell(sea, 'B6')));
  expect(await board.ownShips()).toEqual(['B6']);

  await finger.down(await middleOf(board.ship(2)));
  await finger.moveTo(await middleOf(board.cell(sea, 'F3')));
  await expect(board.floating).toBeVisible();
  await finger.cancel();
  await expect(board.floating).toBeHidden();
  expect(await board.ownShips()).toEqual(['B6']);
  await expect(board.ship(2, 2), 'all three are in the harbour').toBeVisible();
  await finger.drag(await middleOf(board.ship(2)), await middleOf(board.cell(sea, 'F3')));
  expect(await board.ownShips()).toHaveLength(3);
});

for (const [how, end] of [
  ['dropped', async (finger: Finger) => finger.up()],
  ['taken out of the hand', async (finger: Finger) => finger.cancel()],
] as const) {
  test(`after a ship was ${how} the first press of a key lifts the next one`, async ({ players }) => {
    const { board, finger } = await withFinger(players);
    await finger.down(await middleOf(board.ship(1)));
    await finger.moveTo(await middleOf(board.cell(board.own, 'E8')));
    await end(finger);
    await expect(board.floating).toBeHidden();
    // A finger that was drawn makes no click, so there is none to be ignored.
    await board.ship(4).press('Enter');
    await expect(board.own.getByRole('gridcell', { name: /held/ }).first()).toBeVisible();
  });
}
