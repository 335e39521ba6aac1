import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalFailure } from './failure.ts';
import { localFolder } from './paths.ts';
import { processStart } from './processes.ts';

const lockFile = join(localFolder, 'start.lock');

/**
 * One start at a time in one folder: two would deploy over each other. A lock whose holder is gone is nobody's.
 *
 * @returns what gives it back
 * @throws {LocalFailure} where another start is at work
 */
export function lockStart(): () => void {
  mkdirSync(localFolder, { recursive: true });
  const own = `${process.pid} ${processStart(process.pid) ?? ''}`;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      writeFileSync(lockFile, own, { flag: 'wx' });
      return () => rmSync(lockFile, { force: true });
    } catch {
      const [pid = '', ...start] = read().split(' ');
      if (pid !== '' && processStart(Number(pid)) === start.join(' ')) {
        throw new LocalFailure(
          'Another npm start is at work in this folder.',
          `It is process ${pid}.`,
          'Wait for it, or end it.',
        );
      }
      rmSync(lockFile, { force: true });
    }
  }
  throw new LocalFailure('npm start could not begin.', 'Another one keeps beginning in this folder.', 'Try again.');
}

function read(): string {
  try {
    return readFileSync(lockFile, 'utf8');
  } catch {
    return '';
  }
}
