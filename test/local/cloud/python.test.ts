import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LocalFailure } from '../../../local/cloud/failure.ts';
import { projectRoot } from '../../../local/cloud/paths.ts';
import { findPython, virtualEnvironment } from '../../../local/cloud/python.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'python-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** An executable with the name of a Python. */
const program = (folder: string, name: string, script: string): string => {
  mkdirSync(join(root, folder), { recursive: true });
  const path = join(root, folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
};

const pathOf = (...folders: string[]): { PATH: string } => ({
  PATH: folders.map((folder) => join(root, folder)).join(':'),
});

const failureOf = async (promise: Promise<unknown>): Promise<LocalFailure> => {
  const error = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(error instanceof LocalFailure)) throw new Error('no LocalFailure', { cause: error });
  for (const line of [error.what, error.why, error.next]) expect(line).toMatch(/^[^\n]+$/);
  return error;
};

describe('The search for Python', () => {
  test('findPython returns the newest Python that can make a virtual environment', async () => {
    program('a', 'python3.11', 'echo /real/python3.11');
    program('b', 'python3.13', 'echo /real/python3.13');
    expect(await findPython(pathOf('a', 'b'))).toBe('/real/python3.13');
  });

  test('If a Python in the PATH does not start, findPython tries the same name in the next folder', async () => {
    program('shims', 'python3.12', 'echo "pyenv: python3.12: command not found" >&2; exit 127');
    program('bin', 'python3.12', 'echo /real/python3.12');
    expect(await findPython(pathOf('shims', 'bin'))).toBe('/real/python3.12');
  });

  test('findPython skips a Python that is too old', async () => {
    program('a', 'python3', 'exit 3');
    const { what, why } = await failureOf(findPython(pathOf('a')));
    expect(what).toBe('The local cloud needs Python 3.10 or newer.');
    expect(why).toContain('python3.14');
  });

  test('If only a Python without the venv module is found, the error names it', async () => {
    const bare = program('a', 'python3', 'exit 4');
    const { why, next } = await failureOf(findPython(pathOf('a')));
    expect(why).toBe(`${bare} does not have this module.`);
    expect(next).toContain('python3-venv');
  });

  test('If no Python is in the PATH, the error says which version is needed', async () => {
    mkdirSync(join(root, 'empty'));
    expect((await failureOf(findPython(pathOf('empty')))).next).toContain('Install Python');
  });
});

describe('The virtual environment', () => {
  /** A fake of Python, venv and pip. It records pip's arguments in a file. */
  const python = (pip: string): void => {
    const self = join(root, 'bin', 'python3');
    program(
      'bin',
      'python3',
      `case "$2 $3" in
        "-c "*) echo ${self};;
        "-m venv") /bin/mkdir -p "$4/bin"; /bin/cp ${self} "$4/bin/python";;
        *) echo "proxy=$HTTPS_PROXY $*" >> ${root}/pip.log; ${pip};;
      esac`,
    );
  };
  const requirements = (): string => {
    const path = join(root, 'requirements.txt');
    writeFileSync(path, 'nothing==1\n');
    return path;
  };
  const make = (inherited: NodeJS.ProcessEnv = {}): Promise<string> =>
    virtualEnvironment('x', requirements(), {
      folder: join(root, 'local'),
      inherited: { ...pathOf('bin'), ...inherited },
    });

  test('The virtual environment is created once for the same requirements, and pip checks their hashes', async () => {
    python('exit 0');
    const first = await make();
    expect(existsSync(first)).toBe(true);
    expect(await make({ PATH: '' })).toBe(first);
    const asked = readFileSync(join(root, 'pip.log'), 'utf8').trim().split('\n');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('--require-hashes');
  });

  test('If an earlier installation was not finished, the virtual environment is created again', async () => {
    python('exit 0');
    const first = await make();
    rmSync(join(first, '..', '..', 'complete'));
    rmSync(first);
    expect(await make()).toBe(first);
    expect(existsSync(first)).toBe(true);
    expect(existsSync(join(first, '..', '..', 'complete'))).toBe(true);
  });

  test('The incomplete folder of a killed installation is removed, but not that of a running one', async () => {
    python('exit 0');
    const [dead, alive] = [`venv-x-old.${2 ** 22 + 1}`, `venv-x-new.${process.ppid}`];
    for (const name of [dead, alive]) mkdirSync(join(root, 'local', name), { recursive: true });
    await make();
    expect(readdirSync(join(root, 'local')).filter((name) => name.includes('.'))).toEqual([alive]);
  });

  test('If pip fails, no folder is left, and the error says why in one line', async () => {
    python('echo "WARNING: x"; echo "ERROR: No matching distribution found for nothing==1"; exit 1');
    const { why } = await failureOf(make());
    expect(why).toBe('ERROR: No matching distribution found for nothing==1');
    expect(readdirSync(join(root, 'local'))).toEqual([]);
  });

  test('If the proxy does not work, pip installs without it', async () => {
    python('[ -z "$HTTPS_PROXY" ]');
    expect(existsSync(await make({ HTTPS_PROXY: 'http://127.0.0.1:9' }))).toBe(true);
  });
});

describe.each(['requirements.txt', 'lint-requirements.txt'])('The file local/cloud/%s', (name) => {
  const text = readFileSync(join(projectRoot, 'local', 'cloud', name), 'utf8');

  test('The file pins each package to one version with its hashes', () => {
    const packages = text.split('\n').filter((line) => /^[a-z]/i.test(line));
    expect(packages.length).toBeGreaterThan(5);
    for (const line of packages) expect(line).toMatch(/^[\w.-]+==[\w.]+ (; .* )?\\$/);
    expect(text.match(/^ {4}--hash=sha256:[0-9a-f]{64}( \\)?$/gm)?.length).toBeGreaterThan(packages.length);
  });

  test('The file names no package registry', () => {
    expect(text).not.toMatch(/https?:|--(extra-)?index-url|--find-links|--trusted-host/);
  });
});
