// A match arranged without a browser, so that a test begins where it gets interesting.

import type { Guest, Joined, Wish } from './api.ts';
import { EAST, type Fleet, NORTH } from './fleets.ts';
import { Correspondent, Op } from './wire.ts';

export type SeatNumber = 0 | 1;

/** A match whose two seats are taken. */
export class Table {
  /** The fleets that [`Table.begin`] places. */
  static readonly FLEETS: readonly [Fleet, Fleet] = [NORTH, EAST];

  private constructor(
    readonly code: string,
    private readonly guests: readonly [Guest, Guest],
    private readonly seats: readonly [Joined, Joined],
  ) {}

  /** Both sit down, and neither has connected yet. */
  static async lay(guests: readonly [Guest, Guest], wish: Wish = {}): Promise<Table> {
    return Table.of(guests, await guests[0].createMatch(wish));
  }

  /** The second sits down at the table that the first has made. */
  static async of(guests: readonly [Guest, Guest], made: Joined): Promise<Table> {
    return new Table(made.code, guests, [made, await guests[1].join(made.code)]);
  }

  /** The token with which a seat is entered, good for whoever sits there. */
  tokenOf(seat: SeatNumber): string {
    return this.seats[seat].game_token;
  }

  /** Connects for a seat. Whoever is connected for it already is replaced. */
  async enter(seat: SeatNumber): Promise<Correspondent> {
    return Correspondent.enter(this.guests[seat], this.seats[seat]);
  }

  /** Both connect and place; then the shooting can begin. The connection of seat 0 is closed again, for a browser. */
  async begin(): Promise<Correspondent> {
    const [first, second] = [await this.enter(0), await this.enter(1)];
    first.place(Table.FLEETS[0]);
    second.place(Table.FLEETS[1]);
    const shooting = ([op, , state]: readonly unknown[]) => op === Op.STATE && (state === 4 || state === 5);
    for (const { wire } of [first, second]) await wire.next('start of the shooting', shooting);
    await first.wire.hangUp();
    return second;
  }
}
