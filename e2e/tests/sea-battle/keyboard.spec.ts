// Sea Battle without a pointer.

import { ALL_CELLS } from '../../support/fleets.ts';
import { expect, test } from '../../support/fixtures.ts';
import { tabTo } from '../../support/keyboard.ts';

/** The whole board in one walk: each cell is one step from the one before. */
const WALK = Array.from({ length: 10 }, (_, row) => {
  const cells = ALL_CELLS.slice(row * 10, row * 10 + 10);
  return row % 2 === 0 ? cells.map((cell) => [cell, 'ArrowRight']) : cells.reverse().map((cell) => [cell, 'ArrowLeft']);
}).flat() as [cell: string, onward: string][];

test('a match against the house, from the first page to the result, by keyboard alone', async ({ players }) => {
  test.slow();
  const { home, match, page } = await players.stranger('Anna');
  const { board } = match;
  const { keyboard } = page;
  await home.open();
  await tabTo(home.play);
  await keyboard.press('Enter');
  await tabTo(home.choice('Hard'));
  await keyboard.press('Enter');
  await board.reaches('placing');
  await tabTo(board.random);
  await keyboard.press('Enter');
  await tabTo(board.ready);
  await keyboard.press('Enter');
  await board.reaches('playing');

  const grid = board.theirs;
  await tabTo(board.cell(grid, 'A1'));
  for (const [index, [cell, onward]] of WALK.entries()) {
    // The house answers at once; whoever is to shoot afterwards, it is not the house.
    await expect(board.root).not.toHaveAttribute('data-turn', 'theirs');
    if ((await board.root.getAttribute('data-phase')) === 'over') break;
    await expect(board.cell(grid, cell), 'the arrow keys move cell by cell').toBeFocused();
    if ((await board.what(grid, cell)) === 'unknown') {
      const before = await board.seq();
      await keyboard.press('Enter');
      await board.shows(before + 2);
    }
    await keyboard.press((index + 1) % 10 === 0 ? 'ArrowDown' : onward);
  }
  await board.reaches('over');
  await expect(board.result).toContainText(/You won|You lost/);
});

test('ships are lifted, moved, turned and set by keys', async ({ players }) => {
  const { known, match, page } = await players.regular('Anna');
  const { keyboard } = page;
  const { board } = match;
  const made = await known.createMatch({ bots: ['easy'] });
  await match.open(made.code);
  await board.reaches('placing');
  const announced = page.locator('#announcer');

  await tabTo(board.ship(4));
  await keyboard.press('Enter');
  await expect(announced).toHaveText('Ship of 4, across, A1 to D1.');
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowRight');
  await expect(announced).toHaveText('Ship of 4, across, B2 to E2.');
  await keyboard.press('r');
  await expect(announced).toHaveText('Ship of 4, upright, B2 to B5.');
  await keyboard.press('Enter');
  await expect(announced).toHaveText('The ship of 4 lies.');
  expect(await board.ownShips()).toEqual(['B2', 'B3', 'B4', 'B5']);

  await tabTo(board.ship(3));
  await keyboard.press('Enter');
  await expect(announced, 'a lifted ship is held where it may lie').toHaveText('Ship of 3, across, D1 to F1.');
  await keyboard.press('ArrowLeft');
  await expect(announced).toContainText('It can’t lie there.');
  await expect(page.getByRole('alert')).toContainText('The ship of 3 can’t lie there.');
  await expect(page.getByRole('alert')).toContainText('touches your ship of 4');
  await keyboard.press('Enter');
  expect(await board.ownShips(), 'it stays in the hand').not.toContain('D1');
  await keyboard.press('ArrowRight');
  await keyboard.press('Space');
  await keyboard.press('Enter');
  expect(await board.ownShips()).toEqual(['D1', 'B2', 'D2', 'B3', 'D3', 'B4', 'B5']);
  await expect(board.ready).toHaveAccessibleName('Ready when 8 more are placed');
  await expect(board.ready).toHaveAttribute('aria-disabled', 'true');
});
