// The service worker: keeps the app in the browser, so that it starts at once and without a network. The build puts a
// version and the list of files in here; see xtask/src/web/worker.rs.
//
// It answers for two things only: places of the app, by the page that is kept, and the files of this build. Everything
// else, the API above all, goes to the network as if it were not there.

'use strict';

const VERSION = '@VERSION@';
/** Every file of the build by its address, with the SHA-256 of its content in hexadecimal. */
const FILES = new Map(/* @FILES@ */[]);

const FAMILY = 'parlour-';
const CACHE = FAMILY + VERSION;
const PAGE = '/index.html';

/** The places of the app; the routes of frontend/src/app.rs. */
const PLACE = /^\/(?:$|m\/|practice\/|rules(?:$|\/)|settings$|statistics$)/;

self.addEventListener('install', (event) => event.waitUntil(install()));

/** Takes all files or none: a server that is changing over would give some of this build and some of the next. */
async function install() {
  const cache = await caches.open(CACHE);
  try {
    await Promise.all([...FILES].map(([address, hash]) => take(cache, address, hash)));
  } catch (fault) {
    await caches.delete(CACHE);
    throw fault;
  }
}

async function take(cache, address, hash) {
  // The browser may have the file from a moment ago; it asks whether it is still the same.
  const answer = await fetch(new Request(address, { cache: 'no-cache', credentials: 'omit' }));
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const content = await answer.clone().arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (found !== hash) throw new Error(`${address} is of another build`);
  await cache.put(address, answer);
}

self.addEventListener('activate', (event) => event.waitUntil(activate()));

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(FAMILY) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

// A new version waits until somebody asks for it; pages of the old one go on as they are.
self.addEventListener('message', (event) => {
  if (event.data === 'take-over') event.waitUntil(self.skipWaiting());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (PLACE.test(pathname)) event.respondWith(page(request));
  } else if (FILES.has(pathname)) {
    event.respondWith(file(request, pathname));
  }
});

/** The page that is kept. If the browser has thrown away part of what was kept, the page of the network is better. */
async function page(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(PAGE);
  if (kept && (await cache.keys()).length >= FILES.size) return kept;
  return fetch(request).catch(() => kept ?? Response.error());
}

async function file(request, address) {
  const cache = await caches.open(CACHE);
  return (await cache.match(address)) ?? fetch(request);
}
