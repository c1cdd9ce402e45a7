// Whole deals of Accordion by mouse, by finger and by key; the result is what the rules say.

import type { Locator, Page } from '@playwright/test';
import { Keys, Mouse, Touch } from '../../pages/accordion-hands.ts';
import type { AccordionTable } from '../../pages/accordion.ts';
import { codeOf } from '../../pages/match.ts';
import { CARDS, Row, fold, laid, verdict } from '../../support/accordion.ts';
import type { MatchRecord } from '../../support/api.ts';
import { Capture } from '../../support/capture.ts';
import { PHONE } from '../../support/devices.ts';
import { Finger } from '../../support/finger.ts';
import { expect, test } from '../../support/fixtures.ts';
import { tabTo } from '../../support/keyboard.ts';
import { type Message, Op } from '../../support/wire.ts';

/** Compares the result on the page with what the rules make of the record. */
async function check(table: AccordionTable, own: Row, deck: string[], record: Pick<MatchRecord, 'entries'>, house: string): Promise<number> {
  expect([...deck].sort(), 'every card once').toEqual([...CARDS].sort());
  expect(fold(record, 0, deck).piles, 'the record tells what was done').toEqual(own.piles);
  const other = fold(record, 1, deck);
  expect(other.cards, 'the house has dealt all cards too').toBe(CARDS.length);
  const { difference, title } = verdict(own, other, house, true);
  await table.reaches('over');
  await expect(table.result.getByRole('heading', { level: 2 }).first()).toHaveText(title);
  const sign = difference === 0 ? '0' : `${difference < 0 ? '−' : '\\+'}${Math.abs(difference)}`;
  await expect(table.result).toContainText(new RegExp(`\\(D = ${sign}\\)`));
  expect(await table.tableau(/^Your row: /)).toEqual(own.piles);
  expect(await table.tableau(new RegExp(`^The row of ${house}: `))).toEqual(other.piles);
  return difference;
}

/** What is kept of the match of practice. */
async function kept(page: Page): Promise<Pick<MatchRecord, 'entries'>> {
  const text = await page.evaluate(() => localStorage.getItem('parlour.practice.accordion'));
  return JSON.parse(text ?? '{}') as Pick<MatchRecord, 'entries'>;
}

async function start(page: Page, press: (button: Locator) => Promise<void>, level: string): Promise<void> {
  await press(page.getByRole('button', { name: 'Play Accordion' }));
  await press(page.getByRole('dialog', { name: 'Play Accordion' }).getByRole('button', { name: level, exact: true }));
}

test('a whole deal against the house by mouse', async ({ players }) => {
  test.slow();
  const anna = await players.regular('Anna');
  const table = anna.match.accordion;
  const capture = new Capture(anna.page);
  await anna.home.open();
  await start(anna.page, (button) => button.click(), 'Casual');
  await table.reaches('playing');
  const { row, deck } = await table.playOut(new Mouse(table));
  await table.reaches('over');
  const code = codeOf(anna.page);
  const { seats } = await anna.known.facts(code);
  const record = await anna.known.record(code);
  const difference = await check(table, row, deck, record, seats[1]?.name ?? '?');
  await expect(table.result.getByText('It fits the fingerprint')).toBeVisible();
  const results = capture.frames.map((frame) => JSON.parse(frame) as Message).filter(([op]) => op === Op.RESULT);
  expect(results.map(([, , d]) => d), 'told once, and the same').toEqual([difference]);
});

test('a whole deal of practice by finger, with moves left', async ({ players }) => {
  test.slow();
  const anna = await players.stranger('Anna', PHONE);
  const table = anna.match.accordion;
  await anna.page.goto('/practice/accordion?deal=1904&level=steady');
  await table.reaches('playing');
  const { row, deck } = await table.playOut(new Touch(table, await Finger.of(anna.page)), 8);
  await table.reaches('over');
  await check(table, row, deck, await kept(anna.page), 'Steady bot');
});

test('a whole deal against the house by nothing but the keyboard', async ({ players }) => {
  test.slow();
  const anna = await players.regular('Anna');
  const table = anna.match.accordion;
  await anna.home.open();
  await start(
    anna.page,
    async (button) => {
      await tabTo(button);
      await anna.page.keyboard.press('Enter');
    },
    'Steady',
  );
  await table.reaches('playing');
  const { row, deck } = await table.playOut(new Keys(table));
  await table.reaches('over');
  const code = codeOf(anna.page);
  const { seats } = await anna.known.facts(code);
  await check(table, row, deck, await anna.known.record(code), seats[1]?.name ?? '?');
});

test('a reload in the middle brings the same row back, and what can be taken back', async ({ players }) => {
  const anna = await players.regular('Anna');
  const made = await anna.known.createAccordion({ bots: ['casual'], deal: 8 });
  await anna.match.open(made.code);
  const table = anna.match.accordion;
  const keys = new Keys(table);
  await table.reaches('playing');
  const row = new Row();
  for (let moves = 0; moves < 4; ) {
    await keys.deal();
    row.deal(await table.dealt(row.cards + 1));
    await table.shows(row);
    for (let [next] = row.open(); next && moves < 4; [next] = row.open()) {
      const move = { ...next, whole: true };
      await keys.move(move);
      row.move(move);
      moves += 1;
      await table.shows(row);
    }
  }
  await anna.page.reload();
  await table.reaches('playing');
  await table.shows(row);
  await anna.page.keyboard.press('u');
  row.undo();
  await table.shows(row);
  await expect(table.deal, 'a deal that was chosen is no secret').toHaveText('Deal 8');
});

test('matches count in the statistics of the server', async ({ players }) => {
  test.slow();
  const anna = await players.regular('Anna');
  const table = anna.match.accordion;
  const scores: number[] = [];
  let won = 0;
  for (const level of ['casual', 'steady'] as const) {
    const made = await anna.known.createAccordion({ bots: [level], deal: 3 });
    await anna.match.open(made.code);
    await table.reaches('playing');
    const cards = await table.dealAll();
    if (level === 'casual') await table.followHints(laid(cards));
    const piles = Number(await table.main.getAttribute('data-piles'));
    scores.push(piles);
    await table.finish((button) => button.click(), level === 'steady');
    await table.reaches('over');
    if (/^You beat|^A single pile/.test((await table.result.getByRole('heading', { level: 2 }).first().textContent()) ?? '')) won += 1;
  }
  expect(won, 'the hints of the strong house beat the casual one at this deal; nobody wins with 52 piles').toBe(1);
  const { score, total, streak, best_streak } = await anna.known.statistics('accordion');
  expect({ score, streak, best_streak }).toEqual({ score: 'piles', streak: 0, best_streak: 1 });
  expect(total).toMatchObject({ finished: 2, won: 1, lost: 1, drawn: 0, best_score: scores[0] });
  const mean = ((scores[0] ?? 0) + (scores[1] ?? 0)) / 2;
  expect(total.mean_score).toBeCloseTo(mean);
  // The page shows the same.
  await anna.page.goto('/statistics');
  const figures = anna.page.getByRole('region', { name: 'Accordion' });
  await expect(figures.getByRole('row', { name: /^All/ }).getByRole('cell')).toHaveText(['2', '1', '1', '0', String(scores[0]), mean.toFixed(1)]);
  for (const level of ['casual', 'steady']) await expect(figures.getByRole('row', { name: `The house, ${level}` })).toBeVisible();
});

test('who gives up has lost, and no row is shown', async ({ players }) => {
  const anna = await players.regular('Anna');
  const made = await anna.known.createAccordion({ bots: ['steady'] });
  await anna.match.open(made.code);
  const table = anna.match.accordion;
  await table.reaches('playing');
  await table.act('Deal').click();
  await table.dealt(1);
  await table.act('Give up').click();
  await anna.page.getByRole('dialog', { name: 'Give up this match?' }).getByRole('button', { name: 'Give up' }).click();
  await table.reaches('over');
  await expect(table.result).toContainText('The match was given up');
  await expect(table.shownRow(/row/i).and(table.result.getByRole('list'))).toHaveCount(0);
});

test('the replay shows both rows, entry by entry, as the rules have them', async ({ players }) => {
  test.slow();
  const anna = await players.regular('Anna');
  const made = await anna.known.createAccordion({ bots: ['steady'], deal: 77 });
  await anna.match.open(made.code);
  const table = anna.match.accordion;
  await table.reaches('playing');
  const deck = await table.dealAll();
  await table.finish((button) => button.click(), true);
  await table.reaches('over');
  const record = await anna.known.record(made.code);
  await table.result.getByRole('link', { name: 'Watch replay' }).click();
  await table.reaches('replay');
  await expect(anna.page.getByText(/come to the outcome that is on record/)).toBeVisible();
  const scrubber = anna.page.getByRole('slider', { name: 'Entry' });
  const last = record.entries.length;
  await expect(table.main).toHaveAttribute('data-step', String(last));
  const seats = (await anna.known.facts(made.code)).seats.map(({ name }) => name ?? '?');
  for (const step of [last, last - 1, Math.floor(last / 2), Math.floor(last / 3), 10, 0]) {
    await scrubber.fill(String(step));
    await expect(table.main).toHaveAttribute('data-step', String(step));
    const entries = record.entries.slice(0, step);
    for (const seat of [0, 1] as const) {
      const row = fold({ entries }, seat, deck);
      expect(await table.tableau(`${seats[seat]}: ${row.standing}`), `seat ${seat} at ${step}`).toEqual(row.piles);
    }
  }
  // By the eyes of the house, and by its entries.
  await scrubber.fill(String(last));
  await anna.page.getByRole('radio', { name: `As ${seats[1]} saw it` }).check();
  await expect(table.main.locator('[data-seat]')).toHaveCount(1);
  await expect(table.main.locator('[data-seat="1"]')).toBeVisible();
  const entries = anna.page.getByRole('region', { name: 'Every entry' }).getByRole('button');
  await expect(entries.last()).toHaveText(/ finishes with \d+ piles?$/);
  await expect(entries.filter({ hasText: `${seats[1]} moves the` }).first()).toBeVisible();
});
