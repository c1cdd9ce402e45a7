// The line between a page and the server, in the hands of a test: what is under way can be kept back or lost.

import type { Page, WebSocketRoute } from '@playwright/test';

/** The line of one page. What it keeps back is lost once the line is cut or the page is left. */
export class Line {
  /** How many sockets the page has opened. */
  sockets = 0;
  private keepsAnswers = false;
  private keepsCalls = false;
  private current: { page: WebSocketRoute; server: WebSocketRoute } | undefined;

  /** Takes the line of a page that has not been opened yet. */
  static async of(page: Page): Promise<Line> {
    const line = new Line();
    await page.routeWebSocket(/\/ws$/, (route) => line.connect(route));
    return line;
  }

  /** From now on what the server says doesn't arrive. */
  keepAnswers(): void {
    this.keepsAnswers = true;
  }

  /** From now on what the page says doesn't arrive. */
  keepCalls(): void {
    this.keepsCalls = true;
  }

  /** From now on the line works; what was kept back stays lost. */
  clear(): void {
    this.keepsAnswers = false;
    this.keepsCalls = false;
  }

  /** Cuts the connection for both sides. */
  async cut(): Promise<void> {
    const { current } = this;
    if (!current) throw new Error('there is no connection to cut');
    await Promise.all([current.server.close(), current.page.close({ code: 1001 })]);
  }

  private connect(page: WebSocketRoute): void {
    this.sockets += 1;
    const server = page.connectToServer();
    this.current = { page, server };
    page.onMessage((message) => {
      if (!this.keepsCalls) server.send(message);
    });
    server.onMessage((message) => {
      if (!this.keepsAnswers) page.send(message);
    });
  }
}
