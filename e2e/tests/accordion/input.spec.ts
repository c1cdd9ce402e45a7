// What one can do with the row of Accordion: what is lit, card or pile, what is refused and how, and what is told.

import type { Page } from '@playwright/test';
import type { AccordionTable } from '../../pages/accordion.ts';
import { AccordionDealer, type Start } from '../../support/accordion-dealer.ts';
import { type Row, laid, spoken } from '../../support/accordion.ts';
import { PHONE } from '../../support/devices.ts';
import { Finger, middleOf } from '../../support/finger.ts';
import { type Player, expect, test } from '../../support/fixtures.ts';
import { Correspondent, Op } from '../../support/wire.ts';

const DEALT = ['AC', 'KH', 'QH', 'QC', '2D', '9C'];

/** [AC] [QH KH] [QC] [2D] [9C]: the deep pile can go nowhere, a single one both ways. */
const EARLY = () => laid(DEALT, [{ from: 2, distance: 1, whole: true }]);

/** [AC] [QC QH KH] [2D] [9C]: the deep pile can go, as a whole or by its top card; so can the last. */
const DEEP = () => {
  const row = EARLY();
  row.move({ from: 2, distance: 1, whole: true });
  return row;
};

/** Twelve piles of 32 cards; the seven of hearts lies right of the queen of hearts, and the first pile has 21 cards. */
const LATE = () => {
  const ranks = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];
  const first = [...ranks.map((rank) => `${rank}S`), 'KC', ...ranks.slice(0, 7).map((rank) => `${rank}C`)];
  const row = laid(first);
  while (row.piles.length > 1) row.move({ from: 1, distance: 1, whole: true });
  for (const card of ['2D', '4D', 'QH', '7H', '3D', '5D', '6D', '8D', '9D', '10D', 'JD']) row.deal(card);
  return row;
};

/** A match against the house that begins as the test has laid it. */
async function begin(anna: Player, start: Start): Promise<[AccordionTable, AccordionDealer]> {
  const made = await anna.known.createAccordion({ bots: ['steady'] });
  const dealer = await AccordionDealer.of(anna.page, start);
  await anna.match.open(made.code);
  const table = anna.match.accordion;
  await table.reaches('playing');
  await table.shows(start.row);
  return [table, dealer];
}

/** What the page has asked for but not been answered; without numbers. */
const asked = (dealer: AccordionDealer) => dealer.asked.map(([op, , ...args]) => [op, ...args]);

/** Takes a pile by mouse and holds it over another. */
async function hold(page: Page, table: AccordionTable, from: number, over: number): Promise<void> {
  const [start, end] = [await middleOf(table.pile(from)), await middleOf(table.pile(over))];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 3 });
}

/** Where a pile is lit to go to, by the rules. */
const targets = (row: Row, from: number) => row.ways(from).map((distance) => from - distance).sort((one, other) => one - other);

/** Takes up one pile after the other, looks, and puts it down again. */
async function eachTakenUp(table: AccordionTable, row: Row, look: (place: number) => Promise<void>): Promise<void> {
  for (const place of row.piles.keys()) {
    await table.pile(place).click();
    await expect(table.pile(place)).toHaveAttribute('aria-pressed', 'true');
    await look(place);
    await table.page.keyboard.press('Escape');
    await expect(table.pile(place)).toHaveAttribute('aria-pressed', 'false');
  }
}

test.describe('what is lit', () => {
  test('a tap lights every place a pile can go to, and no other', async ({ players }) => {
    const anna = await players.regular('Anna');
    const row = EARLY();
    const [table] = await begin(anna, { row });
    await eachTakenUp(table, row, async (place) => {
      expect(await table.litPlaces(), `from ${place}`).toEqual(targets(row, place));
    });
    await expect(table.lit).toHaveCount(0);
    await table.pile(2).click();
    await expect(table.pile(0), 'it is told as well').toHaveAccessibleName('Pile 1: Ace of Clubs, 1 card, can be moved onto, 2 to the left');
    await expect(table.pile(2)).toHaveAccessibleName('Pile 3: Queen of Clubs, 1 card, taken up');
    await expect(table.live).toContainText('Taken up; it can go to pile 2 or 1.');
    await expect(table.pile(1).getByText('1 left')).toBeVisible();
    await expect(table.pile(0).getByText('2 left')).toBeVisible();
  });

  test('a drag by mouse lights the same places', async ({ players }) => {
    const anna = await players.regular('Anna');
    const row = EARLY();
    const [table, dealer] = await begin(anna, { row });
    for (const place of [2, 3, 4]) {
      await hold(anna.page, table, place, 3);
      await expect.poll(() => table.litPlaces(), `from ${place}`).toEqual(targets(row, place));
      await anna.page.keyboard.press('Escape');
      await anna.page.mouse.up();
    }
    await hold(anna.page, table, 4, 2);
    await anna.page.mouse.up();
    await dealer.wasAsked(1);
    expect(asked(dealer)).toEqual([[Op.MOVE, 4, 2, true]]);
    await table.shows(dealer.row);
    await expect(table.lit).toHaveCount(0);
  });

  test('a drag by finger lights the same places', async ({ players }) => {
    const anna = await players.regular('Anna', PHONE);
    const row = EARLY();
    const [table] = await begin(anna, { row });
    const finger = await Finger.of(anna.page);
    for (const place of [2, 3, 4]) {
      const [from, to] = [await middleOf(table.pile(place)), await middleOf(table.pile(3))];
      await finger.down(from);
      // Sideways, as a finger does that doesn’t want to scroll.
      await finger.moveTo({ x: to.x + (place === 3 ? 30 : 0), y: to.y + 4 });
      await expect.poll(() => table.litPlaces(), `from ${place}`).toEqual(targets(row, place));
      await finger.up();
      await expect(table.lit).toHaveCount(0);
    }
  });
});

test.describe('what is refused', () => {
  test('a pile dropped where it can’t go lies where it lay, and the page says why', async ({ players }) => {
    const anna = await players.regular('Anna');
    const [table, dealer] = await begin(anna, { row: DEEP() });
    await hold(anna.page, table, 3, 2);
    await anna.page.mouse.up();
    await expect(table.said).toHaveText('That pile can’t go there.');
    await expect(table.live).toContainText('That pile can’t go there.');
    await table.shows(dealer.row);
    expect(dealer.asked).toEqual([]);
  });

  test('a key for a way that is closed says why', async ({ players }) => {
    const anna = await players.regular('Anna');
    const [table, dealer] = await begin(anna, { row: DEEP() });
    await table.pile(3).click();
    await anna.page.keyboard.press('1');
    await expect(table.said).toHaveText('That pile can’t go there.');
    await expect(table.live).toContainText('That pile can’t go there.');
    expect(dealer.asked).toEqual([]);
    await anna.page.keyboard.press('2');
    await dealer.wasAsked(1);
    expect(asked(dealer)).toEqual([[Op.MOVE, 3, 2, true]]);
  });

  test('a tap on a place that is not lit takes that pile up instead, and says where it can go', async ({ players }) => {
    const anna = await players.regular('Anna');
    const [table, dealer] = await begin(anna, { row: DEEP() });
    await table.pile(3).click();
    await table.pile(2).click();
    await expect(table.pile(2)).toHaveAttribute('aria-pressed', 'true');
    await expect(table.pile(3)).toHaveAttribute('aria-pressed', 'false');
    await expect(table.live).toContainText('Taken up; it can go nowhere.');
    await expect(table.lit).toHaveCount(0);
    expect(dealer.asked).toEqual([]);
  });

  test('nothing is finished before all cards are dealt, and nothing taken back before a move', async ({ players }) => {
    const anna = await players.regular('Anna');
    const [table, dealer] = await begin(anna, { row: laid(['AC', '2D']) });
    await expect(table.act('Undo')).toHaveAttribute('aria-disabled', 'true');
    await expect(table.act('Finish')).toHaveAttribute('aria-disabled', 'true');
    await table.act('Finish').focus();
    await anna.page.keyboard.press('Enter');
    await expect(table.said).toHaveText('Deal all cards first.');
    await anna.page.keyboard.press('u');
    await expect(table.said).toHaveText('There is nothing to take back: a card that was dealt stays dealt.');
    await expect(table.live).toContainText('There is nothing to take back');
    expect(dealer.asked).toEqual([]);
  });
});

test.describe('card or pile', () => {
  test('is asked only where both can go and are not the same', async ({ players }) => {
    const anna = await players.regular('Anna');
    const row = EARLY();
    const [table] = await begin(anna, { row });
    await eachTakenUp(table, row, async (place) => {
      await expect(table.what('Whole pile'), `pile ${place} is single, or can go nowhere`).toHaveCount(0);
    });
    // Two queens make a pile that can go.
    await table.pile(2).click();
    await table.pile(1).click();
    await expect(table.question, 'a single card needs no question').toHaveCount(0);
    await expect.poll(() => table.lies()).toEqual([['AC', 1], ['QC', 3], ['2D', 1], ['9C', 1]]);
    await table.pile(1).click();
    await expect(table.what('Whole pile')).toBeChecked();
    await expect(table.what('Top card')).not.toBeChecked();
  });

  test('by mouse: dropped, by the switch, and with Shift', async ({ players }) => {
    const anna = await players.regular('Anna');
    const [table, dealer] = await begin(anna, { row: DEEP() });
    const { page } = anna;
    const back = async () => {
      await page.keyboard.press('u');
      await table.shows(DEEP());
    };

    await hold(page, table, 1, 0);
    await page.mouse.up();
    await expect(table.answer('Pile')).toBeVisible();
    await table.answer('Card').click();
    await expect(table.question).toHaveCount(0);
    await expect.poll(() => table.lies()).toEqual([['QC', 2], ['QH', 2], ['2D', 1], ['9C', 1]]);
    await back();
    await hold(page, table, 1, 0);
    await page.mouse.up();
    await table.answer('Pile').click();
    await expect.poll(() => table.lies()).toEqual([['QC', 4], ['2D', 1], ['9C', 1]]);
    await back();
    await page.keyboard.down('Shift');
    await hold(page, table, 1, 0);
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await expect.poll(() => table.lies(), 'Shift means the card').toEqual([['QC', 2], ['QH', 2], ['2D', 1], ['9C', 1]]);
    await back();
    await table.pile(1).click();
    await table.pile(0).click({ modifiers: ['Shift'] });
    await expect.poll(() => table.lies()).toEqual([['QC', 2], ['QH', 2], ['2D', 1], ['9C', 1]]);
    await back();
    await table.pile(1).click();
    await table.what('Top card').click();
    await table.pile(0).click();
    await expect.poll(() => table.lies()).toEqual([['QC', 2], ['QH', 2], ['2D', 1], ['9C', 1]]);
    await back();
    await table.pile(1).click();
    await table.pile(0).click();
    await expect.poll(() => table.lies(), 'the whole pile unless one says so').toEqual([['QC', 4], ['2D', 1], ['9C', 1]]);
    const moves = asked(dealer).filter(([op]) => op === Op.MOVE);
    expect(moves.map(([, , , whole]) => whole)).toEqual([false, true, false, false, false, true]);
  });

  test('by finger: dropped, and by the switch', async ({ players }) => {
    const anna = await players.regular('Anna', PHONE);
    const [table, dealer] = await begin(anna, { row: DEEP() });
    const finger = await Finger.of(anna.page);
    await finger.drag(await middleOf(table.pile(1)), await middleOf(table.pile(0)));
    for (const name of ['Pile', 'Card'] as const) {
      const box = await table.answer(name).boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), 'large enough for a finger').toBeGreaterThanOrEqual(44);
      await expect(table.answer(name)).toBeInViewport({ ratio: 1 });
    }
    await table.answer('Card').tap();
    await expect.poll(() => table.lies()).toEqual([['QC', 2], ['QH', 2], ['2D', 1], ['9C', 1]]);
    await table.act('Undo').tap();
    await table.shows(DEEP());
    await table.pile(1).tap();
    await table.what('Top card').tap();
    await table.pile(0).tap();
    await expect.poll(() => table.lies()).toEqual([['QC', 2], ['QH', 2], ['2D', 1], ['9C', 1]]);
    await table.act('Undo').tap();
    await table.shows(DEEP());
    await finger.drag(await middleOf(table.pile(1)), await middleOf(table.pile(0)));
    await table.answer('Pile').tap();
    await expect.poll(() => table.lies()).toEqual([['QC', 4], ['2D', 1], ['9C', 1]]);
    expect(asked(dealer).filter(([op]) => op === Op.MOVE).map(([, , , whole]) => whole)).toEqual([false, false, true]);
  });

  test('by key', async ({ players }) => {
    const anna = await players.regular('Anna');
    const [table, dealer] = await begin(anna, { row: DEEP() });
    const { keyboard } = anna.page;
    await keyboard.press('ArrowRight');
    await expect(table.pile(1)).toBeFocused();
    await keyboard.press('Enter');
    await keyboard.press('c');
    await expect(table.what('Top card')).toBeChecked();
    await keyboard.press('p');
    await expect(table.what('Whole pile')).toBeChecked();
    await keyboard.press('c');
    await keyboard.press('1');
    await expect.poll(() => table.lies()).toEqual([['QC', 2], ['QH', 2], ['2D', 1], ['9C', 1]]);
    await keyboard.press('Control+z');
    await table.shows(DEEP());
    await keyboard.press('Home');
    await keyboard.press('ArrowRight');
    await keyboard.press('Enter');
    await keyboard.press('1');
    await expect.poll(() => table.lies()).toEqual([['QC', 4], ['2D', 1], ['9C', 1]]);
    await expect(table.pile(0), 'the focus goes along').toBeFocused();
    expect(asked(dealer)).toEqual([[Op.MOVE, 1, 1, false], [Op.UNDO], [Op.MOVE, 1, 1, true]]);
  });
});

test.describe('taking back', () => {
  test('goes as far as the last card that was dealt, and not past it', async ({ players, server }) => {
    const anna = await players.regular('Anna');
    const made = await anna.known.createAccordion({ bots: ['casual'], deal: 4 });
    await anna.match.open(made.code);
    const table = anna.match.accordion;
    await table.reaches('playing');
    await expect(table.act('Undo')).toHaveAttribute('aria-disabled', 'true');
    // Deals until there is a move.
    const row = laid([]);
    while (row.open().length === 0) {
      await anna.page.keyboard.press('Space');
      row.deal(await table.dealt(row.cards + 1));
      await table.shows(row);
    }
    await expect(table.act('Undo'), 'a deal can’t be taken back').toHaveAttribute('aria-disabled', 'true');
    const [move] = row.open();
    if (!move) throw new Error('there is a move');
    await table.pile(move.from).click();
    await table.pile(move.from - move.distance).click();
    row.move({ ...move, whole: true });
    await table.shows(row);
    await table.act('Undo').click();
    row.undo();
    await table.shows(row);
    await expect(table.live).toContainText(`The move is taken back; ${row.standing}.`);
    await expect(table.act('Undo')).toHaveAttribute('aria-disabled', 'true');
    await anna.page.keyboard.press('u');
    await expect(table.said).toContainText('a card that was dealt stays dealt');
    await table.shows(row);
    // Whoever asks the server all the same is refused.
    const wire = await Correspondent.enter(anna.known, made);
    wire.wire.say(Op.UNDO, 99);
    const [, , code] = await wire.wire.nextOf(Op.REFUSED);
    expect(code).toBe('nothing-to-undo');
    await wire.wire.hangUp();
    await anna.match.useItHere.click();
    await table.shows(row);
    expect(server.runs).toBe(true);
  });
});

test.describe('what is told', () => {
  test('a move says what lies on what, where, and how the row stands', async ({ players }) => {
    const anna = await players.regular('Anna');
    const [table, dealer] = await begin(anna, { row: LATE(), next: ['KD'] });
    await table.pile(4).click();
    await table.pile(3).click();
    await expect(table.live).toContainText('7 of Hearts onto Queen of Hearts, pile 4; 11 piles, 20 cards to deal.');
    await table.shows(dealer.row);
    await expect(table.main.getByRole('img', { name: '11 piles, 20 cards to deal' })).toBeVisible();
    await anna.page.keyboard.press('Space');
    await expect(table.live).toContainText('King of Diamonds; 12 piles, 19 cards to deal.');
    await expect(table.state.getByRole('heading')).toContainText('12');
    await expect(table.state.getByRole('heading')).toContainText('33 cards dealt');
    await expect(table.state).toContainText('19 left to deal');
    await expect(table.state).toContainText('Steady bot has dealt 0');
    dealer.houseDeals(41);
    await expect(table.state).toContainText('Steady bot has dealt 41');
    dealer.houseDeals(52, true);
    await expect(table.state).toContainText('Steady bot has finished');
    await table.shows(dealer.row);
  });

  test('on a phone one sees as much', async ({ players }) => {
    const anna = await players.regular('Anna', PHONE);
    const [table, dealer] = await begin(anna, { row: LATE() });
    await expect(table.state.getByText('20 left to deal')).toBeVisible();
    dealer.houseDeals(41);
    await expect(table.state.getByText('Steady bot has dealt 41')).toBeVisible();
  });

  test('a pile shows how deep it is, and its cards when it is taken up', async ({ players }) => {
    const anna = await players.regular('Anna');
    const row = LATE();
    const [table] = await begin(anna, { row });
    await expect(table.pile(0).getByText('21', { exact: true })).toBeVisible();
    await expect(table.pile(0)).toHaveAccessibleName(`Pile 1: ${spoken('7C')}, 21 cards`);
    await expect(table.pile(1).locator('.ac-pile__depth'), 'a single card needs no number').toHaveCount(0);
    await expect(table.inside).toHaveCount(0);
    await table.pile(0).click();
    const cards = (row.piles[0] ?? []).map(spoken).join(', ');
    await expect(table.inside).toHaveAccessibleName(`In pile 1, top to bottom: ${cards}`);
    await expect(table.inside.locator('svg')).toHaveCount(21);
    await expect(table.inside).toBeInViewport({ ratio: 1 });
    await anna.page.keyboard.press('Escape');
    await expect(table.inside).toHaveCount(0);
  });

  test('a hint takes the pile up, and says what the strong house would do', async ({ players }) => {
    const anna = await players.regular('Anna');
    const [table, dealer] = await begin(anna, { row: DEEP(), next: ['5D'] });
    await table.act('Hint').click();
    await expect(table.said).toHaveText('Hint: deal. More cards never close a move.');
    await expect(table.live).toContainText('Hint: deal.');
    await table.act('Deal').click();
    await dealer.wasAsked(1);
    expect(asked(dealer), 'a hint alone does nothing').toEqual([[Op.DEAL]]);
    await expect(table.said, 'it is gone with the row that it was about').not.toContainText('Hint');
  });
});

test.describe('dealing all', () => {
  test('asks for one card after another, and can be stopped', async ({ players }) => {
    const anna = await players.regular('Anna');
    const [table, dealer] = await begin(anna, { row: DEEP(), next: ['5D', '7S', '3H', '4H'], held: true });
    await table.act('Deal all').click();
    await dealer.wasAsked(1);
    dealer.answer();
    await dealer.wasAsked(2);
    dealer.answer();
    await dealer.wasAsked(3);
    await table.act('Stop').click();
    await expect(table.act('Deal all')).toBeVisible();
    dealer.answer();
    await table.shows(dealer.row);
    expect(await table.dealt(9)).toBe('3H');
    await anna.page.keyboard.press('h');
    await expect(table.said).toContainText('Hint');
    expect(asked(dealer), 'no more than was wanted').toEqual([[Op.DEAL], [Op.DEAL], [Op.DEAL]]);
  });

  test('ends with the last card, and nothing is asked that would be refused', async ({ players }) => {
    const anna = await players.regular('Anna');
    const said: string[] = [];
    anna.page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => said.push(payload.toString())));
    const made = await anna.known.createAccordion({ bots: ['casual'] });
    await anna.match.open(made.code);
    const table = anna.match.accordion;
    await table.reaches('playing');
    await table.act('Deal all').click();
    await expect(table.main).toHaveAttribute('data-dealt', '52');
    await expect(table.main).toHaveAttribute('data-piles', '52');
    await expect(table.live).toContainText('52 piles, all cards dealt.');
    await expect(table.act('Deal all')).toHaveAttribute('aria-disabled', 'true');
    // One more action, to be sure that nothing else is on its way.
    await anna.page.keyboard.press('h');
    await expect(table.said).toContainText('Hint');
    expect(said.filter((text) => text.startsWith(`[${Op.DEAL},`))).toHaveLength(52);
    await expect(anna.page.locator('.toast')).toHaveCount(0);
  });
});
