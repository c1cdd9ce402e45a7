// What the page says and allows while two seas are shot at.

import { Guest } from '../../support/api.ts';
import { expect, test } from '../../support/fixtures.ts';
import { Table } from '../../support/table.ts';

test('a screen reader is told what each shot did and whose turn it is', async ({ players, server }) => {
  const anna = await players.regular('Anna');
  const table = await Table.lay([anna.known, await Guest.named(server.url, 'Béla')], { starter: 0 });
  const opponent = await table.begin();
  await anna.match.open(table.code);
  const { board } = anna.match;
  await board.reaches('playing', 'mine');
  await expect(board.last).toHaveAttribute('role', 'status');
  await board.shoot('H1');
  await expect(board.last).toHaveText('H1: hit. Your turn.');
  await board.shoot('H2');
  await expect(board.last).toHaveText('H2: sunk, a ship of 2. Your turn.');
  expect(await board.what(board.theirs, 'H2')).toBe('sunk');
  expect(await board.what(board.theirs, 'G3')).toBe('water, around a wreck');
  await board.shoot('A1');
  await expect(board.last).toHaveText('A1: miss. Béla’s turn.');
  await opponent.shoot('A3');
  await expect(board.last).toHaveText('Béla at A3: hit. Béla’s turn.');
  expect(await board.what(board.own, 'A3')).toBe('your ship, hit');
  expect(await board.what(board.own, 'B3')).toBe('your ship');
  await opponent.wire.hangUp();
});

test('a cell that is known can’t be shot at', async ({ players, server }) => {
  const anna = await players.regular('Anna');
  const table = await Table.lay([anna.known, await Guest.named(server.url, 'Béla')], { starter: 0 });
  const opponent = await table.begin();
  await anna.match.open(table.code);
  const { board } = anna.match;
  expect(await board.shoot('J1')).toBe('sunk');
  const seq = await board.seq();
  for (const known of ['J1', 'I1', 'J2']) {
    const cell = board.cell(board.theirs, known);
    await expect(cell).toHaveAttribute('aria-disabled', 'true');
    await cell.dispatchEvent('click');
  }
  expect(await board.shoot('H1')).toBe('hit');
  expect(await board.seq(), 'the only shot').toBe(seq + 2);
  await opponent.wire.hangUp();
});
