import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildSync, type BuildOptions } from 'esbuild';

/** Name of the folder within a bundle that holds the files of the page. */
export const pageFolder = 'page';

/** Options of esbuild for the page. The names contain a hash of the content, so browsers may keep the files for ever. */
const options = {
  entryPoints: ['console/main.tsx', 'console/style/console.css', 'console/icon.svg'],
  loader: { '.svg': 'copy' },
  entryNames: '[name]-[hash]',
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: true,
  legalComments: 'none',
} as const satisfies BuildOptions;

/**
 * Writes the files of the page into `folder`: `index.html`, one script, one style sheet and the icon, each also
 * compressed with gzip. `root` is the project's folder.
 */
export function writePage(root: string, folder: string): void {
  const { outputFiles } = buildSync({ ...options, absWorkingDir: root, outdir: folder });
  const built = outputFiles.map(({ path, contents }) => ({ name: basename(path), contents }));
  const template = readFileSync(join(root, 'console', 'index.html'), 'utf8');
  const page = built.reduce((html, { name }) => html.replace(name.replace(/-[^-]+(\.\w+)$/, '$1'), name), template);
  mkdirSync(folder, { recursive: true });
  for (const { name, contents } of [...built, { name: 'index.html', contents: Buffer.from(page) }]) {
    writeFileSync(join(folder, name), contents);
    writeFileSync(join(folder, `${name}.gz`), gzipSync(contents, { level: 9 }));
  }
}
