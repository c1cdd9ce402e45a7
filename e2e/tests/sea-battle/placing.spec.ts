// Placing a fleet by mouse: drag, click, turn, and what can't be.

import type { Locator, Page } from '@playwright/test';
import { type Players, expect, test } from '../../support/fixtures.ts';
import { middleOf } from '../../support/finger.ts';
import type { SeaBattleBoard } from '../../pages/sea-battle.ts';

async function atTheHarbour(players: Players): Promise<{ page: Page; board: SeaBattleBoard }> {
  const anna = await players.regular('Anna');
  const made = await anna.known.createMatch({ bots: ['easy'] });
  await anna.match.open(made.code);
  await anna.match.board.reaches('placing');
  return { page: anna.page, board: anna.match.board };
}

/** Drags by mouse; the ship is held where it is pressed. */
async function drag(from: Locator, to: Locator): Promise<void> {
  const { mouse } = from.page();
  const [start, end] = [await middleOf(from), await middleOf(to)];
  await mouse.move(start.x, start.y);
  await mouse.down();
  await mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 5 });
  await mouse.move(end.x, end.y, { steps: 5 });
  await mouse.up();
}

test('ships are dragged out of the harbour, over the board, and back', async ({ players }) => {
  const { page, board } = await atTheHarbour(players);
  const sea = board.own;
  await drag(board.ship(1), board.cell(sea, 'E5'));
  expect(await board.ownShips()).toEqual(['E5']);
  await drag(board.cell(sea, 'E5'), board.cell(sea, 'J10'));
  expect(await board.ownShips()).toEqual(['J10']);

  await drag(board.ship(3), board.cell(sea, 'B1'));
  expect(await board.ownShips(), 'it is held by its middle').toEqual(['A1', 'B1', 'C1', 'J10']);
  await drag(board.cell(sea, 'C1'), board.cell(sea, 'F1'));
  expect(await board.ownShips(), 'and on the board where it is pressed').toEqual(['D1', 'E1', 'F1', 'J10']);

  await drag(board.cell(sea, 'J10'), board.cell(sea, 'G2'));
  expect(await board.ownShips(), 'where it touches it goes back').toEqual(['D1', 'E1', 'F1', 'J10']);
  await expect(page.getByRole('alert')).toHaveText(
    'The ship of 1 can’t lie there. G2 touches your ship of 3 (outlined).',
  );
  await drag(board.cell(sea, 'J10'), page.getByRole('heading', { name: 'Harbour' }));
  expect(await board.ownShips(), 'off the board it is in the harbour again').toEqual(['D1', 'E1', 'F1']);
  await expect(board.ship(1)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Ship of 1, in harbour' })).toHaveCount(4);
});

test('a double click turns a ship about its first cell, at an edge the other way round', async ({ players }) => {
  const { board } = await atTheHarbour(players);
  const sea = board.own;
  await board.ship(4).click();
  await board.cell(sea, 'C3').click();
  expect(await board.ownShips()).toEqual(['C3', 'D3', 'E3', 'F3']);
  await board.cell(sea, 'E3').dblclick();
  expect(await board.ownShips()).toEqual(['C3', 'C4', 'C5', 'C6']);
  await board.ship(3).click();
  await board.cell(sea, 'F10').click();
  await board.cell(sea, 'F10').dblclick();
  expect(await board.ownShips()).toEqual(['C3', 'C4', 'C5', 'C6', 'F8', 'F9', 'F10']);
});

test('the ship in the way is named when a ship can’t turn', async ({ players }) => {
  const { page, board } = await atTheHarbour(players);
  const sea = board.own;
  await board.ship(3).click();
  await board.cell(sea, 'A1').click();
  await board.ship(2).click();
  await board.cell(sea, 'A3').click();
  await board.cell(sea, 'A1').dblclick();
  await expect(page.getByRole('alert')).toContainText('The ship of 3 can’t turn there.');
  await expect(page.getByRole('alert')).toContainText('your ship of 2');
  expect(await board.ownShips()).toEqual(['A1', 'B1', 'C1', 'A3', 'B3']);
});

test('Random places all, again and again, and Clear takes all back', async ({ players }) => {
  const { page, board } = await atTheHarbour(players);
  const fleets = new Set<string>();
  for (let i = 0; i < 5; i++) {
    await board.random.click();
    const ships = await board.ownShips();
    expect(ships).toHaveLength(20);
    fleets.add(ships.join());
  }
  expect(fleets.size, 'one after the other').toBeGreaterThan(1);
  await board.clear.click();
  expect(await board.ownShips()).toEqual([]);
  await expect(page.getByRole('button', { name: /^Ship of \d, in harbour/ })).toHaveCount(10);
  await expect(board.ready).toHaveAttribute('aria-disabled', 'true');
  await board.ready.dispatchEvent('click');
  await expect(page.getByRole('alert'), 'nothing was sent that the server could refuse').toHaveCount(0);
  await board.placeAnything();
});
