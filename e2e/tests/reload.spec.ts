// Whatever a page has shown, it shows again after a reload; and whatever was under way happens once or not at all.

import type { MatchPage } from '../pages/match.ts';
import type { SeaBattleBoard } from '../pages/sea-battle.ts';
import { EAST } from '../support/fleets.ts';
import { type Player, type Players, expect, test } from '../support/fixtures.ts';
import { Guest } from '../support/api.ts';
import { Line } from '../support/line.ts';
import { heldSeats, spoilt, swapToken } from '../support/seats.ts';
import { SinkingSockets } from '../support/sinking.ts';
import { Table } from '../support/table.ts';
import { type Correspondent, Op, State } from '../support/wire.ts';

/** Everything a page says, in the words of a screen reader, and how far it says it is. */
async function screenOf({ page }: MatchPage): Promise<string> {
  const main = page.getByRole('main');
  const marks = await main.evaluate((element) => Object.entries((element as HTMLElement).dataset).sort());
  return `${JSON.stringify(marks)}\n${await main.ariaSnapshot()}`;
}

async function staysTheSame(match: MatchPage): Promise<void> {
  await match.connected();
  // The pointer rests outside the boards, so that it aims at nothing.
  await match.page.mouse.move(0, 0);
  const before = await screenOf(match);
  await match.page.reload();
  await match.connected();
  await expect.poll(async () => screenOf(match), 'the same screen comes back').toBe(before);
}

/** Anna at a browser, and a table she shares with Béla, who is not looked at. She shoots first. */
async function setUp(players: Players): Promise<{ anna: Player; table: Table }> {
  const anna = await players.regular('Anna');
  const bela = await Guest.named(anna.known.server, 'Béla');
  return { anna, table: await Table.lay([anna.known, bela], { starter: 0 }) };
}

/** The same, with both there to place their fleets, on Anna's page. */
async function setUpPlacing(players: Players): Promise<{ anna: Player; bela: Correspondent }> {
  const { anna, table } = await setUp(players);
  const bela = await table.enter(1);
  await anna.match.open(table.code);
  await anna.match.board.reaches('placing');
  return { anna, bela };
}

/** The same, with both fleets placed, on Anna's page. */
async function setUpShooting(
  players: Players,
): Promise<{ anna: Player; bela: Correspondent; line: Line; table: Table }> {
  const { anna, table } = await setUp(players);
  const line = await Line.of(anna.page);
  const bela = await table.begin();
  await anna.match.open(table.code);
  await anna.match.board.reaches('playing', 'mine');
  return { anna, bela, line, table };
}

test.describe('a reload shows the same', () => {
  test('while a seat is free', async ({ players }) => {
    const anna = await players.regular('Anna');
    const made = await anna.known.createMatch();
    await anna.match.open(made.code);
    await expect(anna.match.waiting).toBeVisible();
    await staysTheSame(anna.match);
  });

  test('while both place', async ({ players }) => {
    const { anna, bela } = await setUpPlacing(players);
    await bela.wire.state(State.PLACING);
    await staysTheSame(anna.match);
  });

  test('while the opponent is ready', async ({ players }) => {
    const { anna, bela } = await setUpPlacing(players);
    bela.place(EAST);
    await expect(anna.match.board.last).toContainText('Béla is ready.');
    await staysTheSame(anna.match);
  });

  test('while one is ready and waits', async ({ players }) => {
    const { anna } = await setUpPlacing(players);
    await anna.match.board.placeAnything();
    await expect(anna.match.heading).toHaveText(/^Ready, waiting/);
    await staysTheSame(anna.match);
  });

  test('in the middle of one’s own salvo', async ({ players }) => {
    const { anna, bela } = await setUpShooting(players);
    const { board } = anna.match;
    expect(await board.shoot('A1')).toBe('miss');
    expect(await bela.shoot('A1'), 'the first ship of the fleet is one cell long').toBe(2);
    expect(await bela.shoot('J10')).toBe(0);
    expect(await board.shoot('J1')).toBe('sunk');
    expect(await board.shoot('H1')).toBe('hit');
    await expect(board.last).toContainText('H1: hit. Your turn.');
    await staysTheSame(anna.match);
  });

  test('in the middle of the opponent’s salvo', async ({ players }) => {
    const { anna, bela } = await setUpShooting(players);
    const { board } = anna.match;
    expect(await board.shoot('A1')).toBe('miss');
    expect(await bela.shoot('A3')).toBe(1);
    await expect(board.last).toContainText('A3: hit.');
    await board.reaches('playing', 'theirs');
    await staysTheSame(anna.match);
  });

  test('after the end', async ({ players }) => {
    const { anna, bela } = await setUpShooting(players);
    const { board } = anna.match;
    expect(await board.shoot('J1')).toBe('sunk');
    bela.resign();
    await expect(board.result).toContainText('Béla gave up.');
    await expect(board.result.getByText('It fits the fingerprint')).toBeVisible();
    await staysTheSame(anna.match);
  });

  // A token ends after a week, and whoever sits there gets another.
  const TOKENS: [what: string, token: (own: string, table: Table) => string][] = [
    ['is no good any more', (own) => spoilt(own)],
    ['is that of the other seat', (_, table) => table.tokenOf(1)],
  ];
  for (const [what, token] of TOKENS) {
    test(`where the kept token ${what}`, async ({ players }) => {
      const { anna, line, table } = await setUpShooting(players);
      const { board } = anna.match;
      expect(await board.shoot('J1')).toBe('sunk');
      await swapToken(anna.page, (own) => token(own, table));
      const [bad] = await heldSeats(anna.page);
      await staysTheSame(anna.match);
      expect(line.sockets, 'the first of this page was refused').toBe(3);
      const [good] = await heldSeats(anna.page);
      expect(good?.game_token, 'a fresh one is kept').not.toBe(bad?.game_token);
      expect(await board.shoot('H1')).toBe('hit');
      await staysTheSame(anna.match);
      expect(line.sockets, 'and is good').toBe(4);
    });
  }

  test('while a fleet is half placed', async ({ players }) => {
    const { anna } = await setUpPlacing(players);
    const { board } = anna.match;
    await board.random.click();
    const placed = await board.ownShips();
    await anna.page.reload();
    await board.reaches('placing');
    await expect.poll(async () => board.ownShips(), 'the ships lie where they lay').toEqual(placed);
  });
});

test.describe('between a shot and its answer', () => {
  /** Shoots over a line that lets no answer through. */
  async function fire(board: SeaBattleBoard, cell: string): Promise<void> {
    await board.cell(board.theirs, cell).click();
    await expect(board.root, 'the page waits').toHaveAttribute('aria-busy', 'true');
  }

  /** How often the opponent was told of a shot at a cell. */
  const told = (bela: Correspondent, x: number, y: number) =>
    bela.wire.received.filter(([op, , , ...shot]) => op === Op.SHOT && shot[0] === x && shot[1] === y).length;

  test('a reload shows what became of the shot', async ({ players }) => {
    const { anna, bela, line } = await setUpShooting(players);
    const { board } = anna.match;
    line.keepAnswers();
    await fire(board, 'H1');
    await bela.wire.nextOf(Op.SHOT);
    expect(await board.what(board.theirs, 'H1')).toBe('unknown');
    line.clear();
    await anna.page.reload();
    await board.reaches('playing', 'mine');
    expect(await board.what(board.theirs, 'H1')).toBe('hit');
    expect(await board.shoot('H2'), 'and the salvo goes on').toBe('sunk');
    expect(told(bela, 7, 0)).toBe(1);
  });

  test('a lost connection makes the shot count once', async ({ players }) => {
    const { anna, bela, line } = await setUpShooting(players);
    const { board } = anna.match;
    line.keepAnswers();
    await fire(board, 'H1');
    await bela.wire.nextOf(Op.SHOT);
    line.clear();
    await line.cut();
    await expect.poll(async () => board.what(board.theirs, 'H1')).toBe('hit');
    await expect(board.root).toHaveAttribute('aria-busy', 'false');
    expect(await board.shoot('H2')).toBe('sunk');
    expect(told(bela, 7, 0)).toBe(1);
    expect(line.sockets).toBe(2);
  });

  test('a shot that was lost on the way is sent again', async ({ players }) => {
    const { anna, bela, line } = await setUpShooting(players);
    const { board } = anna.match;
    line.keepCalls();
    await fire(board, 'A1');
    line.clear();
    await line.cut();
    await expect.poll(async () => board.what(board.theirs, 'A1')).toBe('miss');
    await board.reaches('playing', 'theirs');
    await bela.turn();
    expect(told(bela, 0, 0)).toBe(1);
  });

  test('a socket that is closing is handed nothing, and the next one gets the shot', async ({ players }) => {
    const { anna, table } = await setUp(players);
    const sockets = await SinkingSockets.of(anna.page);
    const bela = await table.begin();
    const { board } = anna.match;
    await anna.match.open(table.code);
    await board.reaches('playing', 'mine');
    await sockets.sink();
    await fire(board, 'A1');
    expect(await sockets.drown()).toEqual([]);
    await expect.poll(async () => board.what(board.theirs, 'A1')).toBe('miss');
    await bela.turn();
    expect(told(bela, 0, 0)).toBe(1);
  });

  test('after a reload a shot that never arrived was never fired', async ({ players }) => {
    const { anna, bela, line } = await setUpShooting(players);
    const { board } = anna.match;
    line.keepCalls();
    await fire(board, 'A1');
    line.clear();
    await anna.page.reload();
    await board.reaches('playing', 'mine');
    expect(await board.what(board.theirs, 'A1')).toBe('unknown');
    expect(await board.shoot('A1')).toBe('miss');
    await bela.turn();
    expect(told(bela, 0, 0)).toBe(1);
  });
});
