// How evenly a page draws what goes on: a spectator of 26 explorers on the largest map, all of whom are in sight.

import { Guest } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { Correspondent } from '../support/wire.ts';

/** As many bots as a match can have beside the one who made it. */
const BOTS = 25;
/** How long is measured, in milliseconds. */
const DURATION = 20_000;
/** From one frame to the next at 60 a second, in milliseconds. A browser rounds its clock. */
const FRAME = 1000 / 60 + 0.2;
/** What share of the frames has to come in time. */
const AIM = 0.95;

/** The pages' part of the work: times that the browser counts, in seconds. */
const WORK = ['TaskDuration', 'ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];

// Bots that take the time they take for people.
test.use({ ownServer: true, botPause: '5000' });

test('frames of a busy map', async ({ players, server }) => {
  const guest = await Guest.named(server.url, 'Anna');
  const made = await guest.createNuggets({
    map: { kind: 'bundled', name: 'catacombs' },
    bots: Array<'hard'>(BOTS).fill('hard'),
    gold: 10_000,
    least_piles: 200,
    most_piles: 200,
  });
  await Correspondent.enter(guest, made);
  const cora = await players.regular('Cora', { reducedMotion: 'no-preference' });
  await cora.match.open(made.code);
  await cora.match.watch.click();
  await cora.match.nuggets.reaches('playing');
  await cora.match.connected();

  const session = await cora.context.newCDPSession(cora.page);
  await session.send('Performance.enable');
  const count = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return new Map(metrics.map(({ name, value }) => [name, value]));
  };
  const seq = await cora.match.nuggets.seq();
  const before = await count();
  const intervals = await cora.page.evaluate(
    async (duration) =>
      new Promise<number[]>((resolve) => {
        const times: number[] = [];
        const frame = (now: number) => {
          times.push(now);
          if (now - (times[0] ?? now) < duration) requestAnimationFrame(frame);
          else resolve(times.slice(1).map((time, at) => time - (times[at] ?? time)));
        };
        requestAnimationFrame(frame);
      }),
    DURATION,
  );
  const after = await count();
  const messages = (await cora.match.nuggets.seq()) - seq;
  await expect(cora.match.nuggets.main, 'the explorers were at it all the time').toHaveAttribute('data-phase', 'playing');
  expect(messages).toBeGreaterThan(0);

  const seconds = intervals.reduce((sum, interval) => sum + interval, 0) / 1000;
  const sorted = intervals.sort((a, b) => a - b);
  const within = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
  const inTime = sorted.filter((interval) => interval <= FRAME).length / sorted.length;
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const work = WORK.map((name) => `${name} ${percent(((after.get(name) ?? 0) - (before.get(name) ?? 0)) / seconds)}`);
  console.log(`a spectator of ${BOTS + 1} explorers on 60 × 200 spots, ${(messages / seconds).toFixed(0)} changes a second:`);
  console.log(`  frames a second: ${(sorted.length / seconds).toFixed(1)}; in time: ${percent(inTime)} (aim: ${percent(AIM)})`);
  console.log(`  from frame to frame: median ${within(0.5)} ms, 95 % ≤ ${within(0.95)}, 99 % ≤ ${within(0.99)}, longest ${within(1)}`);
  console.log(`  of the page's thread: ${work.join(', ')}`);
});
