// The page of a match of Accordion.

import { type Locator, type Page, expect } from '@playwright/test';
import { type Move, PACK, Row, heard } from '../support/accordion.ts';

/** What a pile shows: its top card and how many cards it has. */
export type Shown = [top: string, depth: number];

/** There are never more moves in a deal. */
const MOST_MOVES = (PACK * (PACK - 1)) / 2;

export class AccordionTable {
  constructor(readonly page: Page) {}

  get main(): Locator {
    return this.page.locator('main[data-game=accordion]');
  }

  get row(): Locator {
    return this.main.getByRole('list', { name: 'The row, from left to right' });
  }

  /** The piles of the own row, from left to right. */
  get piles(): Locator {
    return this.row.locator('[data-place]');
  }

  /** A pile, counted from the left, from 0. */
  pile(place: number): Locator {
    return this.row.locator(`[data-place="${place}"]`);
  }

  /** The piles that are lit: what was taken up can go there. */
  get lit(): Locator {
    return this.row.locator('.ac-pile--to [data-place]');
  }

  get rail(): Locator {
    return this.main.getByRole('region', { name: 'What to do' });
  }

  /** A button of the rail. */
  act(name: 'Deal' | 'Deal all' | 'Stop' | 'Undo' | 'Hint' | 'Finish' | 'Give up'): Locator {
    return this.rail.getByRole('button', { name: name === 'Deal' ? /^Deal( Space)?$/ : name, exact: true });
  }

  /** What is in the pile that was taken up. */
  get inside(): Locator {
    return this.rail.getByRole('img', { name: /^In pile/ });
  }

  /** Whether the whole pile or its top card goes. */
  what(name: 'Whole pile' | 'Top card'): Locator {
    return this.rail.getByRole('radio', { name });
  }

  /** The same question where a pile was dropped. */
  get question(): Locator {
    return this.row.getByRole('group', { name: 'What to move' });
  }

  answer(name: 'Pile' | 'Card'): Locator {
    return this.question.getByRole('button', { name, exact: true });
  }

  /** A hint, or why something can’t be done. */
  get said(): Locator {
    return this.rail.locator('.ac-said');
  }

  /** What a screen reader is told. */
  get live(): Locator {
    return this.page.locator('#announcer');
  }

  /** What is above the row. */
  get state(): Locator {
    return this.main.getByRole('region', { name: 'State of the match' });
  }

  /** The number of the deal, which copies its link. */
  get deal(): Locator {
    return this.state.getByRole('button', { name: /^Deal \d+: copy its link$/ });
  }

  get result(): Locator {
    return this.page.getByRole('dialog').and(this.page.locator('.result'));
  }

  /** One row of the result. */
  shownRow(name: string | RegExp): Locator {
    return this.page.getByRole('list', { name });
  }

  async reaches(phase: 'playing' | 'over' | 'replay'): Promise<void> {
    await expect(this.main).toHaveAttribute('data-phase', phase);
  }

  /** The piles as they are shown. */
  async lies(): Promise<Shown[]> {
    return this.piles.evaluateAll((piles) =>
      piles.map((pile): [string, number] => [pile.getAttribute('data-top') ?? '', Number(pile.getAttribute('data-depth'))]),
    );
  }

  /** Waits until the page shows this row, and nothing is under way. */
  async shows(row: Row): Promise<void> {
    // All at once: whole deals ask for it a hundred times.
    const seen = () =>
      this.main.evaluate((main) => ({
        piles: [...main.querySelectorAll('.ac-row [data-place]')].map((pile) => [pile.getAttribute('data-top'), pile.getAttribute('data-depth')]),
        told: ['data-piles', 'data-dealt', 'aria-busy'].map((name) => main.getAttribute(name)),
      }));
    await expect.poll(seen, { message: 'the row lies as the rules say', intervals: [20] }).toEqual({
      piles: row.piles.map((pile) => [pile[0], String(pile.length)]),
      told: [String(row.piles.length), String(row.cards), 'false'],
    });
  }

  /** Waits until so many cards are dealt, and returns the one on the right. */
  async dealt(count: number): Promise<string> {
    await expect(this.main).toHaveAttribute('data-dealt', String(count));
    return (await this.lies()).at(-1)?.[0] ?? '';
  }

  /** The places that are lit. */
  async litPlaces(): Promise<number[]> {
    return this.lit.evaluateAll((piles) => piles.map((pile) => Number(pile.getAttribute('data-place'))));
  }

  /** A row of the result or of a replay, each pile from top to bottom. */
  async tableau(name: string | RegExp): Promise<string[][]> {
    const texts = await this.shownRow(name).getByRole('listitem').locator('.u-hidden').allTextContents();
    return texts.map((text, place) => {
      const [, number, cards = ''] = /^Pile (\d+): (.*)$/.exec(text) ?? [];
      expect(Number(number), text).toBe(place + 1);
      return cards.split(', ').map(heard);
    });
  }

  /** Finishes, with moves left or not, by whatever way a button is pressed. */
  async finish(press: (button: Locator) => Promise<void>, movesLeft: boolean): Promise<void> {
    await press(this.act('Finish'));
    if (!movesLeft) return;
    const sure = this.page.getByRole('dialog', { name: 'Finish with moves left?' });
    await press(sure.getByRole('button', { name: 'Finish', exact: true }));
  }

  /** Deals everything that is left, and returns the cards of the row that lies there untouched. */
  async dealAll(): Promise<string[]> {
    await this.act('Deal all').click();
    await expect(this.main).toHaveAttribute('data-dealt', String(PACK));
    await expect(this.main).toHaveAttribute('aria-busy', 'false');
    return (await this.lies()).map(([top]) => top);
  }

  /** Makes the moves that are hinted at, until there is none or so many are made; each is checked against the rules. */
  async followHints(row: Row, most = MOST_MOVES): Promise<void> {
    for (let moves = 0; moves < most; moves++) {
      await this.page.keyboard.press('h');
      await expect(this.said).toHaveText(/^Hint: /);
      const text = (await this.said.textContent()) ?? '';
      if (/^Hint: finish\./.test(text)) return;
      const [, only, , top = '', onto = '', place] =
        /^Hint: move (only the )?(the whole pile of )?(.+) onto (.+), pile (\d+)\.$/.exec(text) ?? [];
      const from = Number(await this.row.locator('[aria-pressed=true]').getAttribute('data-place'));
      const distance = from - Number(place) + 1;
      expect([row.piles[from]?.[0], row.piles[from - distance]?.[0]], text).toEqual([heard(top), heard(onto)]);
      await expect(this.lit.and(this.pile(from - distance)), text).toBeVisible();
      row.move({ from, distance: distance as 1 | 2, whole: only === undefined });
      await this.page.keyboard.press(String(distance));
      await this.shows(row);
    }
  }

  /**
   * Plays a whole deal by whatever means: after each card whatever pile can go goes, and of a deep one now and then only
   * the top card. The last `spare` cards are dealt and left lying. Each step is checked against the rules.
   */
  async playOut(hand: Hand, spare = 0): Promise<{ row: Row; deck: string[] }> {
    const row = new Row();
    const deck: string[] = [];
    let deep = 0;
    for (let count = 1; count <= PACK; count++) {
      await hand.deal();
      const card = await this.dealt(count);
      row.deal(card);
      deck.push(card);
      await this.shows(row);
      if (count > PACK - spare) continue;
      for (let [next] = row.open(); next; [next] = row.open()) {
        const single = row.piles[next.from]?.length === 1;
        if (!single) deep += 1;
        const move = { ...next, whole: single || deep % 3 !== 0 };
        await hand.move(move, !single);
        row.move(move);
        await this.shows(row);
      }
    }
    await hand.finish(row.open().length > 0);
    return { row, deck };
  }
}

/** How somebody acts. */
export interface Hand {
  deal(): Promise<void>;
  /** `asks`: the pile is deep, so that card and pile differ. */
  move(move: Move, asks: boolean): Promise<void>;
  finish(movesLeft: boolean): Promise<void>;
}
