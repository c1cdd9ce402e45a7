// Pictures of every screen, to be looked at: `SHOTS=1 npx playwright test shots` writes them to e2e/shots/.

import { join } from 'node:path';
import { PHONE } from '../support/devices.ts';
import { test } from '../support/fixtures.ts';
import { WALKS } from '../support/screens.ts';

const FOLDER = join(import.meta.dirname, '../shots');

const SIZES = { '1440': { viewport: { width: 1440, height: 900 } }, '390': PHONE };

if (process.env['SHOTS'] === '1') {
  for (const [size, options] of Object.entries(SIZES)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`pictures, ${colorScheme}, ${size} pixels wide`, async ({ players, server }) => {
        test.slow();
        for (const [, walk] of WALKS) {
          await walk(players, server.url, { ...options, colorScheme }, async (screen, page) => {
            await page.evaluate(() => document.fonts.ready);
            await page.screenshot({ path: join(FOLDER, `${screen}-${colorScheme}-${size}.png`), fullPage: true });
          });
        }
      });
    }
  }
}
