// One seat, several tabs: the newest has it, and the others say so and keep still.

import { Guest } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { Line } from '../support/line.ts';
import { Table } from '../support/table.ts';

test('a second tab takes over, the first does not fight, and can take it back', async ({ players, server }) => {
  const anna = await players.regular('Anna');
  const bela = await Guest.named(server.url, 'Béla');
  const table = await Table.lay([anna.known, bela], { starter: 0 });
  const opponent = await table.begin();
  const first = anna.match;
  const firstLine = await Line.of(first.page);
  await first.open(table.code);
  await first.board.reaches('playing', 'mine');

  const second = await anna.secondTab();
  const secondLine = await Line.of(second.page);
  await second.open(table.code);
  await second.board.reaches('playing', 'mine');
  await expect(first.elsewhere).toBeVisible();
  await expect(first.heading).toHaveText('Opened elsewhere.');

  // Two whole salvos in the second tab: time enough for the first to fight, if it did.
  expect(await second.board.shoot('J1')).toBe('sunk');
  expect(await second.board.shoot('A1')).toBe('miss');
  expect(await opponent.shoot('J10')).toBe(0);
  expect(await second.board.shoot('H1')).toBe('hit');
  await second.connected();
  expect([firstLine.sockets, secondLine.sockets], 'one connection each').toEqual([1, 1]);
  await expect(first.elsewhere).toBeVisible();

  await first.useItHere.click();
  await expect(second.elsewhere).toBeVisible();
  await first.board.reaches('playing', 'mine');
  expect(await first.board.what(first.board.theirs, 'H1'), 'it has seen all that happened meanwhile').toBe('hit');
  expect(await first.board.shoot('H2')).toBe('sunk');
  expect([firstLine.sockets, secondLine.sockets]).toEqual([2, 1]);
  await opponent.wire.hangUp();
});

