// Nuggets by keyboard alone, by touch, and by a key that is held.

import { PHONE } from '../../support/devices.ts';
import { expect, test } from '../../support/fixtures.ts';
import { HALL } from '../../support/maps.ts';

test.use({ ownServer: true, botPause: '60000' });

test('from the first page to the gold without a mouse, as text', async ({ players }) => {
  const anna = await players.regular('Anna');
  await anna.home.open();
  const { page } = anna;
  const play = page.getByRole('button', { name: 'Play Nuggets' });
  for (let tab = 0; tab < 40 && !(await play.evaluate((button) => button === document.activeElement)); tab++) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  const easy = page.getByRole('dialog', { name: 'Play Nuggets' }).getByRole('button', { name: 'Easy', exact: true });
  for (let tab = 0; tab < 20 && !(await easy.evaluate((button) => button === document.activeElement)); tab++) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  const { nuggets } = anna.match;
  await nuggets.reaches('playing');
  await nuggets.read();
  const before = await nuggets.at();
  // Of the four ways one at least is open.
  for (const key of ['l', 'h', 'j', 'k']) {
    await page.keyboard.press(key);
    await expect(nuggets.main).toHaveAttribute('aria-busy', 'false');
    const now = await nuggets.at();
    if (now[0] !== before[0] || now[1] !== before[1]) return;
  }
  throw new Error('no key has moved anybody');
});

test('a run goes as far as it goes, and a held key does not flood', async ({ players }) => {
  const anna = await players.regular('Anna');
  const made = await anna.known.createNuggets({ map: HALL });
  await anna.match.open(made.code);
  const { nuggets } = anna.match;
  await nuggets.reaches('playing');
  await nuggets.read();
  await anna.page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(async () => (await nuggets.at())[1]).toBe(1);
  // As many repeats as an impatient keyboard makes; the server would hang up on a flood.
  for (let repeat = 0; repeat < 200; repeat++) await anna.page.keyboard.down('ArrowRight');
  await anna.page.keyboard.up('ArrowRight');
  await expect.poll(async () => (await nuggets.at())[1]).toBeGreaterThan(1);
  await anna.match.connected();
});

test('on a phone a tap walks there and the pad steps', async ({ players }) => {
  const anna = await players.regular('Anna', PHONE);
  const made = await anna.known.createNuggets({ map: HALL });
  await anna.match.open(made.code);
  const { nuggets } = anna.match;
  await nuggets.reaches('playing');
  const seq = await nuggets.seq();
  for (const way of ['left', 'right', 'up', 'down']) {
    const box = await nuggets.pad(way).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), 'large enough for a finger').toBeGreaterThanOrEqual(44);
  }
  // One of two opposite ways is open.
  await nuggets.pad('left').tap();
  await nuggets.pad('right').tap();
  await expect.poll(() => nuggets.seq()).toBeGreaterThan(seq);
  // The viewer is in the middle; a tap some way off is on a spot of the hall, on one side at least.
  const after = await nuggets.seq();
  const box = await nuggets.map.boundingBox();
  if (!box) throw new Error('the map has no place');
  for (const side of [-1, 1]) {
    await anna.page.touchscreen.tap(box.x + box.width / 2 + (side * box.width) / 4, box.y + box.height / 2);
  }
  await expect.poll(() => nuggets.seq()).toBeGreaterThan(after);
});
