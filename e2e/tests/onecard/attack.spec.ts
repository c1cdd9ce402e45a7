// An attack that goes around the table. The cards are dealt by the test, which also plays for everybody else.

import { Dealer } from '../../support/dealer.ts';
import { expect, test } from '../../support/fixtures.ts';
import { Op } from '../../support/wire.ts';

test('an attack is redirected by a Queen and a Jack, and everybody sees where it goes', async ({ players }) => {
  const anna = await players.regular('Anna');
  const made = await anna.known.createOneCard({ bots: ['easy', 'easy', 'easy'] });
  const dealer = await Dealer.of(anna.page, {
    hand: ['KH', 'QH', 'QC', '2C', '3C', '7H', '7D', 'JH'],
    discards: ['2H', '3H'],
    turn: 0,
    attack: 5,
    direction: 1,
  });
  const { onecard } = anna.match;
  await anna.match.open(made.code);
  await onecard.reaches('playing', 'mine');
  await expect(onecard.situation).toContainText('Attack of 5. Answer with a lit card, or draw 5.');
  await expect(onecard.draw).toHaveAccessibleName(/^Draw 5/);
  await expect(onecard.main.locator('.oc-ember')).toHaveText('+5');
  const names = await onecard.playable.evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')));
  expect(names, 'a matching 3 or 7, and Queen and Jack of the suit').toEqual([
    '7 of Hearts, cancels an attack, playable',
    'Jack of Hearts, skips the next player, playable',
    'Queen of Hearts, turns the direction, playable',
    '3 of Clubs, adds 3, playable',
  ]);

  // What can't be played says why, and nothing is sent.
  await onecard.card('King of Hearts').focus();
  await anna.page.keyboard.press('Enter');
  await expect(onecard.why).toContainText('You are under attack');
  await onecard.card('2 of Clubs').focus();
  await anna.page.keyboard.press('Enter');
  await expect(onecard.why).toContainText('neither the suit nor the rank');
  expect(dealer.asked).toEqual([]);

  await onecard.card('Queen of Hearts').focus();
  await anna.page.keyboard.press('Enter');
  await dealer.takes(Op.PLAY, 'QH');
  dealer.plays(0, 'QH', 7, 3, -1, 5);
  await onecard.reaches('playing', 'theirs');
  await expect(onecard.situation).toContainText('Attack of 5 on Dora.');
  await expect(onecard.main).toContainText('Clockwise');
  await expect(onecard.seat(3)).toHaveAttribute('aria-current', 'true');
  await expect(onecard.main.getByRole('listitem').filter({ hasText: 'direction turned' })).toContainText('You played the Queen of Hearts');

  // Dora's Jack sends it over Cora to Béla, whose Queen sends it back to her, with another 2 on the way to Anna.
  dealer.plays(3, 'JH', 4, 1, -1, 5);
  await expect(onecard.situation).toContainText('Attack of 5 on Béla.');
  await expect(onecard.seat(3)).toContainText('skipped one');
  dealer.plays(1, 'QH', 4, 2, 1, 5);
  await expect(onecard.main).toContainText('Counter-clockwise');
  await expect(onecard.seat(2)).toHaveAttribute('aria-current', 'true');
  dealer.plays(2, '2H', 4, 3, 1, 7);
  await expect(onecard.situation).toContainText('Attack of 7 on Dora.');
  dealer.plays(3, '2H', 1, 0, 1, 9);
  await onecard.reaches('playing', 'mine');
  await expect(onecard.situation).toContainText('Attack of 9.');
  await expect(onecard.draw).toHaveAccessibleName(/^Draw 9/);
  await expect(onecard.seat(3)).toContainText('One card');
  await expect(anna.page.locator('#announcer')).toContainText('One card left! Your turn, attack of 9.');

  await onecard.card('7 of Hearts').focus();
  await anna.page.keyboard.press('Enter');
  await dealer.takes(Op.PLAY, '7H');
  dealer.plays(0, '7H', 6, 1, 1, 0);
  await expect(onecard.main).toHaveAttribute('data-attack', '0');
  await expect(onecard.heading).toContainText('Béla’s turn');
  dealer.draws(1, 1, 2, 1);
  await expect(onecard.seat(1)).toContainText('drew 1');
});
