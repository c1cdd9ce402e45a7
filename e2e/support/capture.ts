// What a page is sent, for tests that look for what it must not be told.

import type { Page } from '@playwright/test';

/** Everything one page has received. */
export class Capture {
  readonly frames: string[] = [];
  readonly bodies: string[] = [];
  private readonly reading: Promise<void>[] = [];

  constructor(page: Page) {
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => this.frames.push(payload.toString())));
    page.on('response', (response) => {
      // The lobby is an endless answer; a record is only told after the end, which the test asks for itself.
      if (!/\/api\//.test(response.url()) || /\/(lobby|record)$/.test(response.url())) return;
      this.reading.push(
        response.text().then(
          (body) => void this.bodies.push(body),
          // The page was left before the body came; then it has not been told either.
          () => undefined,
        ),
      );
    });
  }

  async answers(): Promise<string[]> {
    await Promise.all(this.reading);
    return [...this.bodies];
  }
}
