// A walk past every screen of Parlour, for whoever wants to look at all of them.

import type { BrowserContextOptions, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { laid } from './accordion.ts';
import { Guest } from './api.ts';
import { Dealer } from './dealer.ts';
import { ALL_CELLS, EAST } from './fleets.ts';
import type { Players } from './fixtures.ts';
import { Table } from './table.ts';

/** Looks at one screen. */
export type Look = (screen: string, page: Page) => Promise<void>;

/** A walk past some of the screens, in a browser with these options. */
export type Walk = (players: Players, server: string, options: BrowserContextOptions, look: Look) => Promise<void>;

/** Walks that together pass every screen. */
export const WALKS: [name: string, walk: Walk][] = [
  ['the pages', (players, _, options, look) => pages(players, options, look)],
  ['Sea Battle', match],
  ['Nuggets', nuggets],
  ['OneCard', onecard],
  ['Accordion', accordion],
];

async function pages(players: Players, options: BrowserContextOptions, look: Look): Promise<void> {
  const visitor = await players.stranger('Visitor', options);
  const { home, match, page } = visitor;
  await home.open();
  await expect(home.tables.getByText('Live')).toBeVisible();
  await look('home', page);
  await home.play.click();
  await expect(home.sheet).toBeVisible();
  await home.sheet.getByText('More options').click();
  await look('home-dialog', page);
  for (const [screen, address] of [
    ['rules', '/rules'],
    ['rules-sea-battle', '/rules/sea-battle'],
    ['rules-nuggets', '/rules/nuggets'],
    ['rules-onecard', '/rules/onecard'],
    ['rules-accordion', '/rules/accordion'],
    ['settings', '/settings'],
    ['not-found', '/nowhere'],
  ] as const) {
    await page.goto(address);
    await expect(match.heading).toBeVisible();
    await look(screen, page);
  }
}

async function match(players: Players, server: string, options: BrowserContextOptions, look: Look): Promise<void> {
  const anna = await players.regular('Anna', options);
  const { match, page } = anna;
  const { board } = match;
  const bela = await Guest.named(server, 'Béla');
  const made = await anna.known.createMatch({ starter: 0, public: true, shot_seconds: 600 });

  const visitor = await players.stranger('Visitor', options);
  await visitor.match.open(made.code);
  await expect(visitor.match.takeSeat).toBeVisible();
  await look('entrance', visitor.page);
  await match.open(made.code);
  await expect(match.waiting).toBeVisible();
  await look('waiting', page);

  const table = await Table.of([anna.known, bela], made);
  const opponent = await table.enter(1);
  await board.reaches('placing');
  await board.ship(4).click();
  await board.cell(board.own, 'C3').click();
  await board.ship(3).click();
  await board.cell(board.own, 'C4').click();
  await look('placing', page);
  await board.placeAnything();
  await look('ready', page);
  opponent.place(EAST);
  await board.reaches('playing', 'mine');
  for (const cell of ['H1', 'F1', 'F2', 'F3', 'J1', 'A1']) await board.shoot(cell);
  const own = await board.ownShips();
  await opponent.shoot(own[0] ?? '');
  await board.reaches('playing', 'theirs');
  await look('their-turn', page);
  const water = ALL_CELLS.filter((cell) => !own.includes(cell) && !nextTo(cell, own[0] ?? ''));
  await opponent.shoot(water[0] ?? '');
  await board.reaches('playing', 'mine');
  await look('my-turn', page);
  await visitor.match.open(made.code);
  await visitor.match.watch.click();
  await visitor.match.board.reaches('playing');
  await look('spectator', visitor.page);

  const second = await anna.secondTab();
  await second.open(made.code);
  await second.board.reaches('playing', 'mine');
  await expect(match.elsewhere).toBeVisible();
  await look('opened-elsewhere', page);
  await second.page.close();
  await match.useItHere.click();
  await board.reaches('playing', 'mine');

  opponent.resign();
  await expect(board.result).toBeVisible();
  await expect(board.result.getByText('It fits the fingerprint')).toBeVisible();
  await look('result', page);
  await board.result.getByRole('button', { name: /look at the boards$/ }).click();
  await expect(board.result).toBeHidden();
  await look('over', page);
  await page.goto(`/m/${made.code}/replay`);
  await expect(page.locator('main.sb-replay')).toBeVisible();
  await look('replay', page);
  await opponent.wire.hangUp();
}

async function nuggets(players: Players, server: string, options: BrowserContextOptions, look: Look): Promise<void> {
  const anna = await players.regular('Anna', options);
  const { home, match, page } = anna;
  await home.open();
  await page.getByRole('button', { name: 'Play Nuggets' }).click();
  const sheet = page.getByRole('dialog', { name: 'Play Nuggets' });
  await expect(sheet).toBeVisible();
  await look('nuggets-dialog', page);
  await sheet.getByRole('radio', { name: 'Your own' }).check();
  await sheet.getByRole('textbox', { name: 'The lines of the map' }).fill('+---+\n|.x.|\n+---+');
  await expect(sheet.getByText('line 2, column 3')).toBeVisible();
  await look('nuggets-dialog-own', page);

  const made = await anna.known.createNuggets({ map: { kind: 'bundled', name: 'manor' } });
  const board = match.nuggets;
  await match.open(made.code);
  await board.reaches('playing');
  for (const name of ['Béla', 'Cora', 'Dora']) await (await Guest.named(server, name)).join(made.code);
  await expect(board.player('D')).toBeVisible();
  for (const key of ['Shift+ArrowLeft', 'Shift+ArrowUp', 'Shift+ArrowRight', 'Shift+ArrowDown']) await page.keyboard.press(key);
  await expect(board.main).toHaveAttribute('aria-busy', 'false');
  await look('nuggets', page);
  await board.read();
  await look('nuggets-text', page);
  await page.keyboard.press('t');
  const visitor = await players.stranger('Visitor', options);
  await visitor.match.open(made.code);
  await visitor.match.watch.click();
  await visitor.match.nuggets.reaches('playing');
  await expect(visitor.match.nuggets.player('D')).toBeVisible();
  await look('nuggets-spectator', visitor.page);

  const played = await anna.known.createNuggets({ map: { kind: 'bundled', name: 'cellar' }, bots: ['hard', 'easy', 'hard'] });
  await match.open(played.code);
  await expect(board.result).toBeVisible();
  await expect(board.result.getByText('It fits the fingerprint')).toBeVisible();
  await look('nuggets-result', page);
  await page.goto(`/m/${played.code}/replay`);
  await expect(page.locator('main[data-game=nuggets]')).toBeVisible();
  await look('nuggets-replay', page);
}

async function onecard(players: Players, server: string, options: BrowserContextOptions, look: Look): Promise<void> {
  const anna = await players.regular('Anna', options);
  const { home, match, page } = anna;
  const table = match.onecard;
  await home.open();
  await page.getByRole('button', { name: 'Play OneCard' }).click();
  const sheet = page.getByRole('dialog', { name: 'Play OneCard' });
  await expect(sheet).toBeVisible();
  await sheet.getByText('More options').click();
  await look('onecard-dialog', page);

  const waiting = await anna.known.createOneCard({ players: 5 });
  await (await Guest.named(server, 'Béla')).join(waiting.code);
  await match.open(waiting.code);
  await expect(match.waiting).toContainText('At the table: Anna, Béla.');
  await look('onecard-waiting', page);

  const four = await anna.known.createOneCard({ bots: ['hard', 'medium', 'easy'], rounds: 2, cards: 3, public: true });
  await match.open(four.code);
  await table.asked();
  await look('onecard', page);
  const visitor = await players.stranger('Visitor', options);
  await visitor.match.open(four.code);
  await visitor.match.watch.click();
  await visitor.match.onecard.reaches('playing');
  await look('onecard-spectator', visitor.page);
  for (let turn = 0; turn < 300 && (await table.attribute('round')) === '1'; turn++) {
    await table.asked();
    await table.act();
  }
  await table.asked();
  await expect(table.sheet).toBeVisible();
  await look('onecard-round', page);
  await table.playOut();
  await expect(table.result.getByText('It fits the fingerprint')).toBeVisible();
  await look('onecard-result', page);
  await table.result.getByRole('button', { name: /look at the table$/ }).click();
  await look('onecard-over', page);
  await page.goto(`/m/${four.code}/replay`);
  await table.reaches('replay');
  await look('onecard-replay', page);

  // Dealt by the test: an attack on a large table, and a hand that needs more than one row.
  const names = ['Anna', 'Béla', 'Cora', 'Dora', 'Emil', 'Fritz', 'Gertrud', 'Hieronymus', 'Ida', 'Jan'];
  const many = await anna.known.createOneCard({ players: 10, bots: names.slice(1).map(() => 'easy') });
  const ranks = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];
  const hand = ['H', 'D'].flatMap((suit) => ranks.map((rank) => rank + suit)).slice(0, 25);
  await Dealer.of(page, { hand, discards: ['9C', '2C', '3H'], turn: 0, attack: 5, direction: -1, names });
  await match.open(many.code);
  await table.reaches('playing', 'mine');
  await expect(table.cards).toHaveCount(25);
  await look('onecard-ten', page);
}

async function accordion(players: Players, _: string, options: BrowserContextOptions, look: Look): Promise<void> {
  const anna = await players.regular('Anna', options);
  const { home, match, page } = anna;
  const table = match.accordion;
  await home.open();
  await page.getByRole('button', { name: 'Play Accordion' }).click();
  const sheet = page.getByRole('dialog', { name: 'Play Accordion' });
  await expect(sheet).toBeVisible();
  await sheet.getByText('More options').click();
  await look('accordion-dialog', page);

  // Against the house.
  const made = await anna.known.createAccordion({ bots: ['steady'], deal: 20 });
  await match.open(made.code);
  await table.reaches('playing');
  await expect(table.state).toContainText('Steady bot has finished');
  await look('accordion-start', page);
  const row = laid(await table.dealAll());
  await look('accordion-52', page);
  await table.followHints(row, 18);
  await page.keyboard.press('h');
  await expect(table.lit.first()).toBeVisible();
  await look('accordion-lit', page);
  await table.act('Finish').click();
  await expect(page.getByRole('dialog', { name: 'Finish with moves left?' })).toBeVisible();
  await look('accordion-finish', page);
  await page.getByRole('button', { name: 'Play on' }).click();
  await table.finish((button) => button.click(), true);
  await expect(table.result.getByText('It fits the fingerprint')).toBeVisible();
  await look('accordion-result', page);
  await table.result.getByRole('button', { name: /look at the row$/ }).click();
  await expect(table.result).toBeHidden();
  await look('accordion-over', page);
  await page.goto(`/m/${made.code}/replay`);
  await table.reaches('replay');
  await page.getByRole('slider', { name: 'Entry' }).fill('60');
  await look('accordion-replay', page);

  // A duel, and who watches it.
  const duel = await anna.known.createAccordion({ public: true });
  await match.open(duel.code);
  const bela = await players.regular('Béla', options);
  await bela.known.join(duel.code);
  await bela.match.open(duel.code);
  await table.reaches('playing');
  await table.dealAll();
  await table.finish((button) => button.click(), true);
  await expect(table.main).toContainText('You have finished.');
  await look('accordion-waits', page);
  const visitor = await players.stranger('Visitor', options);
  await visitor.match.open(duel.code);
  await visitor.match.watch.click();
  await visitor.match.accordion.reaches('playing');
  await look('accordion-spectator', visitor.page);
  const other = bela.match.accordion;
  await other.dealAll();
  await other.finish((button) => button.click(), true);
  await visitor.match.accordion.reaches('over');
  await look('accordion-spectator-over', visitor.page);

  // Practice: a pile that was dropped, and card or pile still to be said.
  await page.goto('/practice/accordion?deal=20&level=casual');
  await table.reaches('playing');
  const own = laid(await table.dealAll());
  await table.followHints(own, 20);
  const deep = own.piles.findIndex((pile, place) => pile.length > 1 && own.ways(place).length > 0);
  await table.pile(deep).click();
  await expect(table.inside).toBeVisible();
  await look('accordion-practice', page);
  await page.keyboard.press('Escape');
  const [from, to] = [table.pile(deep), table.pile(deep - (own.ways(deep)[0] ?? 1))];
  await from.dragTo(to);
  await expect(table.question).toBeVisible();
  await look('accordion-question', page);
  await page.keyboard.press('Escape');
  await table.followHints(own);
  await table.finish((button) => button.click(), own.open().length > 0);
  await table.reaches('over');
  await look('accordion-practice-result', page);
  // The longest number that a deal can have.
  await page.goto('/practice/accordion?deal=9007199254740991&level=casual');
  await table.reaches('playing');
  await look('accordion-long-number', page);
  await page.goto('/statistics');
  await expect(page.getByRole('heading', { name: 'Practice on this device' })).toBeVisible();
  await look('statistics', page);
}

function nextTo(cell: string, other: string): boolean {
  const [x, y] = [cell.charCodeAt(0) - other.charCodeAt(0), Number(cell.slice(1)) - Number(other.slice(1))];
  return Math.max(Math.abs(x), Math.abs(y)) <= 1;
}
