// Where the focus goes: onto the heading of a new page, into a dialog and back out of it.

import { Guest } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { tabTo } from '../support/keyboard.ts';
import { Table } from '../support/table.ts';

test('after going to another page the focus is on its heading', async ({ players }) => {
  const { home, page } = await players.stranger('Anna');
  await home.open();
  await page.getByRole('link', { name: 'Rules', exact: true }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Rules');
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle('Rules – Parlour');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(heading).toHaveText('Settings');
  await expect(heading).toBeFocused();
  await page.goBack();
  await expect(heading).toHaveText('Rules');
  await expect(heading).toBeFocused();
  await page.getByRole('link', { name: 'Parlour, home' }).click();
  await expect(heading).toHaveText(/^Good (morning|afternoon|evening)\.$/);
  await expect(heading).toBeFocused();
});

test('a new match has the focus on its heading', async ({ players }) => {
  const { home, match } = await players.stranger('Anna');
  await home.open();
  await home.openTable('By invitation');
  await expect(match.waiting).toBeVisible();
  await expect(match.heading).toBeFocused();
});

test('a dialog keeps the focus and gives it back', async ({ players }) => {
  const { home, page } = await players.stranger('Anna');
  await home.open();
  await tabTo(home.play);
  await page.keyboard.press('Enter');
  await expect(home.sheet).toBeVisible();
  const inside = () => home.sheet.evaluate((sheet) => sheet.contains(document.activeElement));
  expect(await inside(), 'the focus is in the dialog').toBe(true);
  const stops = await home.sheet.getByRole('button').count();
  for (let stop = 0; stop < stops + 2; stop++) {
    await page.keyboard.press('Tab');
    const nowhere = await page.evaluate(() => document.activeElement === document.body);
    // Between the last and the first stop of a dialog the browser's own bar has its turn.
    expect(nowhere || (await inside()), 'Tab stays in the dialog').toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(home.sheet).toBeHidden();
  await expect(home.play).toBeFocused();
});

test('a second thought about giving up leads back to the button', async ({ players, server }) => {
  const anna = await players.regular('Anna');
  const table = await Table.lay([anna.known, await Guest.named(server.url, 'Béla')], { starter: 0 });
  const opponent = await table.begin();
  await anna.match.open(table.code);
  await anna.match.board.reaches('playing', 'mine');
  const giveUp = anna.page.getByRole('button', { name: 'Give up' });
  await tabTo(giveUp);
  await anna.page.keyboard.press('Enter');
  const dialog = anna.page.getByRole('dialog', { name: 'Give up this match?' });
  await tabTo(dialog.getByRole('button', { name: 'Play on' }));
  await anna.page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(giveUp).toBeFocused();
  await anna.match.board.reaches('playing', 'mine');
  await opponent.wire.hangUp();
});
