import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';

const root = join(import.meta.dirname, '..', '..');
/** What runs over data from outside. The finders of extraction and the readers of documents have tests of their own. */
const folders = ['contract', 'patterns', 'action-plane', 'adapters', 'lambdas'];
const elsewhere = ['patterns/extraction/', 'adapters/located-text/'];

export interface Expression {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** Every regular expression that stands literally in the code, once, as `/source/flags`. */
export function expressions(): ReadonlyMap<string, Expression> {
  const found = new Map<string, Expression>();
  for (const file of folders.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root })).sort()) {
    if (elsewhere.some((folder) => file.startsWith(folder))) continue;
    visit(parseAst(readFileSync(join(root, file), 'utf8'), { lang: 'ts' }), ({ pattern: source, flags }) =>
      found.set(`/${source}/${flags}`, { file, source, flags }),
    );
  }
  return found;
}

interface Literal {
  readonly pattern: string;
  readonly flags: string;
}

function visit(node: unknown, told: (literal: Literal) => void): void {
  if (node === null || typeof node !== 'object') return;
  if ('type' in node && node.type === 'Literal' && 'regex' in node) told(node.regex as Literal);
  for (const child of Object.values(node)) visit(child, told);
}
