import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { constants, Script } from 'node:vm';
import { build, type Plugin } from 'esbuild';
import { placedSources } from '../../support/placed-sources.ts';
import type { benchOf } from './bench.ts';
import { samplesFolder } from './sample-for.ts';
import type { Sample } from './sample.ts';

/** The modules of the bench and of all samples, with everything of the platform that they import. */
export interface Modules {
  readonly benchOf: typeof benchOf;
  /** Returns a sample by the name of its tool function. Its modules are evaluated when it is first asked for. */
  readonly samples: Readonly<Record<string, () => Promise<{ readonly sample: Sample }>>>;
}

type Evaluate = (require: NodeJS.Require, module: { exports: object }) => void;

const require = createRequire(import.meta.url);
let compiled: Promise<Evaluate> | undefined;

/**
 * Evaluates the modules again. They are bundled and compiled once in this process. All evaluations
 * share the packages, except those that are published as ES modules only.
 */
export async function freshModules(): Promise<Modules> {
  const module = { exports: {} };
  (await (compiled ??= compile()))(require, module);
  return module.exports as Modules;
}

/** One bundle whose dynamic imports load a sample: esbuild evaluates the modules of a bundle's dynamic import on demand. */
async function compile(): Promise<Evaluate> {
  const names = globSync('*.ts', { cwd: samplesFolder }).map((file) => basename(file, '.ts'));
  const { outputFiles } = await build({
    stdin: {
      contents: [
        `export { benchOf } from './bench.ts';`,
        `export const samples = {${names.map((name) => `'${name}': () => import('./samples/${name}.ts')`).join()}};`,
      ].join('\n'),
      resolveDir: import.meta.dirname,
      loader: 'ts',
    },
    write: false,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    logLevel: 'silent',
    logOverride: { 'empty-import-meta': 'error' },
    plugins: [placedSources(), packagesOutside],
  });
  return new Script(`(function (require, module) {${outputFiles[0]?.text ?? ''}\n})`, {
    filename: join(import.meta.dirname, 'fresh-modules.cjs'),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }).runInThisContext() as Evaluate;
}

/** The bundle is CommonJS, so packages stay outside only if they can be required. */
const packagesOutside: Plugin = {
  name: 'packages-outside',
  setup: (bundle) => {
    bundle.onResolve({ filter: /^[^./]/ }, ({ path }) => {
      try {
        require.resolve(path);
        return { path, external: true };
      } catch {
        return undefined;
      }
    });
  },
};
