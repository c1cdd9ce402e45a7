// Stands in for the server of a match of OneCard, so that a test can deal any cards and play for everybody else.

import { type Page, type WebSocketRoute, expect } from '@playwright/test';
import { type Message, Op, State } from './wire.ts';

const SUITS = ['Spades', 'Hearts', 'Diamonds', 'Clubs'];
const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'Jack', 'Queen', 'King', 'Ace'];

/** A card such as `QH` as a number of the wire. */
export function face(card: string): number {
  const suit = SUITS.findIndex((name) => name[0] === card.at(-1));
  const rank = RANKS.findIndex((name) => (name.length < 3 ? name : name[0]) === card.slice(0, -1));
  if (suit < 0 || rank < 0) throw new Error(`${card} is no card`);
  return suit * 100 + rank + 2;
}

/** What the match begins with, as the player in seat 0 sees it. */
export interface Deal {
  /** Their cards. */
  hand: string[];
  /** What lies face up, the card to match last. */
  discards: string[];
  /** Whose turn it is. */
  turn: number;
  /** Cards that whoever's turn it is has to draw. */
  attack: number;
  /** 1 counter-clockwise, -1 clockwise. */
  direction: 1 | -1;
  /** The names of the players, by seat; four unless there are others. */
  names?: string[];
}

const NAMES = ['Anna', 'Béla', 'Cora', 'Dora'];
/** Cards that everybody else holds. */
const THEIRS = 5;

export class Dealer {
  /** What the page has asked for, in order. */
  readonly asked: Message[] = [];
  private seq = 1;
  private socket: WebSocketRoute | undefined;

  private constructor(private readonly deal: Deal) {}

  /** Takes the line of a page that has not been opened yet. */
  static async of(page: Page, deal: Deal): Promise<Dealer> {
    const dealer = new Dealer(deal);
    await page.routeWebSocket(/\/ws$/, (socket) => dealer.connect(socket));
    return dealer;
  }

  /** Waits for the next action of the page, and says that it is done. */
  async takes(op: number, card?: string): Promise<void> {
    await expect.poll(() => this.asked.length, 'the page asks for something').toBeGreaterThan(0);
    const [asked, n, ...rest] = this.asked.shift() ?? [0];
    expect([asked, ...rest]).toEqual(card === undefined ? [op] : [op, face(card)]);
    this.say(Op.ACK, n);
  }

  /** Somebody plays a card; then it is the turn of `next`. */
  plays(seat: number, card: string, left: number, next: number, direction: 1 | -1, attack: number): void {
    this.tell(Op.PLAYED, seat, face(card), left);
    this.turn(next, direction, attack);
  }

  /** Somebody draws; then it is the turn of `next`. */
  draws(seat: number, count: number, next: number, direction: 1 | -1): void {
    this.tell(Op.DREW, seat, count, null, false);
    this.turn(next, direction, 0);
  }

  private turn(seat: number, direction: 1 | -1, attack: number): void {
    this.tell(Op.TURN, seat, direction, attack);
    this.tell(Op.STATE, seat === 0 ? State.YOUR_TURN : State.THEIR_TURN);
  }

  private tell(op: number, ...args: unknown[]): void {
    this.seq += 1;
    this.say(op, this.seq, ...args);
  }

  private say(...message: Message): void {
    this.socket?.send(JSON.stringify(message));
  }

  private connect(socket: WebSocketRoute): void {
    this.socket = socket;
    socket.onMessage((text) => {
      const message = JSON.parse(text.toString()) as Message;
      if (message[0] === Op.JOIN) this.welcome();
      else if (message[0] !== Op.ACK) this.asked.push(message);
    });
  }

  private welcome(): void {
    const { hand, discards, turn, attack, direction, names = NAMES } = this.deal;
    this.say(Op.ACK, 0);
    this.say(Op.SNAPSHOT, this.seq, 0, {
      phase: 'playing',
      seat: 0,
      rounds: 1,
      packs: 2,
      round: 1,
      players: names.map((name, seat) => ({ name, count: seat === 0 ? hand.length : THEIRS, total: 0, left: false })),
      hand,
      discards,
      stock: 104 - discards.length - hand.length - THEIRS * (names.length - 1),
      buried: 0,
      order: [],
      leader: 0,
      turn,
      direction,
      attack,
      recent: [],
      scores: [],
      shown: [],
      outcome: null,
    });
  }
}
