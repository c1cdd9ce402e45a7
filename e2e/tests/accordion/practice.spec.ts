// Accordion in this browser alone: the deal in the address, taking back without end, and what the browser remembers.

import { Keys } from '../../pages/accordion-hands.ts';
import type { AccordionTable } from '../../pages/accordion.ts';
import { Row, counted, laid } from '../../support/accordion.ts';
import { PHONE } from '../../support/devices.ts';
import { type Player, expect, test } from '../../support/fixtures.ts';

/** Opens practice at an address. */
async function practise(anna: Player, query: string): Promise<AccordionTable> {
  await anna.page.goto(`/practice/accordion${query}`);
  const table = anna.match.accordion;
  await table.reaches('playing');
  return table;
}

/** Deals and moves until so many moves are made. */
async function move(table: AccordionTable, row: Row, most: number): Promise<void> {
  const keys = new Keys(table);
  for (let moves = 0; moves < most; ) {
    await keys.deal();
    row.deal(await table.dealt(row.cards + 1));
    await table.shows(row);
    for (let [next] = row.open(); next && moves < most; [next] = row.open()) {
      const move = { ...next, whole: true };
      await keys.move(move);
      row.move(move);
      moves += 1;
      await table.shows(row);
    }
  }
}

test('everything can be taken back, deals too, down to the empty row', async ({ players }) => {
  const anna = await players.stranger('Anna');
  const table = await practise(anna, '?deal=5');
  const row = new Row();
  await move(table, row, 3);
  const cards = row.cards;
  for (let dealt = cards; row.steps.length > 0; ) {
    await anna.page.keyboard.press('u');
    const deal = row.undo() === null;
    await table.shows(row);
    if (deal) dealt -= 1;
    expect(row.cards).toBe(dealt);
    await expect(table.live).toContainText(`The ${deal ? 'deal' : 'move'} is taken back; ${row.standing}.`);
  }
  await expect(table.act('Undo')).toHaveAttribute('aria-disabled', 'true');
  await anna.page.keyboard.press('u');
  await expect(table.said).toContainText('There is nothing to take back');
  // The same cards come again.
  const again = new Row();
  await move(table, again, 3);
  expect(again.cards).toBe(cards);
});

test('a reload in the middle brings the same row back, and what can be taken back', async ({ players }) => {
  const anna = await players.stranger('Anna');
  const table = await practise(anna, '?deal=6');
  const row = new Row();
  await move(table, row, 4);
  const address = anna.page.url();
  await anna.page.reload();
  await table.reaches('playing');
  await table.shows(row);
  expect(anna.page.url()).toBe(address);
  await anna.page.keyboard.press('u');
  row.undo();
  await table.shows(row);
  // Another place, and back by the home page.
  await anna.page.goto('/');
  await anna.page.getByRole('button', { name: 'Play Accordion' }).click();
  await anna.page.getByRole('link', { name: 'Go on with your practice match' }).click();
  await table.reaches('playing');
  await table.shows(row);
});

test('the number of the deal is in the address, and its link deals the same cards to a friend', async ({ players }) => {
  const [anna, bela] = [await players.stranger('Anna'), await players.stranger('Béla')];
  await anna.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const table = await practise(anna, '');
  await expect(anna.page).toHaveURL(/[?&]deal=\d+/);
  const number = new URL(anna.page.url()).searchParams.get('deal') ?? '';
  await expect(table.deal).toHaveAccessibleName(`Deal ${number}: copy its link`);
  await table.deal.click();
  await expect(anna.page.locator('.toast')).toContainText('Link copied');
  const link = await anna.page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).searchParams.get('deal')).toBe(number);
  const cards = await table.dealAll();
  await bela.page.goto(link);
  await bela.match.accordion.reaches('playing');
  expect(await bela.match.accordion.dealAll()).toEqual(cards);
  // Another deal has other cards, and doesn’t take the place of this one unasked.
  const address = `/practice/accordion?deal=${number === '1' ? '2' : '1'}`;
  await bela.page.goto(address);
  await expect(bela.match.heading).toHaveText('You are in the middle of another match.');
  await bela.page.getByRole('button', { name: 'Go on with it' }).click();
  await expect(bela.match.accordion.main).toHaveAttribute('data-dealt', '52');
  await bela.page.goto(address);
  await bela.page.getByRole('button', { name: 'Begin the new one' }).click();
  await expect(bela.match.accordion.main).toHaveAttribute('data-dealt', '0');
  expect(await bela.match.accordion.dealAll()).not.toEqual(cards);
});

test('on a phone the number of the deal and its link are there too', async ({ players }) => {
  const anna = await players.stranger('Anna', { ...PHONE, permissions: ['clipboard-read', 'clipboard-write'] });
  const table = await practise(anna, '?deal=31');
  await table.deal.tap();
  await expect(anna.page.locator('.toast')).toContainText('Link copied');
  expect(await anna.page.evaluate(() => navigator.clipboard.readText())).toContain('/practice/accordion?deal=31');
});

test('where the clipboard is closed the link is told all the same', async ({ players }) => {
  const anna = await players.stranger('Anna');
  await anna.page.addInitScript(() => {
    const closed = async () => {
      throw new DOMException('Write permission denied.', 'NotAllowedError');
    };
    Object.defineProperty(navigator.clipboard, 'writeText', { value: closed });
  });
  const table = await practise(anna, '?deal=31');
  await table.deal.click();
  await expect(anna.page.locator('.toast')).toContainText('/practice/accordion?deal=31');
});

test('whoever follows every hint ends as the strong house does', async ({ players }) => {
  test.slow();
  const anna = await players.stranger('Anna');
  const table = await practise(anna, '?deal=12&level=strong');
  const row = laid(await table.dealAll());
  await table.followHints(row);
  await table.finish((button) => button.click(), row.open().length > 0);
  await table.reaches('over');
  expect(await table.tableau(/^Your row: /)).toEqual(row.piles);
  expect(await table.tableau(/^The row of Strong bot: /)).toEqual(row.piles);
  await expect(table.result).toContainText(`A draw, ${row.piles.length} each`);
  await expect(table.result).toContainText('(D = 0)');
});

test('best, average and streak are counted, and survive a reload', async ({ players }) => {
  test.slow();
  const anna = await players.stranger('Anna');
  let table = await practise(anna, '?deal=3&level=casual');
  const piles: number[] = [];
  let streak = 0;
  /** The mean to a tenth; of two that are equally near either will do. */
  const mean = () => {
    const tenths = (10 * piles.reduce((sum, count) => sum + count)) / piles.length;
    return [Math.round(tenths), -Math.round(-tenths)].map((tenths) => (tenths / 10).toFixed(1).replace('.', '\\.')).join('|');
  };
  const told = () => {
    const [games, wins] = [counted(piles.length, 'game'), `${counted(streak, 'win')} in a row`];
    return new RegExp(`${games} of practice here: best ${Math.min(...piles)}, average (${mean()}), ${wins}\\.`);
  };
  /** Deals everything, follows the hints or makes no move, finishes; returns the cards. */
  const play = async (moves: boolean): Promise<string[]> => {
    const cards = await table.dealAll();
    const row = laid(cards);
    if (moves) await table.followHints(row);
    await table.finish((button) => button.click(), row.open().length > 0);
    await table.reaches('over');
    piles.push(row.piles.length);
    const title = await table.result.getByRole('heading', { level: 2 }).first().textContent();
    expect(/^You beat/.test(title ?? ''), 'nobody wins with 52 piles; the strong house beats the casual one at these deals').toBe(moves);
    streak = moves ? streak + 1 : 0;
    await expect(table.result).toContainText(told());
    return cards;
  };

  const cards = await play(false);
  await anna.page.reload();
  await expect(table.result, 'it is counted once').toContainText(told());
  await table.result.getByRole('button', { name: 'This deal again' }).click();
  await table.reaches('playing');
  await expect(table.main).toHaveAttribute('data-dealt', '0');
  await expect(anna.page).toHaveURL(/level=casual.*deal=3$/);
  expect(await play(false), 'the same cards').toEqual(cards);
  for (const deal of [4, 5]) {
    table = await practise(anna, `?deal=${deal}&level=casual`);
    await play(true);
  }
  await table.result.getByRole('button', { name: 'Play again' }).click();
  await table.reaches('playing');
  await expect(table.main).toHaveAttribute('data-dealt', '0');
  await expect(anna.page).toHaveURL(/level=casual/);
  expect(new URL(anna.page.url()).searchParams.get('deal'), 'another deal').not.toBe('5');
  await play(false);

  await anna.page.goto('/statistics');
  await expect(anna.page.getByRole('heading', { name: 'Practice on this device' })).toBeVisible();
  const figures = anna.page.getByRole('region', { name: 'Accordion' });
  await expect(figures.getByRole('row', { name: /^All/ }).getByRole('cell')).toHaveText(['5', '2', '3', '0', String(Math.min(...piles)), new RegExp(`^(${mean()})$`)]);
  await expect(figures.getByRole('row', { name: /^The house, casual/ })).toBeVisible();
  await expect(figures).toContainText('The last match was not won; at most 2 in a row.');
});
