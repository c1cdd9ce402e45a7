// Which browser the tests drive: always one of the system's, never one that Playwright downloads.

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const VARIABLE = 'CHROMIUM_PATH';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The program named by the variable CHROMIUM_PATH, else the first Chromium or Chrome on the search path. */
export function chromium(): string {
  const named = process.env[VARIABLE];
  if (named) return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
  if (!found) throw new Error(`No Chromium or Chrome on the search path; name one in the variable ${VARIABLE}.`);
  return found;
}
