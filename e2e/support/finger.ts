// A finger on a touch screen that can be dragged; Playwright's own can only tap.

import { type CDPSession, type Locator, type Page, expect } from '@playwright/test';

/** Into how many small ways a drag is divided. */
const STEPS = 12;
/**
 * How long each of them takes, and how long the finger rests before it is lifted, in seconds. The browser is only told so:
 * nothing waits. A finger that is lifted at full speed throws, and the next tap would do no more than stop that.
 */
const STEP = 0.02;
const REST = 0.2;

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
  private at: Point = { x: 0, y: 0 };
  /** In seconds since 1970. */
  private time = 0;

  private constructor(private readonly session: CDPSession) {}

  static async of(page: Page): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page));
  }

  /** Puts the finger down, draws it along a straight way, and lifts it. */
  async drag(from: Point, to: Point): Promise<void> {
    await this.down(from);
    await this.moveTo(to);
    await this.up();
  }

  /** Puts the finger down. */
  async down(at: Point): Promise<void> {
    this.at = at;
    this.time = Math.max(this.time, Date.now() / 1000);
    await this.touch('touchStart', [at]);
  }

  /** Draws it along a straight way. */
  async moveTo(to: Point): Promise<void> {
    const from = this.at;
    for (let step = 1; step <= STEPS; step++) {
      const part = step / STEPS;
      this.at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
      this.time += STEP;
      await this.touch('touchMove', [this.at]);
    }
  }

  /** Lifts it. */
  async up(): Promise<void> {
    this.time += REST;
    await this.touch('touchEnd', []);
  }

  /** The browser takes the finger away, as for a gesture of the system. */
  async cancel(): Promise<void> {
    await this.touch('touchCancel', []);
  }

  private async touch(type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', touchPoints: Point[]): Promise<void> {
    await this.session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: this.time });
  }
}
