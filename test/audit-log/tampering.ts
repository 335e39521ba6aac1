import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleOf, entriesOf } from '../../audit-log/entry-bundle.ts';

/** A change of an exported copy of `exampleLog`, and an entry that it concerns. */
export interface Tampering {
  readonly what: string;
  readonly entry: number;
  readonly apply: (copy: string) => void;
}

const rewrite = (path: string, change: (bytes: Buffer) => Uint8Array) => (copy: string) =>
  writeFileSync(join(copy, path), change(readFileSync(join(copy, path))));

const bundle = 'tile/entries/000';
const entries = (change: (entries: Uint8Array[]) => void) =>
  rewrite(bundle, (bytes) => {
    const all = [...(entriesOf(bytes) ?? [])];
    change(all);
    return bundleOf(all);
  });

/** Every kind of tampering that can be seen from one copy alone. */
export const tamperings: readonly Tampering[] = [
  {
    what: 'the size in the checkpoint is changed',
    entry: 0,
    apply: rewrite('checkpoint', (bytes) => Buffer.from(bytes.toString().replace('\n300\n', '\n299\n'))),
  },
  {
    what: 'the signature is forged',
    entry: 0,
    apply: rewrite('checkpoint', (bytes) => Buffer.from(bytes.toString().replace(/.{8}\n$/, 'AAAAAAA=\n'))),
  },
  {
    what: 'a hash in a tile is changed',
    entry: 2,
    apply: rewrite('tile/0/000', (tile) => Buffer.concat([tile.subarray(0, 64), Buffer.alloc(32), tile.subarray(96)])),
  },
  {
    what: 'an upper tile is changed',
    entry: 2,
    apply: rewrite('tile/1/000.p/1', () => Buffer.alloc(32, 7)),
  },
  { what: 'an entry is changed', entry: 7, apply: entries((all) => all.splice(7, 1, Buffer.from('forged'))) },
  { what: 'an entry is removed', entry: 7, apply: entries((all) => all.splice(7, 1)) },
  { what: 'an entry is inserted', entry: 7, apply: entries((all) => all.splice(7, 0, Buffer.from('more'))) },
  { what: 'entries are reordered', entry: 7, apply: entries((all) => all.push(...all.splice(0, 8))) },
  { what: 'a bundle is cut off', entry: 7, apply: (copy) => rmSync(join(copy, bundle)) },
];
