// A finger on a touch screen that can be dragged; Playwright's own can only tap.

import { type CDPSession, type Locator, type Page, expect } from '@playwright/test';

/** Into how many small ways a drag is divided. */
const STEPS = 12;

interface Point {
  x: number;
  y: number;
}

/** The middle of an element, in the viewport; fails if it is not in sight. */
export async function middleOf(element: Locator): Promise<Point> {
  await expect(element).toBeInViewport({ ratio: 1 });
  const box = await element.boundingBox();
  if (!box) throw new Error('an element in sight has no place');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export class Finger {
  private constructor(private readonly session: CDPSession) {}

  static async of(page: Page): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page));
  }

  /** Puts the finger down, draws it along a straight way, and lifts it. */
  async drag(from: Point, to: Point): Promise<void> {
    await this.touch('touchStart', [from]);
    for (let step = 1; step <= STEPS; step++) {
      const part = step / STEPS;
      await this.touch('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
    }
    await this.touch('touchEnd', []);
  }

  private async touch(type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]): Promise<void> {
    await this.session.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
}
