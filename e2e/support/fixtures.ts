// What every test gets: a server, and as many players as it asks for, each in a browser context of their own.

import { type BrowserContext, type BrowserContextOptions, type Page, test as base, expect } from '@playwright/test';
import { HomePage } from '../pages/home.ts';
import { MatchPage } from '../pages/match.ts';
import { Guest } from './api.ts';
import { Server } from './server.ts';
import { Witness } from './witness.ts';

/** What a file of tests can choose. */
export interface Options {
  /** A server for each test alone, which it may kill. */
  ownServer: boolean;
  /** The longest time in milliseconds that bots of such a server think. */
  botPause: string;
}

/** Somebody at a browser. */
export class Player {
  /** Their page that was opened first. */
  readonly home: HomePage;
  /** The same page, as that of a match. */
  readonly match: MatchPage;

  constructor(
    readonly name: string,
    readonly context: BrowserContext,
    readonly page: Page,
    /** Who the server knows them as; `undefined` for somebody who was never here. */
    readonly guest: Guest | undefined,
    private readonly witness: Witness,
  ) {
    this.home = new HomePage(page);
    this.match = new MatchPage(page);
  }

  /** The guest of a player who was here before. */
  get known(): Guest {
    if (!this.guest) throw new Error(`${this.name} was never here`);
    return this.guest;
  }

  /** Announces something on the console, or a failed request, that is part of the test. */
  expects(pattern: RegExp): void {
    this.witness.allow(pattern);
  }

  /** Another page of the same browser. */
  async secondTab(): Promise<MatchPage> {
    return new MatchPage(await this.context.newPage());
  }
}

/** Brings people to their browsers. */
export class Players {
  private readonly witnesses: Witness[] = [];
  private readonly contexts: BrowserContext[] = [];

  constructor(
    private readonly newContext: (options: BrowserContextOptions) => Promise<BrowserContext>,
    private readonly server: Server,
  ) {}

  /** Somebody whose browser was never here. */
  async stranger(name: string, options: BrowserContextOptions = {}): Promise<Player> {
    return this.open(name, undefined, options);
  }

  /** Somebody whose browser has a name and a user already. */
  async regular(name: string, options: BrowserContextOptions = {}): Promise<Player> {
    const guest = await Guest.named(this.server.url, name);
    const kept = { 'parlour.name': name, 'parlour.user': guest.token };
    const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
    const storageState = { cookies: [], origins: [{ origin: this.server.url, localStorage }] };
    return this.open(name, guest, { storageState, ...options });
  }

  /** What went wrong in any of the browsers. */
  get faults(): string[] {
    return this.witnesses.flatMap((witness) => witness.faults);
  }

  /** Everybody goes. */
  async close(): Promise<void> {
    await Promise.all(this.contexts.map((context) => context.close()));
  }

  private async open(name: string, guest: Guest | undefined, options: BrowserContextOptions): Promise<Player> {
    const context = await this.newContext({ baseURL: this.server.url, ...options });
    const witness = new Witness(name);
    this.contexts.push(context);
    this.witnesses.push(witness);
    witness.watch(context);
    return new Player(name, context, await context.newPage(), guest, witness);
  }
}

interface Fixtures {
  server: Server;
  players: Players;
}

interface WorkerFixtures {
  sharedServer: Server;
}

/** Every token is a PASETO. */
const TOKEN = /v4\.(?:local|public)\./;

/** Stops a server in the way of a deploy, and sees to it that it goes well. */
async function retire(server: Server): Promise<void> {
  const code = server.runs ? await server.terminate() : 0;
  const log = await server.log();
  await server.dispose();
  expect(code, `the server stops without a fault; it has logged:\n${log}`).toBe(0);
  expect(log, 'no part of the server has panicked').not.toContain('panicked');
  // Whoever finds one in a log can take a seat with it; so a line that fails here is not printed.
  const telling = log.split('\n').flatMap((line, at) => (TOKEN.test(line) ? [at + 1] : []));
  expect(telling, 'lines of the log with a token in them').toEqual([]);
}

export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  ownServer: [false, { option: true }],
  botPause: ['0', { option: true }],

  sharedServer: [
    async ({}, use) => {
      const server = await Server.start();
      await use(server);
      await retire(server);
    },
    { scope: 'worker' },
  ],

  server: async ({ ownServer, botPause, sharedServer }, use, testInfo) => {
    const server = ownServer ? await Server.start(botPause) : sharedServer;
    await use(server);
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('server.log', { body: await server.log(), contentType: 'text/plain' });
    }
    if (ownServer) await retire(server);
  },

  baseURL: async ({ server }, use) => use(server.url),

  players: async ({ browser, server }, use) => {
    const players = new Players((options) => browser.newContext(options), server);
    await use(players);
    const { faults } = players;
    await players.close();
    expect(faults, 'nothing goes wrong in any browser').toEqual([]);
  },
});

export { expect } from '@playwright/test';
