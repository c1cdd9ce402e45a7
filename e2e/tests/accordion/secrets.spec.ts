// What a browser is sent in Accordion: nothing of the other's row before the end, not even how many piles it has.

import { Keys } from '../../pages/accordion-hands.ts';
import { codeOf } from '../../pages/match.ts';
import { Row, cardOf, fold, verdict } from '../../support/accordion.ts';
import { Guest } from '../../support/api.ts';
import { Capture } from '../../support/capture.ts';
import { expect, test } from '../../support/fixtures.ts';
import { type Message, Op } from '../../support/wire.ts';

interface View {
  phase: 'waiting' | 'playing' | 'over';
  seat: number | null;
  names: string[];
  course: { piles: number[][]; steps: unknown[] } | null;
  sides: { dealt: number; finished: boolean; row: number[][] | null }[];
}

const VIEW = ['course', 'house', 'names', 'outcome', 'phase', 'practice', 'seat', 'sides'];

/**
 * Checks every frame of a match up to the result; `own`: the seat whose row is no secret, `joins`: how often the page
 * has connected. Nothing may follow from what the other does with the cards, neither from what is sent nor from when.
 */
function check(frames: string[], own: number | null, joins: number): void {
  const messages = frames.map((frame) => JSON.parse(frame) as Message);
  const isOver = ([op, , , view]: Message) => op === Op.RESULT || op === Op.END || (op === Op.SNAPSHOT && (view as View).phase === 'over');
  const end = messages.findIndex(isOver);
  expect(end, 'the match has an end').toBeGreaterThan(0);
  const told = messages.slice(0, end);
  const allowed: number[] = [Op.ACK, Op.SNAPSHOT, Op.PRESENCE];
  if (own !== null) allowed.push(Op.DEAL, Op.MOVE, Op.UNDO);
  expect(told.filter(([op]) => !allowed.includes(op))).toEqual([]);
  let last = 0;
  const row = new Row();
  const known: string[] = [];
  for (const [op, seq, ...args] of told) {
    if (op === Op.DEAL || op === Op.MOVE || op === Op.UNDO) {
      // Numbers without a gap: no other number goes with what the other does.
      expect(seq).toBe(last + 1);
      last += 1;
      if (op === Op.DEAL) row.deal(cardOf(args[0] as number));
      else if (op === Op.UNDO) row.undo();
      else row.move({ from: args[0] as number, distance: args[1] as 1 | 2, whole: args[2] as boolean });
    }
    if (op === Op.SNAPSHOT) {
      const view = args[1] as View;
      expect(Object.keys(view).sort()).toEqual(VIEW);
      expect(view.seat).toBe(own);
      for (const side of view.sides) {
        expect(Object.keys(side).sort()).toEqual(['dealt', 'finished', 'row']);
        expect(side.row, 'no row before the end').toBeNull();
      }
      if (own === null) expect(view.course).toBeNull();
      expect(seq, 'a spectator is told nothing that has a number').toBe(last);
      if (own !== null && view.course) {
        expect(view.course.piles.map((pile) => pile.map(cardOf)), 'the own row and no other').toEqual(row.piles);
      }
      const sides = view.sides.map(({ dealt, finished }, seat) => (seat === own ? [finished] : [finished, dealt]));
      known.push(JSON.stringify([view.phase, view.names, sides]));
    }
  }
  expect(known.length, 'there was something to see').toBeGreaterThan(20);
  const again = known.filter((state, index) => state === known[index - 1]);
  expect(again.length, 'there is a snapshot only when something that everybody may know has changed').toBeLessThan(joins);
}

test('in a duel neither knows more of the other than cards dealt and the end, nor does a spectator', async ({ players, server }) => {
  test.slow();
  const [anna, bela, cora] = [await players.regular('Anna'), await players.regular('Béla'), await players.regular('Cora')];
  const captures = { anna: new Capture(anna.page), bela: new Capture(bela.page), cora: new Capture(cora.page) };
  await anna.home.open();
  await anna.page.getByRole('button', { name: 'Play Accordion' }).click();
  await anna.page.getByRole('dialog', { name: 'Play Accordion' }).getByRole('button', { name: 'Open to anybody' }).click();
  await expect(anna.match.waiting).toBeVisible();
  const code = codeOf(anna.page);
  await bela.match.open(code);
  await bela.match.takeSeat.click();
  const [one, other] = [anna.match.accordion, bela.match.accordion];
  for (const table of [one, other]) await table.reaches('playing');
  await cora.match.open(code);
  await cora.match.watch.click();
  await cora.match.accordion.reaches('playing');
  await expect(cora.match.accordion.row, 'a spectator has no row').toHaveCount(0);

  // Anna plays as cards come; Béla deals a few first.
  for (let dealt = 1; dealt <= 5; dealt++) {
    await new Keys(other).deal();
    await other.dealt(dealt);
  }
  await expect(one.state).toContainText('Béla has dealt 5');
  const first = await one.playOut(new Keys(one));
  await expect(other.state).toContainText('Anna has finished');
  await expect(one.main).toContainText('You have finished. The other row is shown once it is finished too.');
  await one.shows(first.row);
  for (const text of ['Anna has finished', 'Béla has dealt 5']) await expect(cora.match.accordion.state).toContainText(text);

  // A reload on the way brings a snapshot.
  await anna.page.reload();
  await one.reaches('playing');
  await one.shows(first.row);
  const deck = await other.dealAll();
  expect(deck, 'both have the same deal').toEqual(first.deck);
  const second = new Row();
  for (const card of deck) second.deal(card);
  const keys = new Keys(other);
  await other.pile(0).focus();
  for (let [next] = second.open(), moves = 0; next && moves < 12; [next] = second.open(), moves++) {
    const move = { ...next, whole: moves % 3 !== 2 };
    await keys.move(move);
    second.move(move);
    await other.shows(second);
    if (moves === 5) {
      await bela.page.keyboard.press('u');
      second.undo();
      await other.shows(second);
    }
  }
  await expect(one.state).toContainText('Béla has dealt 52');
  for (const page of [anna.page, bela.page, cora.page]) {
    await expect(page.getByRole('list', { name: /^The row of/ }), 'no other row is shown').toHaveCount(0);
  }
  await other.finish((button) => button.click(), second.open().length > 0);

  for (const { match } of [anna, bela, cora]) await match.accordion.reaches('over');
  const dora = await Guest.named(server.url, 'Dora');
  const record = await dora.record(code);
  expect(fold(record, 0, deck).piles).toEqual(first.row.piles);
  expect(fold(record, 1, deck).piles).toEqual(second.piles);
  for (const [table, own, theirs, name] of [
    [one, first.row, second, 'Béla'],
    [other, second, first.row, 'Anna'],
  ] as const) {
    await expect(table.result.getByRole('heading', { level: 2 }).first()).toHaveText(verdict(own, theirs, name, false).title);
    expect(await table.tableau(/^Your row: /)).toEqual(own.piles);
    expect(await table.tableau(new RegExp(`^The row of ${name}: `))).toEqual(theirs.piles);
  }
  check(captures.anna.frames, 0, 2);
  check(captures.bela.frames, 1, 1);
  check(captures.cora.frames, null, 1);
  const { seed } = record;
  for (const capture of Object.values(captures)) {
    const sent = [...capture.frames, ...(await capture.answers())].join('\n');
    expect(sent).not.toContain(seed);
    expect(sent, 'nor the number of the deal').not.toMatch(/"deal":\d/);
  }
});

test('the house keeps its row to itself until the end', async ({ players }) => {
  test.slow();
  const anna = await players.regular('Anna');
  const capture = new Capture(anna.page);
  const made = await anna.known.createAccordion({ bots: ['steady'] });
  await anna.match.open(made.code);
  const table = anna.match.accordion;
  await table.reaches('playing');
  const { row, deck } = await table.playOut(new Keys(table));
  await table.reaches('over');
  const record = await anna.known.record(made.code);
  const house = fold(record, 1, deck);
  expect(row.cards + house.cards).toBe(104);
  check(capture.frames, 0, 1);
  const result = capture.frames.map((frame) => JSON.parse(frame) as Message).find(([op]) => op === Op.RESULT);
  expect(result?.slice(2)).toEqual([row.piles.length - house.piles.length, expect.any(Array)]);
  expect((result?.[3] as number[][]).map((pile) => pile.map(cardOf))).toEqual(house.piles);
  expect(capture.frames.filter((frame) => (JSON.parse(frame) as Message)[0] !== Op.END).join('\n')).not.toContain(record.seed);
});
