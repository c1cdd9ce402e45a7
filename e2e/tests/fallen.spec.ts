// A fault in the page itself: it says so, offers the one thing that helps, and that helps.

import { Guest } from '../support/api.ts';
import { violations } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { Correspondent } from '../support/wire.ts';

test('a page that has panicked says so, and comes back when it is loaded again', async ({ players, server }) => {
  const anna = await players.regular('Anna');
  const bela = await Guest.named(server.url, 'Béla');
  const made = await anna.known.createMatch();
  anna.expects(/panicked at|RuntimeError: unreachable/);
  await anna.match.open(made.code);
  await anna.match.connected();
  // A browser that can't copy an element is one the framework doesn't reckon with: it panics at the next change.
  await anna.page.evaluate(() => {
    Node.prototype.cloneNode = () => {
      throw new Error('no copy');
    };
  });
  await Correspondent.enter(bela, await bela.join(made.code));

  const notice = anna.page.getByRole('alertdialog', { name: 'Parlour has stopped' });
  await expect(notice).toContainText('every move is kept');
  const again = notice.getByRole('link', { name: 'Load the page again' });
  await expect(again, 'one press of a key is enough').toBeFocused();
  expect(await violations(anna.page)).toEqual([]);
  await again.press('Enter');
  await anna.match.board.reaches('placing');
  await expect(notice).toBeHidden();
});
