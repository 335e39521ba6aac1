import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { brokenLaws } from './laws.ts';
import { placedSources } from './placed-sources.ts';
import type { play } from './plane-run.ts';

const root = join(import.meta.dirname, '..', '..');

/** A change of one source file: the text, which occurs once, and its replacement. */
export interface SourceChange {
  readonly file: string;
  readonly text: string;
  readonly replacement: string;
}

export interface Model {
  readonly play: typeof play;
  readonly brokenLaws: typeof brokenLaws;
}

/**
 * Bundles the model with the product code that it drives, after the changes, and loads the bundle. The product needs no
 * switch for a test, and the modules of other tests stay as they are.
 *
 * @throws if a text does not occur exactly once in its file
 */
export async function changedModel(changes: readonly SourceChange[]): Promise<Model> {
  // Node finds the packages from here, and vitest leaves the file alone.
  const directory = mkdtempSync(join(root, 'node_modules', '.changed-model-'));
  const outfile = join(directory, 'model.mjs');
  try {
    await build({
      stdin: {
        contents: `export { play } from './plane-run.ts';\nexport { brokenLaws } from './laws.ts';`,
        resolveDir: import.meta.dirname,
        loader: 'ts',
      },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      logLevel: 'silent',
      plugins: [changing(changes)],
    });
    return (await import(pathToFileURL(outfile).href)) as Model;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const changing = (changes: readonly SourceChange[]): Plugin =>
  placedSources((path, text) => changes.filter(({ file }) => join(root, file) === path).reduce(replaced, text));

function replaced(source: string, { file, text, replacement }: SourceChange): string {
  if (source.split(text).length !== 2) throw new Error(`${file} must contain this text exactly once: ${text}`);
  return source.replace(text, () => replacement);
}
