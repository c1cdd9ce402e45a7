// Every screen, in both themes, has no fault that a program can find.

import { violations } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { walk } from '../support/screens.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every screen meets WCAG 2.2 AA as far as axe sees, ${colorScheme}`, async ({ players, server }) => {
    test.slow();
    await walk(players, server.url, { colorScheme }, async (screen, page) => {
      expect.soft(await violations(page), screen).toEqual([]);
    });
  });
}
