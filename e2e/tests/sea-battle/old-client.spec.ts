// A client that knows nothing but the first version of the protocol: JOIN with two tokens, and opcodes 1 to 5.

import { Guest } from '../../support/api.ts';
import { EAST, NORTH } from '../../support/fleets.ts';
import { expect, test } from '../../support/fixtures.ts';
import type { Server } from '../../support/server.ts';
import { Correspondent, type Message, Op, State, Wire } from '../../support/wire.ts';

/** The numbered messages that came over a connection. */
function numbered(wire: Wire): Message[] {
  return wire.received.filter(([op]) => op === Op.STATE || op === Op.END || op === Op.SHOT || op === Op.FLEET);
}

async function twoGuests(server: Server) {
  const anna = await Guest.named(server.url, 'Anna');
  const bela = await Guest.named(server.url, 'Béla');
  const annasSeat = await anna.createMatch({ starter: 1 });
  return { anna, bela, annasSeat, belasSeat: await bela.join(annasSeat.code) };
}

test('an old client joins, places, acknowledges, and gets again what it has not acknowledged', async ({ server }) => {
  const { anna, bela, annasSeat, belasSeat } = await twoGuests(server);
  const join = async () => {
    const wire = await Wire.open(server.url);
    wire.say(Op.JOIN, annasSeat.game_token, anna.token);
    return wire;
  };
  const first = await join();
  const opponent = await Correspondent.enter(bela, belasSeat);
  expect(await first.nextOf(Op.STATE)).toEqual([Op.STATE, 1, State.PLACING]);
  first.say(Op.ACK, 1);
  first.say(Op.PLACE_SHIPS, ...NORTH.args);
  expect(await first.nextOf(Op.STATE)).toEqual([Op.STATE, 2, State.WAIT_FOR_OPPONENT]);
  first.cut();

  opponent.place(EAST);
  await opponent.turn();
  const second = await join();
  const missed: Message[] = [[Op.STATE, 2, State.WAIT_FOR_OPPONENT], [Op.STATE, 3, State.THEIR_TURN]];
  await second.until('the messages it missed', (received) => received.length >= missed.length);
  expect(second.received, 'all that was not acknowledged, in order, and nothing else').toEqual(missed);
  second.cut();

  const third = await join();
  await third.until('the same again', (received) => received.length >= missed.length);
  expect(third.received, 'what was not acknowledged is sent as often as needed').toEqual(missed);
  third.say(Op.ACK, 3);
  opponent.resign();
  const end = await third.nextOf(Op.END);
  expect(end.slice(0, 3)).toEqual([Op.END, 5, 4]);
  third.cut();

  const fourth = await join();
  await fourth.nextOf(Op.END);
  expect(numbered(fourth).map(([op, seq]) => [op, seq]), 'ACK 3 has covered all up to 3').toEqual([[Op.FLEET, 4], [Op.END, 5]]);
  const known: number[] = [Op.END, Op.STATE, Op.ACK, Op.REFUSED, Op.SHOT, Op.FLEET];
  for (const wire of [first, second, third, fourth]) {
    expect(wire.received.filter(([op]) => !known.includes(op)), 'nothing of what came later in the protocol').toEqual([]);
  }
  await Promise.all([fourth.hangUp(), opponent.wire.hangUp()]);
});

test('two old clients hear of each other only what the states say', async ({ server }) => {
  const { anna, bela, annasSeat, belasSeat } = await twoGuests(server);
  const [one, other] = [await Wire.open(server.url), await Wire.open(server.url)];
  one.say(Op.JOIN, annasSeat.game_token, anna.token);
  other.say(Op.JOIN, belasSeat.game_token, bela.token);
  await one.state(State.PLACING);
  await other.state(State.PLACING);
  other.say(Op.PLACE_SHIPS, ...EAST.args);
  await one.state(State.OPPONENT_READY);
  one.say(Op.PLACE_SHIPS, ...NORTH.args);
  await one.state(State.THEIR_TURN);
  await other.state(State.YOUR_TURN);
  expect(one.received).toEqual([[3, 1, 1], [3, 2, 2], [3, 3, 5]]);
  expect(other.received).toEqual([[3, 1, 1], [3, 2, 3], [3, 3, 4]]);
  await Promise.all([one.hangUp(), other.hangUp()]);
});

test('what is no good is closed with the code that says why', async ({ server }) => {
  const { anna, bela, annasSeat } = await twoGuests(server);
  const cases: [what: string, code: number, first: Message][] = [
    ['another message before JOIN', 4001, [Op.ACK, 1]],
    ['JOIN without a user', 4002, [Op.JOIN, annasSeat.game_token]],
    ['a game token that is none', 4003, [Op.JOIN, 'v4.local.nothing', anna.token]],
    ['a user token that is none', 4004, [Op.JOIN, annasSeat.game_token, 'v4.local.nothing']],
    ['the seat of somebody else', 4004, [Op.JOIN, annasSeat.game_token, bela.token]],
  ];
  for (const [what, code, message] of cases) {
    const wire = await Wire.open(server.url);
    wire.say(...message);
    expect(await wire.closed, what).toBe(code);
  }
  const first = await Wire.open(server.url);
  first.say(Op.JOIN, annasSeat.game_token, anna.token);
  const second = await Wire.open(server.url);
  second.say(Op.JOIN, annasSeat.game_token, anna.token);
  expect(await first.closed, 'the newer connection of a seat replaces the older').toBe(4000);
  await second.hangUp();
});
