import { copyFileSync, cpSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const demo = join(import.meta.dirname, '..', '..', 'tenants', 'demo');

/** A folder of tenants with a copy of the demo. A copy takes long to make, so each test passes it on to the next. */
interface Kept {
  readonly tenantsDir: string;
  /** The state of each path below the copy, as it was copied. */
  readonly made: Map<string, string | undefined>;
}

const free: Kept[] = [];
const home = join(tmpdir(), 'logic-plane-tenant-copies');
let count = 0;

export const takeCopy = (): Kept => free.pop() ?? newCopy();

function newCopy(): Kept {
  if (count === 0) removeLeftOver();
  const tenantsDir = join(home, `${process.pid}-${(count += 1)}`);
  const folder = join(tenantsDir, 'demo');
  cpSync(demo, folder, { recursive: true });
  return { tenantsDir, made: new Map(pathsBelow(folder).map((path) => [path, stateOf(join(folder, path))])) };
}

/** Removes the copies of earlier processes. A test worker is ended by a signal and cannot remove its own. */
function removeLeftOver(): void {
  mkdirSync(home, { recursive: true });
  for (const name of readdirSync(home)) if (!isRunning(Number.parseInt(name, 10))) remove(join(home, name));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Restores the copy to the state of the demo, and passes it on to the next test. */
export function giveBack(kept: Kept): void {
  const { tenantsDir, made } = kept;
  const folder = join(tenantsDir, 'demo');
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(tenantsDir)) if (name !== 'demo') remove(join(tenantsDir, name));
  for (const path of pathsBelow(folder)) if (stateOf(join(folder, path)) !== made.get(path)) remove(join(folder, path));
  for (const path of made.keys()) {
    const place = join(folder, path);
    if (stateOf(place) !== undefined) continue;
    if (lstatSync(join(demo, path)).isDirectory()) mkdirSync(place, { recursive: true });
    else {
      mkdirSync(dirname(place), { recursive: true });
      copyFileSync(join(demo, path), place);
    }
    made.set(path, stateOf(place));
  }
  free.push(kept);
}

const remove = (path: string): void => rmSync(path, { recursive: true, force: true });

const pathsBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();

/** Returns a text that changes if the file is written, replaced or gets another mode. Undefined if there is no file. */
function stateOf(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  const { mode, size, mtimeMs, ino } = found;
  return found.isDirectory() ? `${mode}` : `${mode} ${size} ${mtimeMs} ${ino}`;
}
