// Every screen, in both themes: without a fault that a program can find, and without anything that sticks out.

import type { BrowserContextOptions, Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { PHONE } from '../support/devices.ts';
import { expect, test } from '../support/fixtures.ts';
import { WALKS } from '../support/screens.ts';

/** The devices, and the widths that each screen is laid out in on them. */
const DEVICES: [name: string, options: BrowserContextOptions, widths: number[]][] = [
  ['by day on a desktop', { colorScheme: 'light' }, [640, 768, 1024, 1440]],
  ['by night on a phone', { ...PHONE, colorScheme: 'dark' }, [320, 360]],
];

/** How far the page can be moved sideways, and by which elements; empty if not at all. */
async function overhang(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return [`${scrollWidth} > ${clientWidth}`, ...wide.slice(0, 5).map((element) => `${element.tagName}.${element.classList}`)];
  });
}

for (const [name, options, widths] of DEVICES) {
  for (const [where, walk] of WALKS) {
    test(`every screen of ${where} meets WCAG 2.2 AA as far as axe sees, and fits, ${name}`, async ({ players, server }) => {
      test.slow();
      await walk(players, server.url, options, async (screen, page) => {
        expect.soft(await violations(page), screen).toEqual([]);
        const own = page.viewportSize();
        if (!own) throw new Error('a page has no size');
        for (const width of [...widths, own.width]) {
          await page.setViewportSize({ width, height: own.height });
          expect.soft(await overhang(page), `${screen}, ${width} pixels wide`).toEqual([]);
        }
      });
    });
  }
}
