// Whole matches of OneCard, as people play them.

import { type Player, expect, test } from '../../support/fixtures.ts';

/** Plays for everybody until the match is over; returns how many turns it took. */
async function playOut(players: Player[]): Promise<number> {
  for (let turn = 0; turn < 500; turn++) {
    const tables = players.map(({ match }) => match.onecard);
    let next = -1;
    await expect
      .poll(async () => {
        const states = await Promise.all(tables.map(async (table) => [await table.attribute('phase'), await table.attribute('turn')]));
        if (states.every(([phase]) => phase === 'over')) return 'over';
        next = states.findIndex(([, turn]) => turn === 'mine');
        return next < 0 ? 'nobody' : 'somebody';
      })
      .not.toBe('nobody');
    if (next < 0) return turn;
    await tables[next]?.act();
  }
  throw new Error('the match doesn’t end');
}

test('four people at four browsers play a round to its end', async ({ players }) => {
  test.slow();
  const people = await Promise.all(['Anna', 'Béla', 'Cora', 'Dora'].map((name) => players.regular(name)));
  const [anna, ...others] = people as [Player, ...Player[]];
  await anna.home.open();
  await anna.page.getByRole('button', { name: 'Play OneCard' }).click();
  await anna.page.getByRole('dialog', { name: 'Play OneCard' }).getByRole('button', { name: 'By invitation' }).click();
  await expect(anna.match.waiting).toBeVisible();
  const code = /\/m\/(\w+)/.exec(anna.page.url())?.[1] ?? '';
  for (const { match } of others) {
    await match.open(code);
    await match.takeSeat.click();
  }
  for (const { match } of people) {
    await match.onecard.reaches('playing');
    await expect(match.onecard.cards).toHaveCount(5);
    await expect(match.onecard.main.locator('.oc-seat')).toHaveCount(3);
  }
  await playOut(people);
  const won = await Promise.all(people.map(async ({ match }) => (await match.onecard.cards.count()) === 0));
  expect(won.filter(Boolean), 'one hand is empty').toHaveLength(1);
  for (const [seat, { match }] of people.entries()) {
    const { result } = match.onecard;
    await expect(result).toContainText(won[seat] ? 'You won' : `${people[won.indexOf(true)]?.name} won`);
    await expect(result.getByRole('row')).toHaveCount(5);
    await expect(result.getByText('It fits the fingerprint')).toBeVisible();
  }
  // All four want another one.
  for (const { match } of people) await match.onecard.result.getByRole('button', { name: 'Rematch' }).click();
  for (const { match, page } of people) {
    await match.onecard.reaches('playing');
    expect(page.url()).not.toContain(code);
  }
});

/** The log of a match that is over, as a player keeps it. */
async function keptLog({ page, match }: Player): Promise<string> {
  const download = page.waitForEvent('download');
  await match.onecard.result.getByRole('button', { name: 'Download the log' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('onecard.log');
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

test('whoever opened the table starts it with bots in the empty seats', async ({ players }) => {
  const [anna, bela] = [await players.regular('Anna'), await players.regular('Béla')];
  const made = await anna.known.createOneCard({ players: 5, cards: 2 });
  await anna.match.open(made.code);
  await expect(anna.match.waiting).toBeVisible();
  await bela.match.open(made.code);
  await bela.match.takeSeat.click();
  await expect(bela.match.waiting).toBeVisible();
  const start = { name: 'Start now, bots take the empty seats' };
  await expect(bela.page.getByRole('button', start), 'only for the host').toBeHidden();
  await expect(anna.match.waiting).toContainText('At the table: Anna, Béla.');
  await anna.page.getByRole('button', start).click();
  for (const { match } of [anna, bela]) {
    await match.onecard.reaches('playing');
    await expect(match.onecard.main.locator('.oc-seat')).toHaveCount(4);
  }
  await playOut([anna, bela]);
});

test('the winner of a round leads the next, and its score is shown meanwhile', async ({ players }) => {
  test.slow();
  const anna = await players.regular('Anna');
  const made = await anna.known.createOneCard({ players: 3, bots: ['easy', 'easy'], cards: 2, rounds: 3 });
  const { onecard } = anna.match;
  await anna.match.open(made.code);
  await onecard.reaches('playing');
  await onecard.playOut();
  await expect(onecard.result.getByRole('columnheader')).toHaveText(['Player', 'R1', 'R2', 'R3', 'Total']);
  // The list of a replay holds some 300 entries and a match may have more of them, so the log is read. After a blocked
  // round whoever led it leads again.
  const log = await keptLog(anna);
  const leaders = [...log.matchAll(/^First card: .*\nPlayer (\d) (?:plays|draws):/gm)].map(([, player]) => player);
  const winners = [...log.matchAll(/^(?:Player (\d) wins!|The round is blocked\.)$/gm)].map(([, player]) => player);
  expect([leaders.length, winners.length], 'three rounds').toEqual([3, 3]);
  expect(leaders.slice(1)).toEqual([winners[0] ?? leaders[0], winners[1] ?? leaders[1]]);
  await anna.page.goto(`/m/${made.code}/replay`);
  await onecard.reaches('replay');
  await expect(anna.page.getByRole('region', { name: 'Hands' }).getByRole('listitem')).toHaveCount(3);
});

test('the score of a round is shown until one acts, and holds nothing up', async ({ players }) => {
  test.slow();
  const people = await Promise.all(['Anna', 'Béla', 'Cora'].map((name) => players.regular(name)));
  const [anna, bela, cora] = people as [Player, Player, Player];
  const made = await anna.known.createOneCard({ players: 3, cards: 2, rounds: 2 });
  await bela.known.join(made.code);
  await cora.known.join(made.code);
  for (const { match } of people) await match.open(made.code);
  for (const { match } of people) await match.onecard.reaches('playing');
  const tables = people.map(({ match }) => match.onecard);
  for (let turn = 0; turn < 300 && (await anna.match.onecard.attribute('round')) === '1'; turn++) {
    const mine = await Promise.all(tables.map((table) => table.attribute('turn')));
    await tables[mine.indexOf('mine')]?.act();
  }
  for (const table of tables) {
    await expect(table.main).toHaveAttribute('data-round', '2');
    await expect(table.sheet).toContainText(/wins? the round|is blocked/);
    await expect(table.sheet.getByRole('row')).toHaveCount(4);
  }
  const leader = (await Promise.all(tables.map((table) => table.attribute('turn')))).indexOf('mine');
  await tables[leader]?.act();
  await expect(tables[leader]?.sheet ?? anna.page.locator('none'), 'whoever acts has seen it').toBeHidden();
  const other = tables[(leader + 1) % 3];
  await other?.sheet.getByRole('button', { name: 'Close the result of the round' }).click();
  await expect(other?.sheet ?? anna.page.locator('none')).toBeHidden();
});

test('a bot plays for who is gone, and gives the hand back', async ({ players }) => {
  test.slow();
  const people = await Promise.all(['Anna', 'Béla', 'Cora'].map((name) => players.regular(name)));
  const [anna, bela, cora] = people as [Player, Player, Player];
  const made = await anna.known.createOneCard({ players: 3, cards: 20, grace_seconds: 10 });
  await bela.known.join(made.code);
  await cora.known.join(made.code);
  for (const { match } of people) await match.open(made.code);
  for (const { match } of people) await match.onecard.reaches('playing');
  await bela.page.close();
  const seat = anna.match.onecard.seat(1);
  await expect(anna.match.onecard.main).toContainText('Béla is away.');
  // Both others act until the bot has played once for Béla.
  const tables = [anna.match.onecard, cora.match.onecard];
  await expect
    .poll(
      async () => {
        for (const table of tables) if ((await table.attribute('turn')) === 'mine') await table.act();
        return anna.match.onecard.main.textContent();
      },
      { timeout: 60_000 },
    )
    .toContain('A bot plays for Béla until they are back.');
  await expect(seat).toHaveClass(/oc-seat--away/);
  const again = await bela.secondTab();
  await again.open(made.code);
  await again.onecard.reaches('playing');
  await expect(seat).not.toHaveClass(/oc-seat--away/);
  await expect(anna.match.onecard.main).not.toContainText('A bot plays');
  const count = Number(await seat.getAttribute('data-count'));
  expect(await again.onecard.cards.count(), 'the hand is theirs again').toBe(count);
});

test('against the house it takes two clicks, and the log can be kept', async ({ players }) => {
  test.slow();
  const anna = await players.regular('Anna');
  await anna.home.open();
  await anna.page.getByRole('button', { name: 'Play OneCard' }).click();
  await anna.page.getByRole('dialog', { name: 'Play OneCard' }).getByRole('button', { name: 'Medium', exact: true }).click();
  const { onecard } = anna.match;
  await onecard.reaches('playing');
  await expect(onecard.main.locator('.oc-seat')).toHaveCount(3);
  await onecard.playOut();
  const log = await keptLog(anna);
  expect(log.startsWith('---- Initial setup ----\nNumber of rounds: 1\n')).toBe(true);
  expect(log).toMatch(/\nWinners?: players? \d/);
});

test('whoever gives up is out, and the others play on', async ({ players }) => {
  const people = await Promise.all(['Anna', 'Béla', 'Cora'].map((name) => players.regular(name)));
  const [anna, bela, cora] = people as [Player, Player, Player];
  const made = await anna.known.createOneCard({ players: 3 });
  await bela.known.join(made.code);
  await cora.known.join(made.code);
  for (const { match } of people) await match.open(made.code);
  for (const { match } of people) await match.onecard.reaches('playing');
  await bela.page.getByRole('button', { name: 'Give up' }).click();
  await bela.page.getByRole('dialog', { name: 'Give up this match?' }).getByRole('button', { name: 'Give up' }).click();
  await expect(anna.match.onecard.seat(1)).toHaveClass(/oc-seat--left/);
  await expect(anna.match.onecard.seat(1)).toContainText('gave up');
  await expect(bela.match.onecard.cards).toHaveCount(0);
  for (let turn = 0; turn < 4; turn++) {
    const states = await Promise.all([anna, cora].map(async ({ match }) => match.onecard.attribute('turn')));
    await [anna, cora][states.indexOf('mine')]?.match.onecard.act();
  }
  await cora.page.getByRole('button', { name: 'Give up' }).click();
  await cora.page.getByRole('dialog', { name: 'Give up this match?' }).getByRole('button', { name: 'Give up' }).click();
  await expect(anna.match.onecard.result, 'the last one wins').toContainText('You won');
});

test('a spectator sees the table and no hand', async ({ players }) => {
  const anna = await players.regular('Anna');
  const made = await anna.known.createOneCard({ players: 3, bots: ['easy', 'easy'], public: true });
  await anna.match.open(made.code);
  await anna.match.onecard.reaches('playing', 'mine');
  const cora = await players.regular('Cora');
  await cora.match.open(made.code);
  await cora.match.watch.click();
  const { onecard } = cora.match;
  await onecard.reaches('playing');
  await expect(onecard.main.locator('.oc-seat')).toHaveCount(3);
  await expect(onecard.hand).toBeHidden();
  await expect(onecard.draw).toBeHidden();
  await expect(onecard.main).toContainText('You are watching.');
});
