// A line that dies without a word: nobody hears of it, the browser does not tell, and the page finds out by itself.

import { until } from '../support/app.ts';
import { EAST } from '../support/fleets.ts';
import { expect, test } from '../support/fixtures.ts';
import { Guest } from '../support/api.ts';
import { Line } from '../support/line.ts';
import { Table } from '../support/table.ts';

test('a dead line is found out while there is nothing to say, and what was missed is shown', async ({ players }) => {
  const anna = await players.regular('Anna');
  const bela = await Guest.named(anna.known.server, 'Béla');
  const table = await Table.lay([anna.known, bela]);
  const line = await Line.of(anna.page);
  const opponent = await table.enter(1);
  await anna.page.clock.install();
  await anna.match.open(table.code);
  const { board, link } = anna.match;
  await board.reaches('placing');
  await anna.match.connected();

  line.keepAnswers();
  line.keepCalls();
  opponent.place(EAST);
  await until(anna.page, 'the page tries another line', async () => line.sockets === 2);
  await expect(link, 'which may well be open in a moment').toHaveAttribute('data-link', 'connected');
  await until(anna.page, 'the page says that there is none', async () => (await link.getAttribute('data-link')) === 'lost');
  await expect(board.last).not.toContainText('Béla is ready.');

  line.clear();
  await until(anna.page, 'a line is found', async () => (await link.getAttribute('data-link')) === 'connected');
  await expect(board.last).toContainText('Béla is ready.');
});
