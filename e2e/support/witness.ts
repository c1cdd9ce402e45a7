// Sees everything that goes wrong in a browser without being asked: errors on the console, uncaught exceptions, failed
// requests. A test fails on any of it, except on what it has announced.

import type { BrowserContext, Page } from '@playwright/test';

/** A request that a page gave up itself, by leaving or by closing a stream, has not failed. */
const GIVEN_UP = 'net::ERR_ABORTED';

/** The witness of one player. */
export class Witness {
  private readonly seen: string[] = [];
  private readonly announced: RegExp[] = [];

  constructor(private readonly name: string) {}

  /** Watches every page of a context, those that are opened later too. */
  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() !== 'error') return;
      const { url } = message.location();
      this.note(`console: ${message.text()} (${url})`);
    });
    context.on('weberror', (error) => this.note(`exception: ${error.error().stack ?? error.error().message}`));
    context.on('requestfailed', (request) => {
      const failure = request.failure()?.errorText ?? '';
      if (failure !== GIVEN_UP) this.note(`request: ${request.method()} ${request.url()} ${failure}`);
    });
    context.on('page', (page: Page) => page.on('crash', () => this.note('the page has crashed')));
  }

  /** From now on, what matches is part of the test and no fault. */
  allow(pattern: RegExp): void {
    this.announced.push(pattern);
  }

  /** What went wrong so far and was not announced. */
  get faults(): string[] {
    return this.seen;
  }

  private note(what: string): void {
    if (!this.announced.some((pattern) => pattern.test(what))) this.seen.push(`${this.name}: ${what}`);
  }
}
