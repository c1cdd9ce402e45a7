// Screens that the tests are played on beside the desktop of the configuration.

import type { BrowserContextOptions } from '@playwright/test';

/** A phone in the hand, with fingers. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};
