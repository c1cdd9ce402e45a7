// How the browser tests run. `cargo xtask test --only e2e` builds the server and calls them; see support/server.ts for
// the variable that names it.

import { defineConfig } from '@playwright/test';
import { chromium } from './support/chromium.ts';
import type { Options } from './support/fixtures.ts';
import { PATIENCE } from './support/patience.ts';

export default defineConfig<Options>({
  testDir: 'tests',
  outputDir: 'test-results',
  timeout: 120_000,
  expect: { timeout: PATIENCE },
  // Each worker has a browser and a server of its own; more of them than cores only wait for each other.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: [['list'], ['./support/summary-reporter.ts']],
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: chromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    // Nothing waits for motion, so most tests do without; tests/motion.spec.ts looks at it.
    contextOptions: { reducedMotion: 'reduce' },
    // Without its film, which costs more than the page itself where there is no graphics card.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
  },
});
