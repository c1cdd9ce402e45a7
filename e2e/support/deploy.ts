// A server that is updated under an open page: a proxy in front of the real one that gives its files as they are, and
// from some moment on as those of another build, with other names for the program, another page and another worker. What
// only the first build had is then gone. Everything else, sockets too, passes through.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type Server as HttpServer, type ServerResponse, createServer, request } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Server } from './server.ts';

interface File {
  content: Buffer;
  headers: Record<string, string>;
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content);

/** The hashes by which a policy allows the inline scripts of a page. */
function inlineScripts(page: string): string[] {
  const texts = [...page.matchAll(/<script[^>]*>([^<]+(?:<(?!\/script>)[^<]*)*)<\/script>/g)].map(([, text]) => text ?? '');
  return texts.map((text) => `'sha256-${sha256(text).digest('base64')}'`);
}

/** A server that is updated. */
export class Deploy {
  /** The files of the second build, once it is served. */
  private second: Map<string, File> | undefined;
  /** What only the first build had. */
  private readonly gone = new Set<string>();
  /** The sockets of matches, both ends. */
  private readonly sockets = new Set<Duplex>();

  private constructor(
    private readonly server: Server,
    private readonly proxy: HttpServer,
    /** Where people find it, without a slash at the end. */
    readonly url: string,
  ) {}

  /** Stands in front of a server. */
  static async before(server: Server): Promise<Deploy> {
    const proxy = createServer().listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const address = proxy.address();
    if (address === null || typeof address === 'string') throw new Error('a listener has no port');
    const deploy = new Deploy(server, proxy, `http://127.0.0.1:${address.port}`);
    proxy.on('request', (asked: IncomingMessage, answer: ServerResponse) => deploy.answer(asked, answer));
    proxy.on('upgrade', (asked: IncomingMessage, socket: Duplex, head: Buffer) => deploy.upgrade(asked, socket, head));
    return deploy;
  }

  /** The second build is there. */
  async next(): Promise<void> {
    const fetched = async (path: string): Promise<File> => {
      const answer = await fetch(`${this.server.url}${path}`, { headers: { accept: 'text/html' } });
      const headers = Object.fromEntries(
        ['content-type', 'content-security-policy', 'cache-control'].flatMap((name) => {
          const value = answer.headers.get(name);
          return value === null ? [] : [[name, value]];
        }),
      );
      return { content: Buffer.from(await answer.arrayBuffer()), headers };
    };
    const worker = await fetched('/sw.js');
    const source = worker.content.toString();
    const list = /new Map\((\[\[.*\]\])\)/.exec(source)?.[1];
    const version = /VERSION = '([0-9a-f]+)'/.exec(source)?.[1];
    if (list === undefined || version === undefined) throw new Error('the service worker has no list or no version');
    const files = new Map<string, File>();
    for (const [path] of JSON.parse(list) as [string, string][]) files.set(path, await fetched(path));

    const program = [...files.keys()].map((path) => /^\/frontend-([0-9a-f]+)\.js$/.exec(path)?.[1]).find(Boolean);
    if (program === undefined) throw new Error('the build has no program');
    const other = [...program].reverse().join('');
    const renamed = (text: string) => text.replaceAll(program, other);
    const second = new Map<string, File>();
    for (const [path, { content, headers }] of files) {
      const text = /\.(html|js)$/.test(path);
      second.set(renamed(path), { headers, content: text ? Buffer.from(renamed(content.toString())) : content });
      if (renamed(path) !== path) this.gone.add(path);
    }
    const page = second.get('/index.html');
    if (!page) throw new Error('the build has no page');
    const before = files.get('/index.html')?.content.toString() ?? '';
    const after = page.content.toString().replace('<head>', '<head>\n  <meta name="build" content="second">');
    page.content = Buffer.from(after);
    const now = inlineScripts(after);
    const policy = page.headers['content-security-policy'] ?? '';
    page.headers['content-security-policy'] = inlineScripts(before).reduce((policy, hash, index) => policy.replace(hash, now[index] ?? ''), policy);

    const hashes = [...second].map(([path, { content }]) => [path, sha256(content).digest('hex')]);
    const next = source.replace(list, JSON.stringify(hashes)).replace(version, [...version].reverse().join(''));
    second.set('/sw.js', { headers: worker.headers, content: Buffer.from(next) });
    this.second = second;
  }

  /** Stops; the server behind goes on. */
  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.proxy.closeAllConnections();
    this.proxy.close();
    await once(this.proxy, 'close');
  }

  private answer(asked: IncomingMessage, answer: ServerResponse): void {
    const path = (asked.url ?? '/').split('?')[0] ?? '/';
    const place = asked.headers.accept?.includes('text/html') === true && !path.startsWith('/api');
    const file = this.second?.get(path) ?? (place ? this.second?.get('/index.html') : undefined);
    if (file) {
      answer.writeHead(200, { ...file.headers, 'content-length': file.content.length });
      answer.end(asked.method === 'HEAD' ? undefined : file.content);
    } else if (this.second && this.gone.has(path)) {
      answer.writeHead(404).end();
    } else {
      const onwards = request(`${this.server.url}${asked.url}`, { method: asked.method, headers: asked.headers }, (came) => {
        answer.writeHead(came.statusCode ?? 502, came.headers);
        came.pipe(answer);
      });
      onwards.on('error', () => answer.destroy());
      answer.on('close', () => onwards.destroy());
      asked.pipe(onwards);
    }
  }

  private upgrade(asked: IncomingMessage, socket: Duplex, head: Buffer): void {
    const onwards = connect(this.server.port, '127.0.0.1', () => {
      const headers = asked.rawHeaders.flatMap((name, index, all) => (index % 2 === 0 ? [`${name}: ${all[index + 1]}`] : []));
      onwards.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
      onwards.write(head);
      socket.pipe(onwards).pipe(socket);
    });
    for (const end of [socket, onwards]) {
      this.sockets.add(end);
      end.on('close', () => this.sockets.delete(end));
    }
    onwards.on('error', () => socket.destroy());
    socket.on('error', () => onwards.destroy());
    socket.on('close', () => onwards.destroy());
  }
}
