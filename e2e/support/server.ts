// The program under test: the real release server on a free port, with a data directory that is thrown away.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PATIENCE } from './patience.ts';

/** How long the server may take to stop: what it promises, in milliseconds. */
const LONGEST_STOP = 10_000;
/** Between two questions whether it is ready, in milliseconds. */
const ASK_AGAIN = 25;

/** The program named by the variable PARLOUR_BIN, else the release build of this checkout. */
function program(): string {
  const path = process.env['PARLOUR_BIN'] ?? resolve(import.meta.dirname, '../../target/release/parlour');
  try {
    accessSync(path, constants.X_OK);
  } catch {
    throw new Error(`There is no server at ${path}. Build it by \`cargo xtask build\`, or name one in PARLOUR_BIN.`);
  }
  return path;
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('a listener has no port');
  listener.close();
  await once(listener, 'close');
  return address.port;
}

/** A server that can be stopped, killed and started again on the same port with the same data. */
export class Server {
  private process: ChildProcess | undefined;

  private constructor(
    /** The port of the page, and of datagrams. */
    readonly port: number,
    private readonly folder: string,
    private readonly botPause: string,
  ) {}

  /** Starts a server on empty data. Its bots act at once, or after so many milliseconds at most. */
  static async start(botPause = '0'): Promise<Server> {
    const server = new Server(await freePort(), await mkdtemp(join(tmpdir(), 'parlour-e2e-')), botPause);
    await server.restart();
    const page = await fetch(server.url);
    if (!page.ok) throw new Error('the server was built without the page; `cargo xtask build` builds both');
    return server;
  }

  /** Where people find it, without a slash at the end. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts it again, and waits until it has restored its matches. */
  async restart(): Promise<void> {
    if (this.process) throw new Error('the server runs already');
    const child = spawn(program(), ['serve'], {
      env: {
        ...process.env,
        PARLOUR_ADDR: `127.0.0.1:${this.port}`,
        PARLOUR_DATA: join(this.folder, 'data'),
        PARLOUR_BOT_PAUSE_MS: this.botPause,
        // Enough that a token which is logged by mistake would be found.
        PARLOUR_LOG: process.env['PARLOUR_LOG'] ?? 'debug',
        PARLOUR_NUGGETS_UDP: `127.0.0.1:${this.port}`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.process = child;
    // A worker that is ended early must not leave a server behind.
    const orphan = () => child.kill('SIGKILL');
    process.once('exit', orphan);
    child.once('exit', () => process.off('exit', orphan));
    const log = createWriteStream(this.logFile, { flags: 'a' });
    child.stdout.pipe(log);
    child.stderr.pipe(log);
    await this.ready(child);
  }

  /** SIGTERM, as a deploy does it. Returns the exit code. */
  async terminate(): Promise<number | null> {
    return this.end('SIGTERM');
  }

  /** SIGKILL, as a power cut does it. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Loses all its data, its key too. It must not run. */
  async forget(): Promise<void> {
    if (this.process) throw new Error('the server still runs');
    await rm(join(this.folder, 'data'), { recursive: true });
  }

  /** Everything the server has logged. */
  async log(): Promise<string> {
    return readFile(this.logFile, 'utf8');
  }

  /** Stops it if it runs, and removes its data. */
  async dispose(): Promise<void> {
    if (this.process) await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  get runs(): boolean {
    return this.process !== undefined;
  }

  private get logFile(): string {
    return join(this.folder, 'server.log');
  }

  private async ready(child: ChildProcess): Promise<void> {
    const deadline = Date.now() + PATIENCE;
    while (Date.now() < deadline && child.exitCode === null) {
      const answer = await fetch(`${this.url}/readyz`).catch(() => undefined);
      if (answer?.ok) return;
      await new Promise((again) => setTimeout(again, ASK_AGAIN));
    }
    throw new Error(`the server is not ready after ${PATIENCE} ms:\n${await this.log()}`);
  }

  private async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const child = this.process;
    if (!child) throw new Error('the server does not run');
    const deadline = AbortSignal.timeout(LONGEST_STOP);
    const exit = once(child, 'exit', { signal: deadline });
    child.kill(signal);
    await exit.catch((cause: unknown) => {
      child.kill('SIGKILL');
      throw new Error(`the server has not stopped ${LONGEST_STOP} ms after ${signal}`, { cause });
    });
    this.process = undefined;
    return child.exitCode;
  }
}
