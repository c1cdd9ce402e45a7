// What a browser is sent in Nuggets: nothing that its player can't see by the rules.

import { Capture } from '../../support/capture.ts';
import { expect, test } from '../../support/fixtures.ts';
import { type Point, ROOMS, find, sees, straight, wayTo } from '../../support/maps.ts';
import { type Message, Op } from '../../support/wire.ts';

const MAP = ROOMS.trimEnd().split('\n');

interface View {
  screen: string[];
}

type Patch = [row: number, column: number, characters: string];

/** Folds the frames of a page, and looks at each display on the way. */
function displays(frames: string[]): string[][] {
  const seen: string[][] = [];
  let screen: string[] = [];
  for (const message of frames.map((frame) => JSON.parse(frame) as Message)) {
    if (message[0] === Op.SNAPSHOT) screen = (message[3] as View).screen;
    else if (message[0] === Op.DISPLAY) {
      screen = [...screen];
      for (const [row, column, text] of message[2] as Patch[]) {
        const line = screen[row] ?? '';
        screen[row] = line.slice(0, column) + text + line.slice(column + text.length);
      }
    } else continue;
    if (screen.length > 0) seen.push(screen);
  }
  return seen;
}

// Bots that take their time, so that there is something to walk past.
test.use({ ownServer: true, botPause: '60000' });

test('no frame has gold or a player out of sight, nor ground that was never seen', async ({ players }) => {
  const anna = await players.regular('Anna');
  const capture = new Capture(anna.page);
  const made = await anna.known.createNuggets({ map: ROOMS, bots: ['easy', 'easy', 'hard'] });
  await anna.match.open(made.code);
  const { nuggets } = anna.match;
  await nuggets.reaches('playing');
  // Round and round: whatever is open is taken, as far as it goes or a step.
  const ways = ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown'];
  for (let turn = 0; turn < 48; turn++) {
    await anna.page.keyboard.press(`${turn % 3 === 2 ? '' : 'Shift+'}${ways[(turn + (turn >> 3)) % ways.length]}`);
    await expect(nuggets.main).toHaveAttribute('aria-busy', 'false');
  }
  // The match of bots ends with its last human.
  await nuggets.main.getByRole('button', { name: /^Leave/ }).click();
  await anna.page.getByRole('dialog').getByRole('button', { name: /^Leave/ }).click();
  await nuggets.reaches('over');

  const seen = displays(capture.frames);
  expect(seen.length, 'there was something to see').toBeGreaterThan(20);
  let things = 0;
  let before: Point | undefined;
  const known = new Set<string>();
  for (const screen of seen) {
    const eye = find(screen, '@');
    // Who has left sees nobody and nothing new.
    if (!eye) {
      expect(screen.join('')).not.toMatch(/[*A-Z]/);
      continue;
    }
    const cells = MAP.flatMap((line, row) => [...line].map((_, column): Point => [row, column]));
    // A run looks around on every spot that it passes.
    for (const passed of straight(before ?? eye, eye)) {
      for (const point of cells) if (sees(MAP, passed, point)) known.add(point.join());
    }
    before = eye;
    for (const [row, column] of cells) {
      const shown = screen[row]?.[column] ?? ' ';
      if (/[*A-Z]/.test(shown)) {
        things += 1;
        expect(sees(MAP, eye, [row, column]), `${shown} at ${row}, ${column} from ${eye}`).toBe(true);
      }
      if (shown !== ' ') expect(known.has([row, column].join()), `${shown} at ${row}, ${column} was seen`).toBe(true);
    }
  }
  expect(things, 'gold or players were in sight').toBeGreaterThan(0);
  const { seed } = await anna.known.record(made.code);
  const untilTheEnd = capture.frames.filter((frame) => (JSON.parse(frame) as Message)[0] !== Op.END).join('\n');
  expect(untilTheEnd).not.toContain(seed);
  expect((await capture.answers()).join('\n')).not.toContain(seed);
});

test('walking shows what comes into sight', async ({ players }) => {
  const anna = await players.regular('Anna');
  const made = await anna.known.createNuggets({ map: ROOMS });
  await anna.match.open(made.code);
  const { nuggets } = anna.match;
  await nuggets.reaches('playing');
  await nuggets.read();
  const start = await nuggets.screen();
  const at = await nuggets.at();
  // To another spot of the room that is known.
  const spots = start.flatMap((line, row) => [...line].map((cell, column) => [cell, row, column] as const));
  const goal = spots.find(([cell, row, column]) => cell === '.' && row === at[0] && Math.abs(column - at[1]) > 2);
  if (!goal) throw new Error(`there is nowhere to go in\n${start.join('\n')}`);
  for (let way = wayTo(await nuggets.at(), [goal[1], goal[2]]); way; way = wayTo(await nuggets.at(), [goal[1], goal[2]])) {
    await nuggets.step(way);
  }
  const end = await nuggets.screen();
  for (const [row, line] of start.entries()) {
    for (const [column, cell] of [...line].entries()) {
      if (cell !== ' ') expect(end[row]?.[column], 'what was seen stays known').not.toBe(' ');
    }
  }
});
