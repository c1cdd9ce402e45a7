// OneCard by keyboard alone, and with fingers.

import type { Locator } from '@playwright/test';
import { Dealer } from '../../support/dealer.ts';
import { PHONE } from '../../support/devices.ts';
import { Finger } from '../../support/finger.ts';
import { expect, test } from '../../support/fixtures.ts';
import { tabTo } from '../../support/keyboard.ts';
import { Op } from '../../support/wire.ts';

/** The corner of a card that is never covered. */
async function corner(card: Locator): Promise<{ x: number; y: number }> {
  const box = await card.boundingBox();
  if (!box) throw new Error('the card has no place');
  return { x: box.x + box.width * 0.2, y: box.y + box.height * 0.2 };
}

test('a match against the house by nothing but the keyboard', async ({ players }) => {
  test.slow();
  const anna = await players.regular('Anna');
  const { page } = anna;
  await anna.home.open();
  await tabTo(page.getByRole('button', { name: 'Play OneCard' }));
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('dialog', { name: 'Play OneCard' }).getByRole('button', { name: 'Easy', exact: true }));
  await page.keyboard.press('Enter');
  const { onecard } = anna.match;
  await onecard.reaches('playing');
  for (let turn = 0; turn < 300 && (await onecard.asked()); turn++) {
    const seq = await onecard.seq();
    if ((await onecard.playable.count()) === 0) {
      await page.keyboard.press('d');
    } else {
      // The arrows go from card to card, without a stop at the ends.
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Home');
      const focused = onecard.hand.locator(':focus');
      await expect(focused).toBeVisible();
      for (let step = 0; step < 120; step++) {
        if (/, playable$/.test((await focused.getAttribute('aria-label')) ?? '')) break;
        const before = await focused.getAttribute('data-held');
        await page.keyboard.press('ArrowRight');
        await expect(focused).not.toHaveAttribute('data-held', before ?? '');
      }
      await page.keyboard.press('Enter');
    }
    await expect.poll(() => onecard.seq(), 'the action is told').toBeGreaterThan(seq);
    await expect(onecard.main).toHaveAttribute('aria-busy', 'false');
  }
  await onecard.reaches('over');
  await expect(onecard.result).toBeVisible();
});

const DEAL = {
  hand: ['5C', '2S', '9H', 'KH', '5D'],
  discards: ['9C'],
  turn: 0,
  attack: 0,
  direction: 1,
} as const;

test('a hand is sorted, or put in order by the keyboard', async ({ players }) => {
  const anna = await players.regular('Anna');
  const made = await anna.known.createOneCard({ bots: ['easy', 'easy', 'easy'] });
  await Dealer.of(anna.page, { ...DEAL, hand: [...DEAL.hand], discards: [...DEAL.discards] });
  const { onecard } = anna.match;
  await anna.match.open(made.code);
  await onecard.reaches('playing', 'mine');
  expect(await onecard.held()).toEqual(['2 of Spades', '9 of Hearts', 'King of Hearts', '5 of Diamonds', '5 of Clubs']);
  await onecard.card('5 of Clubs').focus();
  await anna.page.keyboard.press('Shift+Home');
  await expect.poll(() => onecard.held()).toEqual(['5 of Clubs', '2 of Spades', '9 of Hearts', 'King of Hearts', '5 of Diamonds']);
  await expect(onecard.card('5 of Clubs'), 'the card keeps the focus').toBeFocused();
  await expect(onecard.sorted).toHaveAttribute('aria-pressed', 'false');
  await anna.page.keyboard.press('s');
  await expect(onecard.sorted).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => onecard.held()).toEqual(['2 of Spades', '9 of Hearts', 'King of Hearts', '5 of Diamonds', '5 of Clubs']);
});

test.describe('with fingers', () => {
  test('a tap plays a card, a finger drags one to the table or to another place', async ({ players }) => {
    const anna = await players.regular('Anna', PHONE);
    const made = await anna.known.createOneCard({ bots: ['easy', 'easy', 'easy'] });
    const dealer = await Dealer.of(anna.page, { ...DEAL, hand: [...DEAL.hand], discards: [...DEAL.discards] });
    const { onecard } = anna.match;
    const finger = await Finger.of(anna.page);
    await anna.match.open(made.code);
    await onecard.reaches('playing', 'mine');

    const tap = async (card: string) => {
      const { x, y } = await corner(onecard.card(card));
      await anna.page.touchscreen.tap(x, y);
    };
    await tap('King of Hearts');
    await expect(onecard.why).toContainText('neither the suit nor the rank');
    expect(dealer.asked).toEqual([]);

    // Sideways to the left end.
    const first = await corner(onecard.card('2 of Spades'));
    await finger.drag(await corner(onecard.card('5 of Diamonds')), { x: first.x - 6, y: first.y + 40 });
    await expect.poll(() => onecard.held()).toEqual(['5 of Diamonds', '2 of Spades', '9 of Hearts', 'King of Hearts', '5 of Clubs']);
    expect(dealer.asked).toEqual([]);

    // Up to the table.
    const from = await corner(onecard.card('9 of Hearts'));
    await finger.drag(from, { x: from.x, y: from.y - 260 });
    await dealer.takes(Op.PLAY, '9H');
    dealer.plays(0, '9H', 4, 1, 1, 0);
    await expect(onecard.cards).toHaveCount(4);
    dealer.plays(1, '9D', 4, 0, 1, 0);
    await expect(onecard.situation).toContainText('Béla played the 9 of Diamonds. Play a lit card');
    await tap('5 of Diamonds');
    await dealer.takes(Op.PLAY, '5D');
  });

  test('the cards lie where they belong before anybody has told how much room there is', async ({ players }) => {
    const anna = await players.regular('Anna', PHONE);
    const made = await anna.known.createOneCard({ bots: ['easy', 'easy', 'easy'] });
    // Observers speak with a later frame; here never.
    await anna.page.addInitScript(() => {
      window.ResizeObserver.prototype.observe = () => undefined;
    });
    await Dealer.of(anna.page, { ...DEAL, hand: [...DEAL.hand], discards: [...DEAL.discards] });
    const { onecard } = anna.match;
    await anna.match.open(made.code);
    await onecard.reaches('playing', 'mine');
    const { x, y } = await corner(onecard.card('King of Hearts'));
    await anna.page.touchscreen.tap(x, y);
    await expect(onecard.why).toContainText('neither the suit nor the rank');
  });

  test('of twenty-five cards each can be read and hit, on a phone 360 pixels wide', async ({ players }) => {
    const anna = await players.regular('Anna', { ...PHONE, viewport: { width: 360, height: 740 } });
    const made = await anna.known.createOneCard({ bots: ['easy', 'easy', 'easy'] });
    const ranks = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];
    const hand = ['H', 'C'].flatMap((suit) => ranks.map((rank) => rank + suit)).slice(0, 25);
    await Dealer.of(anna.page, { ...DEAL, hand, discards: ['5S'] });
    const { onecard } = anna.match;
    await anna.match.open(made.code);
    await onecard.reaches('playing', 'mine');
    await expect(onecard.cards).toHaveCount(25);
    const covered = await onecard.cards.evaluateAll((cards) =>
      cards.flatMap((card) => {
        card.scrollIntoView({ block: 'center' });
        const box = card.getBoundingClientRect();
        // Rank and suit: the upper left part of the card.
        const points = [
          [0.1, 0.1],
          [0.2, 0.2],
          [0.1, 0.28],
        ];
        const free = points.every(([x = 0, y = 0]) => {
          const hit = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
          return hit?.closest('.oc-card') === card;
        });
        return free ? [] : [card.getAttribute('aria-label')];
      }),
    );
    expect(covered).toEqual([]);
  });
});

test.describe('where things move', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a card comes from its player, nothing waits for it, and any key ends it', async ({ players }) => {
    const anna = await players.regular('Anna', { reducedMotion: 'no-preference' });
    const made = await anna.known.createOneCard({ bots: ['easy', 'easy', 'easy'] });
    const dealer = await Dealer.of(anna.page, { ...DEAL, hand: [...DEAL.hand], discards: [...DEAL.discards], turn: 1 });
    const { onecard } = anna.match;
    await anna.match.open(made.code);
    await onecard.reaches('playing', 'theirs');
    const coming = onecard.main.locator('.oc-laid.oc-come');
    await expect(coming).toHaveCount(0);
    dealer.plays(1, '9D', 4, 0, 1, 0);
    await expect(coming).toHaveCount(1);
    await onecard.reaches('playing', 'mine');
    await anna.page.keyboard.press('Shift');
    await expect(coming).toHaveCount(0);
    await expect(onecard.main.getByRole('img', { name: 'Last card: 9 of Diamonds' })).toBeVisible();
  });
});
