// Cells by the names people use, and two fleets whose every cell a test knows.

/** The ten ships as PLACE_SHIPS has them: upright, column and row of the first cell; sizes 1,1,1,1,2,2,2,3,3,4. */
export type Placement = readonly (readonly [upright: boolean, column: number, row: number])[];

const SIZES = [1, 1, 1, 1, 2, 2, 2, 3, 3, 4] as const;
const BOARD = 10;

/** "B7" of column 1 and row 6. */
export function cellName(column: number, row: number): string {
  return `${String.fromCharCode(65 + column)}${row + 1}`;
}

/** Column and row of "B7", as the wire has them. */
export function cellOf(name: string): [column: number, row: number] {
  return [name.charCodeAt(0) - 65, Number(name.slice(1)) - 1];
}

/** Every cell of the board, row by row. */
export const ALL_CELLS: readonly string[] = Array.from({ length: BOARD * BOARD }, (_, i) =>
  cellName(i % BOARD, Math.floor(i / BOARD)),
);

/** A fleet that a test knows. */
export class Fleet {
  constructor(readonly placement: Placement) {}

  /** The cells of each ship, from its first cell on. */
  get ships(): string[][] {
    return this.placement.map(([upright, column, row], ship) =>
      Array.from({ length: SIZES[ship] ?? 0 }, (_, i) => (upright ? cellName(column, row + i) : cellName(column + i, row))),
    );
  }

  /** Every cell of a ship, ship by ship. */
  get cells(): string[] {
    return this.ships.flat();
  }

  /** Cells that have no ship on or beside them: no shot closes them but one that falls there. */
  get openWater(): string[] {
    const near = new Set(
      this.cells.flatMap((cell) => {
        const [x, y] = cellOf(cell);
        return [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => `${x + dx},${y + dy}`));
      }),
    );
    return ALL_CELLS.filter((cell) => !near.has(cellOf(cell).join(',')));
  }

  /** The 30 arguments of PLACE_SHIPS. */
  get args(): (boolean | number)[] {
    return this.placement.flat();
  }
}

/** Lies along the upper rows. */
export const NORTH = new Fleet([
  [false, 0, 0], [false, 2, 0], [false, 4, 0], [false, 6, 0],
  [false, 0, 2], [false, 3, 2], [false, 6, 2],
  [false, 0, 4], [false, 4, 4],
  [true, 9, 0],
]);

/** Stands along the right-hand columns. */
export const EAST = new Fleet([
  [false, 9, 0], [false, 9, 2], [false, 9, 4], [false, 9, 6],
  [true, 7, 0], [true, 7, 3], [true, 7, 6],
  [true, 5, 0], [true, 5, 4],
  [false, 0, 9],
]);
