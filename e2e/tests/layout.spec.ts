// Every screen fits every width, from the smallest phone to a desktop.

import type { Page } from '@playwright/test';
import { PHONE } from '../support/devices.ts';
import { expect, test } from '../support/fixtures.ts';
import { walk } from '../support/screens.ts';

/** What sticks out at the right, if the page can be moved sideways. */
async function overhang(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > width + 1,
    );
    return [`scrollWidth ${document.documentElement.scrollWidth} > ${width}`, ...wide.slice(0, 5).map((e) => `${e.tagName}.${e.classList}`)];
  });
}

/** Lays a screen out in a number of widths. */
async function fits(screen: string, page: Page, widths: number[]): Promise<void> {
  const size = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: size?.height ?? 800 });
    expect.soft(await overhang(page), `${screen} at ${width} pixels`).toEqual([]);
  }
  if (size) await page.setViewportSize(size);
}

test('no screen of a phone can be moved sideways', async ({ players, server }) => {
  test.slow();
  await walk(players, server.url, PHONE, (screen, page) => fits(screen, page, [320, 360, 390]));
});

test('no screen of a desktop can be moved sideways', async ({ players, server }) => {
  test.slow();
  await walk(players, server.url, {}, (screen, page) => fits(screen, page, [640, 768, 1024, 1440]));
});
