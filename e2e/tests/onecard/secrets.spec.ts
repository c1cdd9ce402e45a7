// What a browser is sent in OneCard: over a whole match no card that its player, or a spectator, may not see yet.

import { Guest } from '../../support/api.ts';
import { Capture } from '../../support/capture.ts';
import { expect, test } from '../../support/fixtures.ts';
import { type Message, Op } from '../../support/wire.ts';

interface View {
  seat: number | null;
  hand: string[];
  players: { name: string; count: number; total: number; left: boolean }[];
  scores: unknown[];
  shown: string[][];
}

const VIEW = [
  'attack', 'buried', 'direction', 'discards', 'hand', 'leader', 'order', 'outcome', 'packs', 'phase', 'players', 'recent',
  'round', 'rounds', 'scores', 'seat', 'shown', 'stock', 'turn',
];

/** Checks every frame of a match; `own`: the seat whose cards are no secret. */
function check(frames: string[], own: number | null): void {
  const messages = frames.map((frame) => JSON.parse(frame) as Message);
  const allowed: number[] = [
    Op.END, Op.STATE, Op.ACK, Op.SNAPSHOT, Op.PRESENCE, Op.CLOCK, Op.DEALT, Op.PLAYED, Op.DREW, Op.TURN, Op.ROUND,
  ];
  expect(messages.filter(([op]) => !allowed.includes(op))).toEqual([]);
  for (const [op, ...args] of messages) {
    if (op === Op.DEALT) {
      expect(args).toHaveLength(7);
      const [, , cards, counts] = args as [number, number, number[], number[]];
      expect(cards.length, 'nobody’s cards but one’s own').toBe(own === null ? 0 : counts[own]);
    }
    if (op === Op.PLAYED) expect(args).toHaveLength(4);
    if (op === Op.DREW) {
      expect(args).toHaveLength(5);
      const [, seat, count, cards] = args as [number, number, number, number[] | null];
      if (seat === own) expect(cards).toHaveLength(count);
      else expect(cards, 'what somebody else has drawn').toBeNull();
    }
    if (op === Op.TURN) expect(args).toHaveLength(4);
    if (op === Op.SNAPSHOT) {
      const view = args[2] as View;
      expect(Object.keys(view).sort()).toEqual(VIEW);
      expect(view.hand.length).toBe(own === null ? 0 : view.players[own]?.count);
      if (view.scores.length === 0) expect(view.shown.flat()).toEqual([]);
      for (const player of view.players) expect(Object.keys(player).sort()).toEqual(['count', 'left', 'name', 'total']);
    }
  }
  expect(messages.filter(([op]) => op === Op.DEALT || op === Op.SNAPSHOT).length, 'two rounds').toBeGreaterThan(1);
  expect(messages.filter(([op]) => op === Op.ROUND), 'both rounds were captured').toHaveLength(2);
}

test('neither a player nor a spectator is sent a hidden card, in two rounds', async ({ players, server }) => {
  test.slow();
  const anna = await players.regular('Anna');
  const cora = await players.regular('Cora');
  const made = await anna.known.createOneCard({ players: 3, bots: ['easy', 'easy'], cards: 3, rounds: 2, public: true });
  const captures = [new Capture(anna.page), new Capture(cora.page)] as const;
  await anna.match.open(made.code);
  const { onecard } = anna.match;
  await onecard.reaches('playing', 'mine');
  await cora.match.open(made.code);
  await cora.match.watch.click();
  await cora.match.onecard.reaches('playing');
  for (let turn = 0; turn < 400 && (await onecard.asked()); turn++) {
    // A reload on the way brings a snapshot.
    if (turn === 1) {
      await anna.page.reload();
      await onecard.reaches('playing', 'mine');
    }
    await onecard.act();
  }
  await cora.match.onecard.reaches('over');
  check(captures[0].frames, 0);
  check(captures[1].frames, null);
  const { seed } = await (await Guest.named(server.url, 'Dora')).record(made.code);
  const sent = [...captures[0].frames, ...captures[1].frames, ...(await captures[0].answers())].join('\n');
  expect(sent).not.toContain(seed);
});
