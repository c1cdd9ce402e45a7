// How the figures that need a browser are measured: `npx playwright test --config bench.config.ts`.

import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

export default defineConfig(base, {
  testDir: 'bench',
  testMatch: '*.ts',
  // Nothing else runs while something is measured.
  workers: 1,
  reporter: [['line']],
});
