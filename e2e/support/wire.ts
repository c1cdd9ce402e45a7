// The WebSocket session without a browser: one connection, its messages in order, and waiting for the next one.

import { WebSocket } from 'ws';
import type { Guest, Joined } from './api.ts';
import { type Fleet, cellOf } from './fleets.ts';
import { PATIENCE } from './patience.ts';

/** Opcodes of the messages that tests name. */
export const Op = {
  JOIN: 1,
  END: 2,
  STATE: 3,
  ACK: 4,
  PLACE_SHIPS: 5,
  SNAPSHOT: 6,
  REFUSED: 7,
  PRESENCE: 8,
  CLOCK: 9,
  SHOOT: 10,
  SHOT: 11,
  FLEET: 12,
  KEY: 20,
  GRID: 21,
  GOLD: 22,
  DISPLAY: 23,
  PLAYERS: 24,
  DEAL: 30,
  MOVE: 31,
  TABLEAU: 32,
  RESULT: 33,
  UNDO: 34,
  PLAY: 40,
  DRAW: 41,
  DEALT: 42,
  PLAYED: 43,
  DREW: 44,
  TURN: 45,
  ROUND: 46,
  RESIGN: 50,
  EMOTE: 51,
  REMATCH: 52,
} as const;

/** The states of a match, from the receiver's side. */
export const State = { PLACING: 1, OPPONENT_READY: 2, WAIT_FOR_OPPONENT: 3, YOUR_TURN: 4, THEIR_TURN: 5 } as const;

/** One message: its opcode and its arguments. */
export type Message = [op: number, ...args: unknown[]];

/** One connection. */
export class Wire {
  /** Everything received, in order. */
  readonly received: Message[] = [];
  /** The code the connection was closed with. */
  readonly closed: Promise<number>;
  private readonly socket: WebSocket;
  private readonly listeners = new Set<() => void>();
  private read = 0;

  private constructor(server: string) {
    this.socket = new WebSocket(`${server.replace('http', 'ws')}/ws`);
    this.socket.on('message', (data) => {
      this.received.push(JSON.parse(data.toString()) as Message);
      for (const listener of this.listeners) listener();
    });
    this.closed = new Promise((resolve) => this.socket.once('close', resolve));
  }

  /** Opens a connection and says nothing. */
  static async open(server: string): Promise<Wire> {
    const wire = new Wire(server);
    await new Promise<void>((resolve, reject) => {
      wire.socket.once('open', resolve);
      wire.socket.once('error', reject);
    });
    return wire;
  }

  /** Sends a message. */
  say(...message: Message): void {
    this.socket.send(JSON.stringify(message));
  }

  /** The next message that fits, of those not read yet; the ones before it are passed over. */
  async next(what: string, fits: (message: Message) => boolean): Promise<Message> {
    return this.wait(what, () => {
      while (this.read < this.received.length) {
        const message = this.received[this.read++];
        if (message !== undefined && fits(message)) return message;
      }
      return undefined;
    });
  }

  /** Waits until all that was received fits. */
  async until(what: string, fits: (received: Message[]) => boolean): Promise<void> {
    await this.wait(what, () => (fits(this.received) ? true : undefined));
  }

  /** The next message with one of these opcodes. */
  async nextOf(...ops: number[]): Promise<Message> {
    return this.next(`message ${ops.join(' or ')}`, ([op]) => ops.includes(op));
  }

  /** The next STATE with this number. */
  async state(state: number): Promise<Message> {
    return this.next(`STATE ${state}`, (message) => message[0] === Op.STATE && message[2] === state);
  }

  private async wait<T>(what: string, search: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(late);
        this.listeners.delete(look);
      };
      const late = setTimeout(() => {
        stop();
        reject(new Error(`no ${what} after ${PATIENCE} ms; received: ${JSON.stringify(this.received)}`));
      }, PATIENCE);
      const look = () => {
        const found = search();
        if (found === undefined) return;
        stop();
        resolve(found);
      };
      this.listeners.add(look);
      look();
    });
  }

  /** Hangs up. */
  async hangUp(): Promise<void> {
    this.socket.close();
    await this.closed;
  }

  /** Cuts the connection without a word. */
  cut(): void {
    this.socket.terminate();
  }
}

/** A player who is not looked at: plays through a connection of their own. */
export class Correspondent {
  private action = 0;

  private constructor(
    readonly guest: Guest,
    readonly wire: Wire,
  ) {}

  /** Connects to a match as a client that can resume. */
  static async enter(guest: Guest, joined: Joined): Promise<Correspondent> {
    const wire = await Wire.open(guest.server);
    wire.say(Op.JOIN, joined.game_token, guest.token, 0);
    await wire.nextOf(Op.SNAPSHOT);
    return new Correspondent(guest, wire);
  }

  /** Places a fleet. */
  place(fleet: Fleet): void {
    this.wire.say(Op.PLACE_SHIPS, ...fleet.args);
  }

  /** Waits until it is this player's turn. */
  async turn(): Promise<void> {
    await this.wire.until('turn', (received) => {
      const latest = received.findLast(([op]) => op === Op.STATE || op === Op.SNAPSHOT);
      if (latest?.[0] !== Op.SNAPSHOT) return latest?.[2] === State.YOUR_TURN;
      const view = latest[3] as { seat: number; turn: number | null };
      return view.turn === view.seat;
    });
  }

  /** Waits for the turn, shoots, and waits for all that comes of it. Returns 0 miss, 1 hit, 2 sunk. */
  async shoot(cell: string): Promise<number> {
    await this.turn();
    this.action += 1;
    const [x, y] = cellOf(cell);
    this.wire.say(Op.SHOOT, this.action, x, y);
    const shot = await this.wire.next(
      `answer to the shot at ${cell}`,
      (message) => message[0] === Op.REFUSED || (message[0] === Op.SHOT && message[2] === true),
    );
    if (shot[0] === Op.REFUSED) throw new Error(`the shot at ${cell} was refused: ${JSON.stringify(shot)}`);
    await this.wire.nextOf(Op.STATE, Op.END);
    return shot[5] as number;
  }

  /** Gives up. */
  resign(): void {
    this.action += 1;
    this.wire.say(Op.RESIGN, this.action);
  }
}
