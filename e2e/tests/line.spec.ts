// A line that dies without a word: nobody hears of it, the browser does not tell, and the page finds out by itself, or as
// soon as something wakes it.

import { until } from '../support/app.ts';
import { EAST } from '../support/fleets.ts';
import { type Player, type Players, expect, test } from '../support/fixtures.ts';
import { Guest } from '../support/api.ts';
import { Line } from '../support/line.ts';
import { Table } from '../support/table.ts';
import { type Correspondent, Op, State } from '../support/wire.ts';

/** Anna at her harbour, and Béla, who is not looked at. The clock of her page runs until the test holds it. */
async function bothPlace(players: Players): Promise<{ anna: Player; bela: Correspondent; line: Line }> {
  const anna = await players.regular('Anna');
  const table = await Table.lay([anna.known, await Guest.named(anna.known.server, 'Béla')]);
  const line = await Line.of(anna.page);
  const bela = await table.enter(1);
  await anna.page.clock.install();
  await anna.match.open(table.code);
  await anna.match.board.reaches('placing');
  await anna.match.connected();
  return { anna, bela, line };
}

test('a dead line is found out while there is nothing to say, and what was missed is shown', async ({ players }) => {
  const { anna, bela, line } = await bothPlace(players);
  const { board, link } = anna.match;

  line.keepAnswers();
  line.keepCalls();
  bela.place(EAST);
  await until(anna.page, 'the page tries another line', async () => line.sockets === 2);
  await expect(link, 'and says so').toHaveAttribute('data-link', 'lost');
  await until(anna.page, 'and another', async () => line.sockets === 3);
  await expect(board.last).not.toContainText('Béla is ready.');

  line.clear();
  await until(anna.page, 'a line is found', async () => (await link.getAttribute('data-link')) === 'connected');
  await expect(board.last).toContainText('Béla is ready.');
});

test.describe('what wakes a page', () => {
  /** Longer than a page that was woken waits for a word on the line it has, in milliseconds. */
  const DOUBT = 3_000;

  /** The same with the clock of the page held, so that no timer of its own finds anything out. */
  async function held(players: Players): Promise<{ anna: Player; bela: Correspondent; line: Line }> {
    const { anna, bela, line } = await bothPlace(players);
    await anna.page.clock.pauseAt((await anna.page.evaluate(() => Date.now())) + 5_000);
    return { anna, bela, line };
  }

  /** The line dies, and then Béla is ready; Anna’s page hears of neither. */
  async function missed(bela: Correspondent, line: Line): Promise<void> {
    line.die();
    bela.place(EAST);
    await bela.wire.state(State.WAIT_FOR_OPPONENT);
  }

  /** The page has a second line, by which it learns what it has missed. */
  async function knowsByAnother(anna: Player, line: Line): Promise<void> {
    await anna.page.clock.runFor(DOUBT);
    await expect.poll(() => line.sockets, 'a socket more').toBe(2);
    await expect(anna.match.board.last).toContainText('Béla is ready.');
    await anna.match.connected();
    expect(line.sockets, 'and one is enough').toBe(2);
  }

  /** The page is hidden, or seen again, as far as it can tell. */
  async function turns({ page }: Player, visibility: DocumentVisibilityState): Promise<void> {
    await page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibility });
      document.dispatchEvent(new Event('visibilitychange'));
    }, visibility);
  }

  test('a page that was hidden for long opens another line once it is seen, and shows what was missed', async ({ players }) => {
    const { anna, bela, line } = await held(players);
    await turns(anna, 'hidden');
    await anna.page.clock.runFor(15_000);
    bela.wire.say(Op.EMOTE, 0);
    await expect(anna.match.board.gesture).toHaveText('Béla Hello');
    // Hidden for half a minute by now, and yet the line was never silent for so long that the page doubts it anyway.
    await anna.page.clock.runFor(16_000);
    expect(line.sockets).toBe(1);
    await missed(bela, line);
    await expect(anna.match.board.last).not.toContainText('Béla is ready.');
    await turns(anna, 'visible');
    await knowsByAnother(anna, line);
  });

  test('a page that comes out of the browser’s cache opens another line, and shows what was missed', async ({ players }) => {
    const { anna, bela, line } = await held(players);
    await missed(bela, line);
    await expect(anna.match.board.last).not.toContainText('Béla is ready.');
    await anna.page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await knowsByAnother(anna, line);
  });

  test('a page that waits to try again tries at once when the network is back', async ({ players }) => {
    const { anna, bela, line } = await held(players);
    const { board, link } = anna.match;
    await line.cut();
    await expect(link).toHaveAttribute('data-link', 'lost');
    bela.place(EAST);
    await bela.wire.state(State.WAIT_FOR_OPPONENT);
    expect(line.sockets, 'its clock is held, so it waits').toBe(1);
    await anna.page.evaluate(() => dispatchEvent(new Event('online')));
    // Without a moment of its time.
    await anna.match.connected();
    await expect(board.last).toContainText('Béla is ready.');
    expect(line.sockets).toBe(2);
  });
});
