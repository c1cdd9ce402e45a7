// What the program itself answers, with the page that was built into it: small forms, tags, and what browsers are told
// to forbid.

import { createHash } from 'node:crypto';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';

/** What a browser says when somebody goes to an address. */
const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';

async function page(request: APIRequestContext, encoding = 'identity'): Promise<APIResponse> {
  const answer = await request.get('/', { headers: { accept: HTML, 'accept-encoding': encoding } });
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-type']).toBe('text/html; charset=utf-8');
  return answer;
}

/** The directives of a security policy, by their names. */
function directives(answer: APIResponse): Map<string, string[]> {
  const policy = answer.headers()['content-security-policy'] ?? '';
  const parts = policy.split(';').map((part) => part.trim().split(/\s+/));
  return new Map(parts.map(([name = '', ...sources]) => [name, sources]));
}

/** The addresses of files that the page names, with this ending. */
function named(html: string, ending: string): string[] {
  return [...html.matchAll(/(?:href|src)="(\/[^"]+)"/g)].flatMap(([, path = '']) => (path.endsWith(ending) ? [path] : []));
}

test('the page is sent in the smallest form that is understood, and is the same in each', async ({ request }) => {
  const plain = await page(request);
  expect(plain.headers()['content-encoding']).toBeUndefined();
  const html = await plain.text();
  expect(html).toContain('<title>Parlour</title>');
  for (const [asked, form] of [['br', 'br'], ['gzip, deflate, br, zstd', 'br'], ['gzip', 'gzip']] as const) {
    const small = await page(request, asked);
    expect(small.headers()['content-encoding'], asked).toBe(form);
    expect(small.headers()['vary']).toBe('accept-encoding');
    expect(Number(small.headers()['content-length'])).toBeLessThan(html.length / 2);
    expect(await small.text(), asked).toBe(html);
  }
});

test('whoever has the page already is told so, and nothing more', async ({ request }) => {
  for (const encoding of ['br', 'identity']) {
    const tag = (await page(request, encoding)).headers()['etag'] ?? '';
    expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
    const ask = async (tag: string) =>
      request.get('/', { headers: { accept: HTML, 'accept-encoding': encoding, 'if-none-match': tag } });
    const again = await ask(tag);
    expect(again.status()).toBe(304);
    expect(await again.body()).toHaveLength(0);
    expect(again.headers()['cache-control'], 'it is asked for each time').toBe('no-cache');
    expect((await ask('"another"')).status()).toBe(200);
  }
});

test('the page may run what was built into it, and nobody may frame it', async ({ request }) => {
  const answer = await page(request);
  const policy = directives(answer);
  const inline = [...(await answer.text()).matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].flatMap(([, text = '']) => (text === '' ? [] : [text]));
  expect(inline.length, 'there is an inline script').toBeGreaterThan(0);
  const hashes = inline.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  expect(policy.get('script-src')?.toSorted()).toEqual(["'self'", "'wasm-unsafe-eval'", ...hashes].toSorted());
  expect(policy.get('default-src')).toEqual(["'self'"]);
  expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
  expect(policy.get('object-src')).toEqual(["'none'"]);
  expect(policy.get('base-uri')).toEqual(["'none'"]);
});

test('every answer says that types are not to be guessed, and no address is told to others', async ({ request }) => {
  for (const path of ['/', '/m/BEKOTA', '/sw.js', '/api/games', '/api/nothing', '/nothing.js', '/healthz']) {
    const headers = (await request.get(path, { headers: { accept: HTML } })).headers();
    expect(headers['x-content-type-options'], path).toBe('nosniff');
    expect(headers['referrer-policy'], path).toBe('no-referrer');
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
    expect(headers['server'], path).toBeUndefined();
  }
});

test('the files that the page names have the types that browsers insist on', async ({ request }) => {
  const html = await (await page(request)).text();
  for (const [ending, kind] of [
    ['.wasm', 'application/wasm'],
    ['.js', 'text/javascript; charset=utf-8'],
    ['.css', 'text/css; charset=utf-8'],
    ['.woff2', 'font/woff2'],
    ['.webmanifest', 'application/manifest+json'],
  ] as const) {
    const paths = named(html, ending);
    expect(paths.length, ending).toBeGreaterThan(0);
    for (const path of paths) {
      const answer = await request.get(path, { headers: { 'accept-encoding': 'br' } });
      expect(answer.status(), path).toBe(200);
      expect(answer.headers()['content-type'], path).toBe(kind);
      if (ending !== '.woff2') expect(answer.headers()['content-encoding'], path).toBe('br');
    }
  }
  const [program = ''] = named(html, '.wasm');
  const answer = await request.get(program);
  expect(answer.headers()['cache-control'], 'its name changes with it').toBe('public, max-age=31536000, immutable');
  expect([...(await answer.body()).subarray(0, 4)], 'it is WebAssembly').toEqual([0, 0x61, 0x73, 0x6d]);
});

test('a file that is not there is not replaced by the page', async ({ request }) => {
  for (const [path, dest, accept] of [
    ['/frontend-0123456789abcdef.js', 'script', '*/*'],
    ['/split_onecard-0123456789abcdef.wasm', 'empty', '*/*'],
    ['/tokens-0123456789abcdef.css', 'style', 'text/css,*/*;q=0.1'],
    ['/m/old.js', 'document', HTML],
    ['/m/BEKOTA', 'script', '*/*'],
  ] as const) {
    const answer = await request.get(path, { headers: { accept, 'sec-fetch-dest': dest } });
    expect(answer.status(), path).toBe(404);
    expect(answer.headers()['content-type'], path).toBe('application/problem+json');
    expect(await answer.text(), path).not.toContain('<');
  }
});
