// A match of practice and the pages that show it: one plays, the others stand back; a reload shows what was there, and a
// link asks for a match.

import type { Page } from '@playwright/test';
import { AccordionTable } from '../../pages/accordion.ts';
import { expect, test } from '../../support/fixtures.ts';

const DEAL = '/practice/accordion?deal=42&level=casual';

/** Deals one card more. */
async function deal(page: Page): Promise<void> {
  const { main } = new AccordionTable(page);
  const dealt = Number(await main.getAttribute('data-dealt'));
  await page.keyboard.press('Space');
  await expect(main).toHaveAttribute('data-dealt', String(dealt + 1));
}

test('practice goes on in one tab, and can be taken to another', async ({ players }) => {
  const anna = await players.stranger('Anna');
  const { match, page } = anna;
  const { main } = match.accordion;
  await page.goto(DEAL);
  await match.accordion.reaches('playing');
  await deal(page);

  const second = await anna.secondTab();
  await second.page.goto(DEAL);
  await expect(second.accordion.main, 'it goes on where it was').toHaveAttribute('data-dealt', '1');
  await expect(match.elsewhere).toBeVisible();
  await deal(second.page);
  // A page that is left keeps what was done last. What the first tab knows is older, and must not come back.
  await second.page.goto('/rules');
  await match.useItHere.click();
  await expect(main).toHaveAttribute('data-dealt', '2');
  await page.reload();
  await expect(main).toHaveAttribute('data-dealt', '2');
});

test('a reload shows what was there, and a link to a deal that is over deals it anew', async ({ players }) => {
  const { match, page } = await players.stranger('Anna');
  const table = match.accordion;
  await page.goto(DEAL);
  await table.reaches('playing');
  await table.dealAll();
  await table.finish((button) => button.click(), true);
  await table.reaches('over');
  await page.reload();
  await table.reaches('over');
  await page.goto(DEAL);
  await table.reaches('playing');
  await expect(table.main).toHaveAttribute('data-dealt', '0');
});

test('a match that goes on is not replaced from the sheet without a word', async ({ players }) => {
  const { home, match, page } = await players.stranger('Anna');
  await page.goto(DEAL);
  await match.accordion.reaches('playing');
  await deal(page);
  await page.goto('/?game=accordion');
  const sheet = page.getByRole('dialog', { name: 'Play Accordion' });
  await sheet.getByRole('button', { name: 'Practise: Strong' }).click();
  await expect(sheet.getByText('A new one takes its place.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Keep it' }).click();
  await sheet.getByRole('link', { name: 'Go on with your practice match' }).click();
  await expect(match.accordion.main).toHaveAttribute('data-dealt', '1');
  await home.open();
});
