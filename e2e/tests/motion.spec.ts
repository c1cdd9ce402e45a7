// Motion is small, and off for those who ask for less.

import { Guest } from '../support/api.ts';
import { type Player, type Players, expect, test } from '../support/fixtures.ts';
import { Table } from '../support/table.ts';

/** Longer than this is motion, in milliseconds; shorter is a change. */
const PERCEIVED = 20;

/** Notes every animation and transition of the board from now on. */
async function watchMotion({ page }: Player): Promise<void> {
  await page.evaluate((perceived) => {
    const seen: string[] = [];
    const note = () => {
      for (const animation of document.getAnimations()) {
        const timing = animation.effect?.getComputedTiming();
        const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
        const duration = Number(timing?.duration ?? 0);
        if (duration > perceived && target?.closest('.sb-board')) seen.push(`${target.classList} for ${duration} ms`);
      }
    };
    addEventListener('animationstart', note, true);
    addEventListener('transitionrun', note, true);
    Object.assign(globalThis, { motionSeen: seen });
  }, PERCEIVED);
}

async function motionSeen({ page }: Player): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { motionSeen: string[] }).motionSeen);
}

/** Shots of every kind, on both boards. */
async function shootAround(players: Players, server: string, reducedMotion: 'reduce' | 'no-preference', still: boolean) {
  const anna = await players.regular('Anna', { reducedMotion });
  const table = await Table.lay([anna.known, await Guest.named(server, 'Béla')], { starter: 0 });
  const opponent = await table.begin();
  if (still) {
    await anna.page.goto('/settings');
    await anna.page.getByText('Keep everything still').click();
    await expect(anna.page.getByRole('switch', { name: 'Keep everything still' })).toBeChecked();
  }
  await anna.match.open(table.code);
  const { board } = anna.match;
  await board.reaches('playing', 'mine');
  await watchMotion(anna);
  await board.shoot('H1');
  await board.shoot('H2');
  await board.shoot('A1');
  const seq = await board.seq();
  await opponent.shoot('A1');
  await board.shows(seq + 2);
  // Motion begins with the frame after the change.
  await anna.page.evaluate(() => new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame))));
  await opponent.wire.hangUp();
  return motionSeen(anna);
}

test('shots move a little', async ({ players, server }) => {
  expect(await shootAround(players, server.url, 'no-preference', false)).not.toEqual([]);
});

test('with less motion asked of the system nothing moves', async ({ players, server }) => {
  expect(await shootAround(players, server.url, 'reduce', false)).toEqual([]);
});

test('with less motion asked of the page nothing moves', async ({ players, server }) => {
  expect(await shootAround(players, server.url, 'no-preference', true)).toEqual([]);
});
