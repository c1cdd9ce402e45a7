// Ways to play Accordion: by mouse, by finger, by key.

import { expect } from '@playwright/test';
import type { Move } from '../support/accordion.ts';
import { type Finger, middleOf } from '../support/finger.ts';
import { tabTo } from '../support/keyboard.ts';
import type { AccordionTable, Hand } from './accordion.ts';

/** Drags by mouse. */
export class Mouse implements Hand {
  constructor(private readonly table: AccordionTable) {}

  async deal(): Promise<void> {
    await this.table.act('Deal').click();
  }

  async move({ from, distance, whole }: Move, asks: boolean): Promise<void> {
    const { page } = this.table;
    const [start, end] = [await middleOf(this.table.pile(from)), await middleOf(this.table.pile(from - distance))];
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(end.x, end.y, { steps: 3 });
    await page.mouse.up();
    if (asks) await this.table.answer(whole ? 'Pile' : 'Card').click();
  }

  async finish(movesLeft: boolean): Promise<void> {
    await this.table.finish((button) => button.click(), movesLeft);
  }
}

/** Drags by finger and taps, in turns. */
export class Touch implements Hand {
  private moves = 0;

  constructor(
    private readonly table: AccordionTable,
    private readonly finger: Finger,
  ) {}

  async deal(): Promise<void> {
    await this.table.act('Deal').tap();
  }

  async move({ from, distance, whole }: Move, asks: boolean): Promise<void> {
    const [pile, target] = [this.table.pile(from), this.table.pile(from - distance)];
    this.moves += 1;
    if (this.moves % 2 === 0) {
      await pile.tap();
      if (asks && !whole) await this.table.what('Top card').tap();
      await target.tap();
      return;
    }
    await this.finger.drag(await middleOf(pile), await middleOf(target));
    if (asks) await this.table.answer(whole ? 'Pile' : 'Card').tap();
  }

  async finish(movesLeft: boolean): Promise<void> {
    await this.table.finish((button) => button.tap(), movesLeft);
  }
}

/** Presses keys and nothing else: the number of the way, or arrows to the place. */
export class Keys implements Hand {
  private moves = 0;

  constructor(private readonly table: AccordionTable) {}

  async deal(): Promise<void> {
    await this.table.page.keyboard.press('Space');
  }

  async move({ from, distance, whole }: Move): Promise<void> {
    const { keyboard } = this.table.page;
    await this.walk('Home', 0);
    for (let place = 1; place <= from; place++) await this.walk('ArrowRight', place);
    await keyboard.press('Enter');
    await expect(this.table.pile(from)).toHaveAttribute('aria-pressed', 'true');
    if (!whole) await keyboard.press('c');
    this.moves += 1;
    if (this.moves % 2 === 0) return keyboard.press(String(distance));
    for (let place = from - 1; place >= from - distance; place--) await this.walk('ArrowLeft', place);
    await keyboard.press('Enter');
  }

  async finish(movesLeft: boolean): Promise<void> {
    await this.table.finish(async (button) => {
      await tabTo(button);
      await this.table.page.keyboard.press('Enter');
    }, movesLeft);
  }

  private async walk(key: string, to: number): Promise<void> {
    await this.table.page.keyboard.press(key);
    await expect(this.table.pile(to)).toBeFocused();
  }
}
