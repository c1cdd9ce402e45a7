// The first page: a name that stays, two presses to a match, tables that come and go, and what to do with a code.

import { Guest } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { Correspondent } from '../support/wire.ts';

test('a name is remembered', async ({ players }) => {
  const { home, page } = await players.stranger('Anna');
  await home.open();
  await expect(home.name).toHaveValue(/^Guest \d\d$/);
  await home.call('  Anna B.  ');
  await expect(home.name).toHaveValue('Anna B.');
  await page.reload();
  await expect(home.name).toHaveValue('Anna B.');
});

test('a name of nothing is no name', async ({ players }) => {
  const { home, page } = await players.stranger('Anna');
  await home.open();
  await home.call('Anna');
  await home.call('   ');
  await expect(page.getByText('A name has 1 to 24 letters.')).toBeVisible();
  await expect(home.name).toHaveValue('Anna');
});

test('two presses lead into a match against the house', async ({ players }) => {
  const { home, match } = await players.stranger('Anna');
  await home.open();
  await home.play.click();
  await home.choice('Medium').click();
  await match.board.reaches('placing');
  await match.connected();
});

test('a name given before a match is the one the other player reads', async ({ players, server }) => {
  const anna = await players.stranger('Anna');
  await anna.home.open();
  await anna.home.call('Anna');
  const code = await anna.home.openTable('By invitation');
  const facts = await (await Guest.named(server.url, 'Béla')).facts(code);
  expect(facts.seats.map((seat) => seat.name)).toEqual(['Anna', null]);
});

test('a browser that forbids storage can play all the same', async ({ players }) => {
  const { home, match, page } = await players.stranger('Anna');
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      const get = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      Object.defineProperty(globalThis, name, { get });
    }
  });
  await home.open();
  await home.call('Anna');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.goBack();
  await expect(home.name, 'the name is remembered until the page is left').toHaveValue('Anna');
  await home.play.click();
  await home.choice('Easy').click();
  await match.board.placeAnything();
  await match.board.reaches('playing', 'mine');
  await match.board.shoot('A1');
});

test('four games are on the shelf, each to be played with others or practised alone', async ({ players }) => {
  const { home, page } = await players.stranger('Anna');
  await home.open();
  const games = page.getByRole('region', { name: 'Games' }).getByRole('article');
  await expect(games).toHaveCount(4);
  for (const game of ['Sea Battle', 'Nuggets', 'OneCard', 'Accordion']) {
    await expect(games.getByRole('button', { name: `Play ${game}` })).toBeEnabled();
    await expect(games.getByRole('link', { name: `Practise ${game} without a server` })).toBeVisible();
  }
});

test('an open table is listed while it waits, and gone once it is over', async ({ players, server }) => {
  const bela = await players.stranger('Béla');
  await bela.home.open();
  await expect(bela.home.tables.getByText('Live')).toBeVisible();
  const host = 'Host of an open table';
  const anna = await Guest.named(server.url, host);
  const made = await anna.createMatch({ public: true });
  const hidden = await Guest.named(server.url, 'Host behind a door');
  await hidden.createMatch({ public: false });

  const row = bela.home.table(host);
  await expect(row, 'it appears without a reload').toBeVisible();
  await expect(row).toContainText('1 of 2 seats');
  await expect(bela.home.table('Host behind a door')).toHaveCount(0);
  const cora = await Guest.named(server.url, 'Cora');
  const seat = await cora.join(made.code);
  await expect(bela.home.tables.getByRole('link', { name: `Join the Sea Battle table of ${host}` })).toHaveCount(0);

  const first = await Correspondent.enter(anna, made);
  const second = await Correspondent.enter(cora, seat);
  first.resign();
  await expect(row, 'nor is it there when it is over').toHaveCount(0);
  await Promise.all([first.wire.hangUp(), second.wire.hangUp()]);
});

test('a table in the list is a way in', async ({ players, server }) => {
  const host = 'Host who waits';
  await (await Guest.named(server.url, host)).createMatch({ public: true });
  const bela = await players.stranger('Béla');
  await bela.home.open();
  await bela.home.table(host).getByRole('link', { name: /^Join/ }).click();
  await expect(bela.page.getByRole('main')).toContainText(`${host} is waiting for you.`);
  await bela.match.takeSeat.click();
  await bela.match.connected();
});

test('a code leads to the match however it is typed', async ({ players, server }) => {
  const made = await (await Guest.named(server.url, 'Anna')).createMatch();
  const bela = await players.stranger('Béla');
  const { code } = made;
  for (const typed of [code, code.toLowerCase(), ` ${code.slice(0, 3)}-${code.slice(3).toLowerCase()} `]) {
    await bela.home.open();
    await bela.home.enter(typed);
    await expect(bela.match.heading).toHaveText('A seat is free at Sea Battle.');
  }
  await bela.match.takeSeat.click();
  await bela.match.connected();
});

test('an invitation asks for nothing before one sits down', async ({ players, server }) => {
  const made = await (await Guest.named(server.url, 'Anna')).createMatch();
  const bela = await players.regular('Béla');
  const asked: string[] = [];
  bela.page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(request.url());
  });
  await bela.match.open(made.code);
  await expect(bela.match.takeSeat).toBeVisible();
  expect(asked).toEqual([]);
  await bela.match.takeSeat.click();
  await bela.match.connected();
  expect(asked).toContain(`${server.url}/api/matches/${made.match_id}/join`);
});

test('a code of no match is called by its name', async ({ players }) => {
  const bela = await players.stranger('Béla');
  bela.expects(/status of 404/);
  await bela.home.open();
  await bela.home.enter('QQQQQQ');
  await expect(bela.match.heading).toHaveText('There is no such match.');
  await expect(bela.page.getByRole('main')).toContainText('QQQQQQ');
});

test('without a server the page says in plain words what is wrong', async ({ players }) => {
  const anna = await players.stranger('Anna');
  anna.expects(/ERR_CONNECTION_REFUSED/);
  await anna.home.open();
  await expect(anna.home.tables.getByText('Live')).toBeVisible();
  await anna.home.play.click();
  // The page doesn't know yet that the server is gone; tests/offline.spec.ts has what it does once it knows.
  await anna.page.route('**/api/guests', (route) => route.abort('connectionrefused'));
  await anna.home.choice('Easy').click();
  await expect(anna.home.sheet.getByRole('alert')).toHaveText(
    'The server can’t be reached. Check your connection, then try again.',
  );
  await anna.page.unroute('**/api/guests');
  await anna.home.choice('Easy').click();
  await anna.match.board.reaches('placing');
});

test('full tables can be watched, and a seat that was just taken is not given twice', async ({ players, server }) => {
  const anna = await Guest.named(server.url, 'Anna');
  const made = await anna.createMatch({ public: true });
  const [bela, cora] = [await players.stranger('Béla'), await players.stranger('Cora')];
  cora.expects(/status of 409/);
  for (const guest of [bela, cora]) {
    await guest.match.open(made.code);
    await expect(guest.match.takeSeat).toBeVisible();
  }
  await bela.match.takeSeat.click();
  await bela.match.connected();
  await cora.match.takeSeat.click();
  await expect(cora.page.getByRole('alert')).toHaveText('Every seat is taken. You can still watch.');
  await cora.match.watch.click();
  await cora.match.connected();
});
