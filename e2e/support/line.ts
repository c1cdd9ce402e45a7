// The line between a page and the server, in the hands of a test: what is under way can be kept back or lost.

import type { Page, WebSocketRoute } from '@playwright/test';

/** The line of one page. What it keeps back is lost once the line is cut or the page is left. */
export class Line {
  /** How many sockets the page has opened. */
  sockets = 0;
  private keepsAnswers = false;
  private keepsCalls = false;
  private current: { page: WebSocketRoute; server: WebSocketRoute; dead: boolean } | undefined;

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

  /** The connection dies without a word: nothing passes on it any more, nobody is told, and the next one works. */
  die(): void {
    this.open.dead = true;
  }

  /** Says something to the server as if the page had said it. */
  say(text: string): void {
    this.open.server.send(text);
  }

  /** Says something to the page as if the server had said it. */
  hear(text: string): void {
    this.open.page.send(text);
  }

  /** Cuts the connection for both sides. */
  async cut(): Promise<void> {
    const { page, server } = this.open;
    await Promise.all([server.close(), page.close({ code: 1001 })]);
  }

  private get open() {
    if (!this.current) throw new Error('there is no connection');
    return this.current;
  }

  private connect(page: WebSocketRoute): void {
    this.sockets += 1;
    const server = page.connectToServer();
    const current = { page, server, dead: false };
    this.current = current;
    page.onMessage((message) => {
      if (!this.keepsCalls && !current.dead) server.send(message);
    });
    server.onMessage((message) => {
      if (!this.keepsAnswers && !current.dead) page.send(message);
    });
  }
}
