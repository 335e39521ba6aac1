import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

/** Paths of all pages: the README and all of `docs/`. */
export const pages: readonly string[] = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
    .sort(),
];

export const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

/** Returns the anchors of a page's headings, in the form that GitHub gives them. */
export const anchorsOf = (page: string): readonly string[] =>
  [...textOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Fenced block: its language, the words after the language (`sh run`, `http request name=claim`) and its text. */
export interface Block {
  readonly page: string;
  /** Number of the line with the fence, from 1. */
  readonly line: number;
  readonly language: string;
  readonly words: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  readonly text: string;
}

const fence = /^```(\S+)?([^\n]*)\n([\s\S]*?)^```$/gm;

export function blocksOf(page: string): readonly Block[] {
  const all = textOf(page);
  return [...all.matchAll(fence)].map(({ 1: language = '', 2: info = '', 3: text = '', index }) => {
    const beside = info.split(' ').filter((word) => word !== '');
    return {
      page,
      line: all.slice(0, index).split('\n').length,
      language,
      words: beside.filter((word) => !word.includes('=')),
      values: Object.fromEntries(
        beside.filter((word) => word.includes('=')).map((word) => word.split('=', 2) as [string, string]),
      ),
      text,
    };
  });
}

/** Returns the mode of a block, such as `sh run`, which says how the block is tested. */
export const modeOf = ({ language, words, values }: Block): string =>
  [
    language,
    words[0] ?? (values['file'] === undefined ? undefined : 'file'),
    values['from'] === undefined ? undefined : 'from',
  ]
    .filter((word) => word !== undefined)
    .join(' ');

export const blocksLike = (mode: string): readonly Block[] =>
  pages.flatMap(blocksOf).filter((block) => modeOf(block) === mode);

export const placeOf = ({ page, line }: Block): string => `${page}:${line}`;
