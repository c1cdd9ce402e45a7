// Stands in for the server of a match of Accordion against the house, so that a test can lay any row and deal any cards.

import { type Page, type WebSocketRoute, expect } from '@playwright/test';
import { PACK, type Row, code } from './accordion.ts';
import { type Message, Op } from './wire.ts';

/** What the match begins with. */
export interface Start {
  /** The own row. */
  row: Row;
  /** The cards that come next; any others follow them. */
  next?: readonly string[];
  /** True if answers wait for [`AccordionDealer.answer`]. */
  held?: boolean;
}

export class AccordionDealer {
  /** What the page has asked for, in order. */
  readonly asked: Message[] = [];
  readonly row: Row;
  private readonly next: string[];
  private waiting: Message[] = [];
  private seq = 1;
  private done = 0;
  private socket: WebSocketRoute | undefined;

  private constructor(private readonly start: Start) {
    this.row = start.row;
    this.next = [...(start.next ?? [])];
  }

  /** Takes the line of a page that has not been opened yet. */
  static async of(page: Page, start: Start): Promise<AccordionDealer> {
    const dealer = new AccordionDealer(start);
    await page.routeWebSocket(/\/ws$/, (socket) => dealer.connect(socket));
    return dealer;
  }

  /** Waits until so much was asked for. */
  async wasAsked(times: number): Promise<void> {
    await expect.poll(() => this.asked.length, { message: 'the page asks', intervals: [20] }).toBe(times);
  }

  /** Answers what waits. */
  answer(): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const message of waiting) this.judge(message);
  }

  /** The house has dealt so many cards. */
  houseDeals(dealt: number, finished = false): void {
    this.snapshot(dealt, finished);
  }

  private connect(socket: WebSocketRoute): void {
    this.socket = socket;
    socket.onMessage((text) => {
      const message = JSON.parse(text.toString()) as Message;
      if (message[0] === Op.JOIN) {
        this.say(Op.ACK, 0);
        this.snapshot(0, false);
      } else if (message[0] !== Op.ACK) {
        this.asked.push(message);
        if (this.start.held) this.waiting.push(message);
        else this.judge(message);
      }
    });
  }

  private judge([op, n, ...args]: Message): void {
    if (op === Op.DEAL && this.row.cards < PACK) {
      const card = this.next.shift();
      if (card === undefined) throw new Error('no more cards were laid out');
      this.row.deal(card);
      this.tell(n, op, code(card));
    } else if (op === Op.MOVE) {
      const [from, distance, whole] = args as [number, 1 | 2, boolean];
      this.row.move({ from, distance, whole });
      this.tell(n, op, ...args);
    } else if (op === Op.UNDO) {
      this.row.undo();
      this.tell(n, op);
    } else throw new Error(`the page asks for ${op}, which no test wants`);
  }

  private tell(n: unknown, op: number, ...args: unknown[]): void {
    this.done = Number(n);
    this.say(Op.ACK, n);
    this.seq += 1;
    this.say(op, this.seq, ...args);
  }

  private say(...message: Message): void {
    this.socket?.send(JSON.stringify(message));
  }

  private snapshot(dealt: number, finished: boolean): void {
    this.say(Op.SNAPSHOT, this.seq, this.done, {
      phase: 'playing',
      seat: 0,
      practice: false,
      house: true,
      names: ['Anna', 'Steady bot'],
      course: { piles: this.row.piles.map((pile) => pile.map(code)), steps: this.row.steps },
      sides: [
        { dealt: this.row.cards, finished: false, row: null },
        { dealt, finished, row: null },
      ],
      outcome: null,
    });
  }
}
