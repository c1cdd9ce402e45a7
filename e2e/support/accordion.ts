// Accordion once more, written for nothing but to check the game's: the cards, the row, and what a record comes to.

import type { MatchRecord } from './api.ts';

const SUITS = ['Clubs', 'Diamonds', 'Hearts', 'Spades'];
const RANKS = ['Ace', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'Jack', 'Queen', 'King'];

/** How many cards there are. */
export const PACK = 52;

const short = (rank: string) => (rank.length < 3 ? rank : rank.charAt(0));

/** Every card once, such as `10H` or `QS`. */
export const CARDS: readonly string[] = SUITS.flatMap((suit) => RANKS.map((rank) => short(rank) + suit.charAt(0)));

function parts(card: string): [suit: number, rank: number] {
  const suit = SUITS.findIndex((name) => name.charAt(0) === card.at(-1));
  const rank = RANKS.findIndex((name) => short(name) === card.slice(0, -1));
  if (suit < 0 || rank < 0) throw new Error(`${card} is no card`);
  return [suit, rank];
}

/** A card as a number of the wire of Accordion. */
export function code(card: string): number {
  const [suit, rank] = parts(card);
  return suit * 100 + rank + 1;
}

/** The card of a number of the wire. */
export function cardOf(code: number): string {
  const card = CARDS[Math.floor(code / 100) * RANKS.length + (code % 100) - 1];
  if (card === undefined) throw new Error(`${code} is no card`);
  return card;
}

/** A card as it is said, such as `Queen of Hearts`. */
export function spoken(card: string): string {
  const [suit, rank] = parts(card);
  return `${RANKS[rank]} of ${SUITS[suit]}`;
}

/** A card by what is said. */
export function heard(words: string): string {
  const card = CARDS.find((card) => spoken(card) === words);
  if (card === undefined) throw new Error(`“${words}” is no card`);
  return card;
}

/** A number with its word. */
export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** A move: the pile, from 0, how far to the left, and whether all of it goes or only its top card. */
export interface Move {
  from: number;
  distance: 1 | 2;
  whole: boolean;
}

/** A step that can be taken back, as it stands in a view: a deal, or a move and how many cards went. */
export type Step = null | [from: number, distance: number, whole: boolean, cards: number];

/** The row of one player. */
export class Row {
  /** From left to right, each from top to bottom. */
  piles: string[][] = [];
  private readonly before: { piles: string[][]; step: Step }[] = [];

  /** Deals a card. */
  deal(card: string): void {
    if (this.piles.flat().includes(card)) throw new Error(`${card} was dealt before`);
    this.note(null);
    this.piles = [...this.piles, [card]];
  }

  /** Whether a pile can go so far. */
  allows(from: number, distance: number): boolean {
    const [one, other] = [this.piles[from]?.[0], this.piles[from - distance]?.[0]];
    if (one === undefined || other === undefined || (distance !== 1 && distance !== 2)) return false;
    return one.at(-1) === other.at(-1) || one.slice(0, -1) === other.slice(0, -1);
  }

  /** Where a pile can go, as distances. */
  ways(from: number): (1 | 2)[] {
    return ([1, 2] as const).filter((distance) => this.allows(from, distance));
  }

  /** Makes a move. */
  move({ from, distance, whole }: Move): void {
    const [pile, target] = [this.piles[from], this.piles[from - distance]];
    if (!pile || !target || !this.allows(from, distance)) throw new Error(`pile ${from} can’t go ${distance}`);
    const taken = whole ? pile : pile.slice(0, 1);
    const left = pile.slice(taken.length);
    this.note([from, distance, left.length === 0, taken.length]);
    this.piles = this.piles
      .map((other, place) => (place === from ? left : place === from - distance ? [...taken, ...target] : other))
      .filter((other) => other.length > 0);
  }

  /** Takes the latest step back, whatever it was. */
  undo(): Step {
    const latest = this.before.pop();
    if (!latest) throw new Error('there is nothing to take back');
    this.piles = latest.piles;
    return latest.step;
  }

  /** The steps that led here. */
  get steps(): Step[] {
    return this.before.map(({ step }) => step);
  }

  get cards(): number {
    return this.piles.flat().length;
  }

  /** Every pair of piles that could be put together: the pile on the right, and how far it would go. */
  open(): { from: number; distance: 1 | 2 }[] {
    return this.piles.flatMap((_, from) => this.ways(from).map((distance) => ({ from, distance })));
  }

  /** How it stands, in words. */
  get standing(): string {
    const left = PACK - this.cards;
    return `${counted(this.piles.length, 'pile')}, ${left === 0 ? 'all cards dealt' : `${counted(left, 'card')} to deal`}`;
  }

  private note(step: Step): void {
    this.before.push({ piles: this.piles, step });
  }
}

/** A row that some cards and then some moves led to. */
export function laid(cards: readonly string[], moves: readonly Move[] = []): Row {
  const row = new Row();
  for (const card of cards) row.deal(card);
  for (const move of moves) row.move(move);
  return row;
}

/** One entry of a record, as far as a row follows from it. */
interface Acted {
  acted?: { seat: number; action: 'deal' | 'undo' | 'tableau' | { move: Move } };
}

/** The row of a seat at the end of a record, by the rule of this file; `deck` is the order of the cards. */
export function fold({ entries }: Pick<MatchRecord, 'entries'>, seat: number, deck: readonly string[]): Row {
  const row = new Row();
  for (const { entry } of entries) {
    const { acted } = entry as Acted;
    if (acted?.seat !== seat) continue;
    if (acted.action === 'deal') row.deal(deck[row.cards] ?? '');
    else if (acted.action === 'undo') row.undo();
    else if (acted.action !== 'tableau') row.move(acted.action.move);
  }
  return row;
}

/** What the rules say of two rows: the difference, and what the title of the result is for whoever has the first. */
export function verdict(own: Row, other: Row, name: string, house: boolean): { difference: number; title: string } {
  const [mine, theirs] = [own.piles.length, other.piles.length];
  let title = `A draw, ${mine} each`;
  if (mine < theirs) title = `You beat ${name}, ${mine} to ${theirs}`;
  else if (mine > theirs) title = `${name} wins, ${theirs} to ${mine}`;
  else if (mine === 1 && house) title = 'A single pile: you win';
  return { difference: mine - theirs, title };
}
