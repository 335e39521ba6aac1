import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

/**
 * Returns a plugin for bundles of this project's sources. Modules find their files by their own place, which a bundle
 * would change, so each source keeps its own place as a literal.
 * @param change returns the text to bundle in place of a file's text; by default the same text
 */
export const placedSources = (change: (path: string, text: string) => string = (_, text) => text): Plugin => ({
  name: 'placed-sources',
  setup: (bundle) => {
    bundle.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: change(path, readFileSync(path, 'utf8'))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
      loader: 'ts',
    }));
  },
});
