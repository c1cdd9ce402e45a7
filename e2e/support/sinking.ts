// A socket that can be held where it has begun to close, and nobody was told of its end yet: what a browser is handed
// then is thrown away, with a complaint in the console.

import type { Page } from '@playwright/test';

interface Sinking extends WebSocket {
  sinking: boolean;
  lost: string[];
}

/** The sockets of one page, by the last of them. */
export class SinkingSockets {
  private constructor(private readonly page: Page) {}

  /** Takes the sockets of a page that has not been opened yet. */
  static async of(page: Page): Promise<SinkingSockets> {
    await page.addInitScript(() => {
      class Held extends WebSocket implements Sinking {
        sinking = false;
        lost: string[] = [];

        constructor(url: string) {
          super(url);
          Object.assign(globalThis, { lastSocket: this });
        }

        override get readyState(): number {
          return this.sinking ? WebSocket.CLOSING : super.readyState;
        }

        override send(text: string): void {
          if (this.sinking) this.lost.push(text);
          else super.send(text);
        }
      }
      Object.assign(globalThis, { WebSocket: Held });
    });
    return new SinkingSockets(page);
  }

  /** From now on the page's socket is closing. */
  async sink(): Promise<void> {
    await this.page.evaluate(() => {
      (globalThis as unknown as { lastSocket: Sinking }).lastSocket.sinking = true;
    });
  }

  /** Lets it close, and tells the page; answers what was handed to it while it was closing. */
  async drown(): Promise<string[]> {
    return this.page.evaluate(() => {
      const { lastSocket } = globalThis as unknown as { lastSocket: Sinking };
      lastSocket.close(3000);
      return lastSocket.lost;
    });
  }
}
