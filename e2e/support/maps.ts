// Maps of Nuggets for tests, and the rule of sight once more, written for nothing but to check the server's.

/** A row and a column, from 0. */
export type Point = readonly [row: number, column: number];

/** A way an arrow leads. */
export type Way = 'left' | 'right' | 'up' | 'down';

/** One hall in which everybody sees everybody. */
export const HALL = `
+--------------------------------------+
|......................................|
|......................................|
|......................................|
|......................................|
+--------------------------------------+
`.trimStart();

/** Rooms that don't see each other, linked by bent passages. */
export const ROOMS = `
+------------+      +-----------+       +------------+
|............|   ####...........|       |............|
|............#####  |...........####    |............|
|............|      |...........|  #    |............|
+-----#------+      +-----#-----+  ######............|
      #                   #             |............|
      ###                 ####          +------#-----+
+-------#----+      +--------#--+              #      
|............|      |...........|              #      
|............########...........|       +------#----+ 
|............|      |...........#########...........| 
+------------+      +-----------+       |...........| 
                                        +-----------+ 
`.trimStart();

/** Where a character is. */
export function find(screen: readonly string[], character: string): Point | undefined {
  for (const [row, line] of screen.entries()) {
    const column = line.indexOf(character);
    if (column >= 0) return [row, column];
  }
  return undefined;
}

/** The way from one point to another, one step at a time: first sideways, then up or down. */
export function wayTo([row, column]: Point, [toRow, toColumn]: Point): Way | undefined {
  if (column !== toColumn) return column > toColumn ? 'left' : 'right';
  if (row !== toRow) return row > toRow ? 'up' : 'down';
  return undefined;
}

/** All points from one to another in a straight or slanted line, both included. */
export function straight(from: Point, to: Point): Point[] {
  const steps = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
  const at = (index: 0 | 1, step: number) => from[index] + Math.sign(to[index] - from[index]) * Math.min(step, Math.abs(to[index] - from[index]));
  return Array.from({ length: steps + 1 }, (_, step): Point => [at(0, step), at(1, step)]);
}

/** True if `target` can be seen from `eye`: on every row and column between, the line passes a room spot. */
export function sees(map: readonly string[], eye: Point, target: Point): boolean {
  const room = (row: number, column: number) => map[row]?.[column] === '.';
  for (const [along, across] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const [from, to] = [Math.min(eye[along], target[along]), Math.max(eye[along], target[along])];
    for (let line = from + 1; line < to; line++) {
      const over = (target[across] - eye[across]) * (line - eye[along]);
      const at = eye[across] + over / (target[along] - eye[along]);
      const open = [Math.floor(at), Math.ceil(at)].some((side) => (along === 0 ? room(line, side) : room(side, line)));
      if (!open) return false;
    }
  }
  return true;
}
