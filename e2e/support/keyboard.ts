// Going about a page with nothing but a keyboard.

import { type Locator, expect } from '@playwright/test';

/** More stops than any page has between two places. */
const MOST_STOPS = 80;

/** Presses Tab until an element has the focus; fails if it is not to be reached. */
export async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let stops = 0; stops < MOST_STOPS && !(await hasFocus()); stops++) await target.page().keyboard.press('Tab');
  await expect(target, 'Tab leads there').toBeFocused();
}
