import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';

const root = join(import.meta.dirname, '..', '..');
/**
 * Folders whose code reads data from outside. The finders of extraction and the readers of documents are not included,
 * because they have tests of their own.
 */
const folders = ['contract', 'patterns', 'action-plane', 'adapters', 'lambdas'];
const elsewhere = ['patterns/extraction/', 'adapters/located-text/'];

export interface Expression {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** Finds every regular expression literal in these folders. @returns each expression once, by its text `/source/flags` */
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

function visit(node: unknown, onLiteral: (literal: Literal) => void): void {
  if (node === null || typeof node !== 'object') return;
  if ('type' in node && node.type === 'Literal' && 'regex' in node) onLiteral(node.regex as Literal);
  for (const child of Object.values(node)) visit(child, onLiteral);
}
