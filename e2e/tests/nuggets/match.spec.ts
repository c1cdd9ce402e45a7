// Whole matches of Nuggets, as people play them.

import { Guest } from '../../support/api.ts';
import { type Player, expect, test } from '../../support/fixtures.ts';
import { HALL, find, wayTo } from '../../support/maps.ts';

/** Both in one match in the hall, reading. */
async function inTheHall(anna: Player, bela: Player): Promise<void> {
  const made = await anna.known.createNuggets({ map: HALL });
  await anna.match.open(made.code);
  await anna.match.nuggets.reaches('playing');
  await bela.match.open(made.code);
  await bela.match.takeSeat.click();
  await bela.match.nuggets.reaches('playing');
  for (const { match } of [anna, bela]) await match.nuggets.read();
}

test('two players find each other and change places', async ({ players }) => {
  const [anna, bela] = [await players.regular('Anna'), await players.regular('Béla')];
  await inTheHall(anna, bela);
  const [one, other] = [anna.match.nuggets, bela.match.nuggets];
  await expect(one.player('B')).toContainText('Béla');
  await expect(other.player('A')).toContainText('Anna');
  for (;;) {
    const [at, goal] = [await one.at(), await one.find('B')];
    const way = goal && wayTo(at, goal);
    if (!way) throw new Error('the two stand on one spot');
    const meets = Math.abs(at[0] - goal[0]) + Math.abs(at[1] - goal[1]) === 1;
    await one.step(way);
    if (!meets) continue;
    expect(await one.at()).toEqual(goal);
    await expect.poll(() => one.find('B')).toEqual(at);
    await expect.poll(() => other.at()).toEqual(at);
    await expect.poll(() => other.find('A')).toEqual(goal);
    break;
  }
});

test('gold goes into the purse, and everybody is told what is left', async ({ players }) => {
  const [anna, bela] = [await players.regular('Anna'), await players.regular('Béla')];
  await inTheHall(anna, bela);
  const [one, other] = [anna.match.nuggets, bela.match.nuggets];
  const total = await one.unclaimed();
  const goal = find(await one.screen(), '*');
  if (!goal) throw new Error('there is no gold in sight');
  for (let way = wayTo(await one.at(), goal); way; way = wayTo(await one.at(), goal)) await one.step(way);
  const purse = await one.purse();
  expect(purse).toBeGreaterThan(0);
  const left = await one.unclaimed();
  expect(left).toBe(total - purse);
  await expect(other.main).toHaveAttribute('data-unclaimed', String(left));
  await expect(other.player('A')).toHaveAttribute('data-purse', String(purse));
  await expect(one.status).toContainText(`Player A has ${purse} nuggets (${left} nuggets unclaimed).`);
});

test('who leaves vanishes and stays in the list', async ({ players }) => {
  const [anna, bela] = [await players.regular('Anna'), await players.regular('Béla')];
  await inTheHall(anna, bela);
  await bela.match.nuggets.main.getByRole('button', { name: /^Leave/ }).click();
  await bela.page.getByRole('dialog').getByRole('button', { name: /^Leave/ }).click();
  await expect.poll(() => anna.match.nuggets.find('B')).toBeUndefined();
  await expect(anna.match.nuggets.player('B')).toHaveAttribute('data-presence', 'left');
});

test('a spectator sees everybody and has nothing to press', async ({ players, server }) => {
  const guest = await Guest.named(server.url, 'Anna');
  const made = await guest.createNuggets({ map: HALL });
  const cora = await players.regular('Cora');
  await cora.match.open(made.code);
  await cora.match.watch.click();
  const { nuggets } = cora.match;
  await expect(nuggets.map).toBeVisible();
  await nuggets.read();
  expect(await nuggets.find('A')).toBeDefined();
  expect(await nuggets.find('@')).toBeUndefined();
  expect(await nuggets.find('*')).toBeDefined();
  await expect(nuggets.pad('left')).toBeHidden();
  await expect(nuggets.status).toContainText('Spectator: 250 nuggets unclaimed.');
});

test('a spectator looks around a large map by the arrow keys', async ({ players, server }) => {
  const guest = await Guest.named(server.url, 'Anna');
  const made = await guest.createNuggets({ map: { kind: 'generated', rows: 60, columns: 200 } });
  const cora = await players.regular('Cora', { reducedMotion: 'reduce' });
  await cora.match.open(made.code);
  await cora.match.watch.click();
  const { nuggets } = cora.match;
  await nuggets.map.focus();
  const start = await nuggets.picture();
  await cora.page.keyboard.press('ArrowRight');
  await expect.poll(() => nuggets.picture(), 'another part is in the picture').not.toBe(start);
  await cora.page.keyboard.press('ArrowLeft');
  await expect.poll(() => nuggets.picture(), 'and the same again').toBe(start);
});

test('against the house it takes two clicks, and it ends with a table', async ({ players }) => {
  const anna = await players.regular('Anna');
  await anna.home.open();
  await anna.page.getByRole('button', { name: 'Play Nuggets' }).click();
  const sheet = anna.page.getByRole('dialog', { name: 'Play Nuggets' });
  await sheet.getByRole('button', { name: 'Hard', exact: true }).click();
  const { nuggets } = anna.match;
  // Bots of this server don't pause, so the gold is gone in a moment.
  await nuggets.reaches('over');
  await expect(nuggets.result).toBeVisible();
  await expect(nuggets.result.getByRole('row')).toHaveCount(5);
  await expect(nuggets.result.getByText('It fits the fingerprint')).toBeVisible();
  for (const name of ['Piles', 'Keys', 'Purse']) {
    await expect(nuggets.result.getByRole('columnheader', { name })).toBeVisible();
  }
  // The house never rests: each of its players has pressed keys.
  const keys = nuggets.result.locator('tbody tr:not([data-me]) td:nth-last-child(2)');
  await expect(keys).toHaveText(Array(3).fill(/^[1-9]\d*$/));
});

test.describe('after the end', () => {
  test('the match is played again from its record', async ({ players }) => {
    const anna = await players.regular('Anna');
    const made = await anna.known.createNuggets({ map: HALL, bots: ['hard'], gold: 40 });
    await anna.match.open(made.code);
    await anna.match.nuggets.reaches('over');
    await anna.page.goto(`/m/${made.code}/replay`);
    await expect(anna.page.locator('main[data-game=nuggets]')).toBeVisible();
    await expect(anna.page.getByRole('slider').first()).toBeVisible();
  });
});

test.describe('with a server of its own', () => {
  test.use({ ownServer: true });

  test('a match goes on after the server was killed', async ({ players, server }) => {
    const anna = await players.regular('Anna');
    const made = await anna.known.createNuggets({ map: HALL });
    await anna.match.open(made.code);
    const { nuggets } = anna.match;
    await nuggets.reaches('playing');
    await nuggets.read();
    const [before, way] = [await nuggets.at(), (await nuggets.at())[1] > 20 ? ('left' as const) : ('right' as const)];
    await nuggets.step(way);
    const at = await nuggets.at();
    expect(at).not.toEqual(before);
    anna.expects(/WebSocket|ERR_CONNECTION_REFUSED|lobby/);
    await server.kill();
    await server.restart();
    await anna.match.connected();
    expect(await nuggets.at()).toEqual(at);
    await nuggets.step(way);
    expect(await nuggets.at()).not.toEqual(at);
  });
});
