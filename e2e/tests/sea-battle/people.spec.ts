// The other person: whether they are there, and what they have to say.

import { type Player, type Players, expect, test } from '../../support/fixtures.ts';
import type { Wish } from '../../support/api.ts';
import { Table } from '../../support/table.ts';

/** Two people who shoot, Béla first, who may be away for ten minutes; unless otherwise wished, no clock runs. */
async function shooting(players: Players, wish: Wish = {}): Promise<{ anna: Player; bela: Player; code: string }> {
  const anna = await players.regular('Anna');
  const bela = await players.regular('Béla');
  const table = await Table.lay([anna.known, bela.known], { starter: 1, grace_seconds: 600, shot_seconds: null, ...wish });
  // They run until the test holds them.
  for (const { page } of [anna, bela]) await page.clock.install();
  (await table.begin()).wire.cut();
  for (const { match } of [anna, bela]) await match.open(table.code);
  await anna.match.board.reaches('playing', 'theirs');
  await bela.match.board.reaches('playing', 'mine');
  return { anna, bela, code: table.code };
}

test('whose page closes is away, for how long is told, and they are back when they come again', async ({ players }) => {
  const { anna, bela, code } = await shooting(players);
  const { board } = anna.match;
  await expect(board.away).toBeHidden();
  await bela.page.close();
  await expect(board.away).toHaveText(
    /^Béla is away\. They lose unless they are back in time until they give up (?:10:00|9:\d\d)$/,
  );
  await expect(board.announced).toHaveText('Béla is away.');
  await expect(anna.match.link, 'one’s own connection is another matter').toHaveAttribute('data-link', 'connected');

  const again = await bela.secondTab();
  await again.open(code);
  await again.board.reaches('playing', 'mine');
  await expect(board.away).toBeHidden();
  await expect(board.announced).toHaveText('Béla is back.');
  await expect(again.board.away, 'whoever is back is not told of oneself').toBeHidden();

  // While it is Anna’s turn the match does not wait for Béla, so no time runs.
  await again.board.shoot(Table.FLEETS[0].openWater[0] ?? '');
  await board.reaches('playing', 'mine');
  await again.page.close();
  await expect(board.away).toHaveText('Béla is away.');
});

test('a page that does not know since when somebody is away promises no time', async ({ players }) => {
  const { anna, bela } = await shooting(players);
  const { board } = anna.match;
  await bela.page.close();
  await expect(board.away).toContainText('in time until they give up');
  await anna.page.reload();
  await expect(board.away).toHaveText('Béla is away. They lose unless they are back soon.');
});

test('a turn that ends before whoever is away has lost is all that is told', async ({ players }) => {
  const { anna, bela } = await shooting(players, { shot_seconds: 300 });
  await bela.page.close();
  await expect(anna.match.board.away).toHaveText('Béla is away.');
});

test('a gesture is shown and told to both, for a moment', async ({ players }) => {
  const { anna, bela } = await shooting(players);
  const [annas, belas] = [anna.match.board, bela.match.board];
  for (const { page } of [anna, bela]) await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  await belas.gesticulate('Well played');
  await expect(annas.gesture).toHaveText('Béla Well played');
  await expect(annas.announced).toHaveText('Béla: Well played');
  await expect(belas.gesture).toHaveText('You Well played');
  await expect(bela.page.getByRole('group', { name: 'Gestures' }), 'the list closes').toBeHidden();
  for (const { match, page } of [anna, bela]) {
    await page.clock.runFor(4_900);
    await expect(match.board.gesture).toBeVisible();
    await page.clock.runFor(100);
    await expect(match.board.gesture).toBeHidden();
  }
});
