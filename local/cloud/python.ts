import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Environment, installEnvironment, proxyVariables } from './environment.ts';
import { LocalFailure } from './failure.ts';
import { localFolder, shown } from './paths.ts';
import { processStart } from './processes.ts';
import { run } from './run.ts';

/**
 * Names of Python programs, the newest first. Each one is run to check its version, because it may be a shim of a
 * version manager without a Python behind it.
 */
const names = ['python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python3'];

const probe = `import sys
if sys.version_info < (3, 10): sys.exit(3)
try:
    import ensurepip, venv
except ImportError: sys.exit(4)
print(sys.executable)`;

/**
 * Finds the first Python of version 3.10 or newer in the PATH that can make a virtual environment.
 * @throws {LocalFailure} that says whether Python or its venv module is missing
 */
export const findPython = async (env: Environment): Promise<string> => {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name))).filter(existsSync);
  let withoutVenv: string | undefined;
  for (const candidate of candidates) {
    const { code, output } = await run(candidate, ['-I', '-c', probe], { env, timeoutMillis: 10_000 });
    if (code === 0) return output.trim();
    if (code === 4) withoutVenv ??= candidate;
  }
  if (withoutVenv !== undefined) {
    throw new LocalFailure({
      what: 'The local cloud needs the venv module of Python.',
      why: `${withoutVenv} does not have this module.`,
      next: 'Install it (Debian, Ubuntu: apt install python3-venv), then try again.',
    });
  }
  throw new LocalFailure({
    what: 'The local cloud needs Python 3.10 or newer.',
    why: `The PATH has no program with such a version. These names were searched: ${names.join(', ')}.`,
    next: 'Install Python 3.10 or newer, or put it on the PATH, then run the command again.',
  });
};

const lastLines = (output: string): string => {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return (lines.findLast((line) => line.startsWith('ERROR:')) ?? lines.at(-1) ?? 'The program printed nothing.').trim();
};

interface EnvironmentOptions {
  /** Folder in which the environment is created. */
  readonly folder?: string;
  readonly inherited?: NodeJS.ProcessEnv;
  /** More options of `pip install`. */
  readonly pip?: readonly string[];
}

const install = async (
  python: string,
  requirements: string,
  { tmp, inherited, pip: options }: { readonly tmp: string } & Required<Omit<EnvironmentOptions, 'folder'>>,
) => {
  const args = ['-m', 'pip', 'install', '--quiet', '--no-compile', '--require-hashes', ...options, '-r', requirements];
  const pip = (env: Environment, ...more: string[]) => run(python, [...args, '--no-cache-dir', ...more], { env });
  if (proxyVariables.some((name) => inherited[name] !== undefined)) {
    // A proxy may be the only way to the registry, or it may not work at all. So one quick attempt uses the proxy.
    const throughProxy = await pip(installEnvironment(tmp, inherited), '--retries', '0', '--timeout', '10');
    if (throughProxy.code === 0) return throughProxy;
  }
  return pip(installEnvironment(tmp, inherited, { proxies: false }));
};

/**
 * Removes incomplete environments of ended installations. The name of an incomplete environment's folder ends in the id
 * of the process that creates it.
 */
const sweep = (folder: string): void => {
  for (const entry of readdirSync(folder)) {
    const owner = /^venv-.*\.(\d+)$/.exec(entry)?.[1];
    if (owner !== undefined && processStart(Number(owner)) === undefined) {
      rmSync(join(folder, entry), { recursive: true, force: true });
    }
  }
};

/**
 * Returns the Python of a virtual environment with exactly the packages of a requirements file. The environment is
 * created once for each content of the file. Run its tools as modules (`python -m NAME`), because the folder gets its
 * name only after the installation. So the environment is always complete, and two processes may ask for it at the same
 * time.
 * @throws {LocalFailure} if Python or venv is missing, or if pip fails
 */
export const virtualEnvironment = async (
  name: string,
  requirements: string,
  { folder = localFolder, inherited = process.env, pip = [] }: EnvironmentOptions = {},
): Promise<string> => {
  const digest = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const home = join(folder, `venv-${name}-${digest}`);
  const marker = join(home, 'complete');
  const python = join(home, 'bin', 'python');
  if (existsSync(marker) && existsSync(python)) return python;

  mkdirSync(folder, { recursive: true, mode: 0o700 });
  sweep(folder);
  const building = `${home}.${process.pid}`;
  const tmp = join(building, 'tmp');
  mkdirSync(tmp, { recursive: true });
  try {
    const env = installEnvironment(tmp, inherited);
    const base = await findPython(env);
    const made = await run(base, ['-I', '-m', 'venv', building], { env });
    if (made.code !== 0) {
      throw new LocalFailure({
        what: `The virtual environment ${shown(home)} could not be created.`,
        why: lastLines(made.output),
        next: 'Install the venv module of Python (Debian, Ubuntu: apt install python3-venv), then try again.',
      });
    }
    const installed = await install(join(building, 'bin', 'python'), requirements, { tmp, inherited, pip });
    if (installed.code !== 0) {
      throw new LocalFailure({
        what: `pip could not install ${shown(requirements)}.`,
        why: lastLines(installed.output),
        next: 'Check the settings of the package registry (PIP_INDEX_URL, PIP_CERT, HTTPS_PROXY), then run the command again.',
      });
    }
    rmSync(tmp, { recursive: true });
    writeFileSync(join(building, 'complete'), `${base}\n`);
    if (!existsSync(marker)) rmSync(home, { recursive: true, force: true });
    try {
      renameSync(building, home);
    } catch (error) {
      // If another process created the same environment first, that environment is used.
      if (!existsSync(marker)) throw error;
    }
    return python;
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
};
