import { beforeAll, describe, expect, it } from 'vitest';
import { MemoryDatabase } from '../../adapters/memory/database.ts';
import { MemoryObjects } from '../../adapters/memory/log-objects.ts';
import { append } from '../../audit-log/append.ts';
import { firstDifference } from '../../audit-log/compare.ts';
import { bundleOf, entriesOf } from '../../audit-log/entry-bundle.ts';
import { exportLog } from '../../audit-log/export.ts';
import { leafHash } from '../../audit-log/merkle.ts';
import { seal } from '../../audit-log/seal.ts';
import { noteKeyOf, verifierText, type NoteKey } from '../../audit-log/signed-note.ts';
import { tilePath } from '../../audit-log/tile-path.ts';
import { verifyLog, type LogProblem } from '../../audit-log/verify.ts';
import { memoryCopy, memorySigner, origin, sealingOver, shardRecords } from './memory-log.ts';

/** Numbers of entries at which the test log has a checkpoint. */
const sizes = [300, 600, 700];
const signer = memorySigner();

interface Log {
  readonly objects: MemoryObjects;
  readonly key: NoteKey;
}

/** Returns the log in its state with `until` entries. With `forged`, the key has signed another log, whose entry 7 has this text. */
async function sealedLog(until: number, forged?: string): Promise<Log> {
  const [database, objects] = [new MemoryDatabase(), new MemoryObjects()];
  const sealing = sealingOver(database, objects, signer);
  const records = shardRecords('shardId-0', 700).map((record, index) =>
    index === 7 && forged !== undefined ? { ...record, entry: Buffer.from(forged) } : record,
  );
  let at = 0;
  for (const size of sizes.filter((one) => one <= until)) {
    await append({ rows: sealing.rows, objects }, 'shardId-0', records.slice(at, size));
    await seal(sealing);
    at = size;
  }
  return { objects, key: { name: origin, publicKey: await signer.publicKey() } };
}

let log: Log;
beforeAll(async () => {
  log = await sealedLog(700);
});

async function exported({ objects, key }: Log): Promise<MemoryObjects> {
  const target = new MemoryObjects();
  await exportLog(
    memoryCopy(objects),
    {
      has: async (path) => target.objects.has(path),
      put: async (path, bytes) => {
        target.objects.set(path, bytes);
      },
    },
    { key },
  );
  return target;
}

const problemsOf = async (copy: MemoryObjects, options: { atLeast?: string; key?: NoteKey } = {}) =>
  (await verifyLog(memoryCopy(copy), { key: log.key, ...options })).problems;

/** Replaces one entry and its hash in the tile, like an attacker who can write files but cannot sign. */
function rewriteEntry(copy: MemoryObjects, entry: number, text: string): void {
  const width = entry < 512 ? 256 : 188;
  const name = { index: Math.floor(entry / 256), width };
  const bundlePath = tilePath({ ...name, level: 'entries' });
  const entries = [...(entriesOf(copy.objects.get(bundlePath) ?? new Uint8Array()) ?? [])];
  entries[entry % 256] = Buffer.from(text);
  copy.objects.set(bundlePath, bundleOf(entries));
  const tile = Buffer.from(copy.objects.get(tilePath({ ...name, level: 0 })) ?? new Uint8Array());
  Buffer.from(leafHash(Buffer.from(text))).copy(tile, (entry % 256) * 32);
  copy.objects.set(tilePath({ ...name, level: 0 }), tile);
}

describe('A copy of the audit log', () => {
  it('A complete copy of the log is verified with the public key alone', async () => {
    const verified = await verifyLog(memoryCopy(await exported(log)), { key: log.key });
    expect(verified).toEqual({ size: 700, entries: 700, checkpoints: 3, problems: [] });
  });

  it('If a copy has only the entries of a span, it is verified, and the result says how many entries it had', async () => {
    const copy = await exported(log);
    copy.objects.delete(tilePath({ level: 'entries', index: 0, width: 256 }));
    expect(await verifyLog(memoryCopy(copy), { key: log.key })).toMatchObject({
      size: 700,
      entries: 444,
      problems: [],
    });
  });

  it('If an entry was changed and its hash was not, the copy is refused and the problem names the entry', async () => {
    const copy = await exported(log);
    const path = tilePath({ level: 'entries', index: 1, width: 256 });
    const entries = [...(entriesOf(copy.objects.get(path) ?? new Uint8Array()) ?? [])];
    entries[44] = Buffer.from('forged');
    copy.objects.set(path, bundleOf(entries));
    expect(await problemsOf(copy)).toMatchObject([{ path, entry: 300 }]);
  });

  it.each([
    ['changed in the first interval', 10, { from: 0, to: 300 }],
    ['changed in the second interval', 450, { from: 300, to: 600 }],
    ['changed after the last but one checkpoint', 650, { from: 600, to: 700 }],
  ])(
    'If an entry and its hash were %s, the copy is refused and the problem names the first bad checkpoint interval',
    async (_, entry, interval) => {
      const copy = await exported(log);
      rewriteEntry(copy, entry, 'forged');
      const problems = await problemsOf(copy);
      expect(problems.find((problem: LogProblem) => problem.interval !== undefined)?.interval).toEqual(interval);
    },
  );

  it('If an entry was removed, inserted or reordered, the copy is refused', async () => {
    const path = tilePath({ level: 'entries', index: 0, width: 256 });
    const change = async (edit: (entries: Uint8Array[]) => void): Promise<readonly LogProblem[]> => {
      const copy = await exported(log);
      const entries = [...(entriesOf(copy.objects.get(path) ?? new Uint8Array()) ?? [])];
      edit(entries);
      copy.objects.set(path, bundleOf(entries));
      return problemsOf(copy);
    };
    expect(await change((entries) => entries.splice(7, 1))).toMatchObject([{ path, entry: 0 }]);
    expect(await change((entries) => entries.splice(7, 0, Buffer.from('more')))).toMatchObject([{ path, entry: 0 }]);
    expect(await change((entries) => entries.push(...entries.splice(0, 7)))).toMatchObject([{ path, entry: 0 }]);
  });

  it('If a later checkpoint is known and the copy ends before it, the copy is refused', async () => {
    const early = await exported(await sealedLog(300));
    const last = Buffer.from(log.objects.objects.get('checkpoint') ?? '').toString();
    expect(await problemsOf(early)).toEqual([]);
    expect(await problemsOf(early, { atLeast: last })).toMatchObject([{ entry: 300 }]);
  });

  it('A copy is refused with another key, a forged signature or the checkpoint of another log', async () => {
    const copy = await exported(log);
    const other = { name: origin, publicKey: await memorySigner().publicKey() };
    expect(await problemsOf(copy, { key: other })).toMatchObject([{ what: expect.stringContaining('not signed') }]);
    const renamed = { ...log.key, name: 'other.test/audit' };
    expect(await problemsOf(copy, { key: renamed })).toMatchObject([{ what: expect.stringContaining('another log') }]);
    const text = Buffer.from(copy.objects.get('checkpoint') ?? '').toString();
    copy.objects.set('checkpoint', Buffer.from(text.replace('\n700\n', '\n701\n')));
    expect(await problemsOf(copy)).toMatchObject([{ what: expect.stringContaining('not signed') }]);
  });

  it('If a tile does not follow from the tiles below it, the copy is refused', async () => {
    const copy = await exported(log);
    const path = tilePath({ level: 1, index: 0, width: 2 });
    copy.objects.set(path, Buffer.alloc(64, 7));
    expect(await problemsOf(copy)).toMatchObject([{ path }]);
  });

  it('The comparison of two copies returns the first entry that differs', async () => {
    const [one, other] = [await exported(log), await exported(log)];
    const sized = (copy: MemoryObjects, size = 700) => ({ copy, size });
    expect(await firstDifference(sized(one), sized(other))).toBeUndefined();
    rewriteEntry(other, 513, 'forged');
    rewriteEntry(other, 600, 'forged');
    expect(await firstDifference(sized(one), sized(other))).toBe(513);
  });

  it('The comparison of two copies finds an entry whose text differs although its hash in the tree does not', async () => {
    const [one, other] = [await exported(log), await exported(log)];
    const path = tilePath({ level: 'entries', index: 1, width: 256 });
    const entries = [...(entriesOf(other.objects.get(path) ?? new Uint8Array()) ?? [])];
    entries[44] = Buffer.from('forged');
    other.objects.set(path, bundleOf(entries));
    expect(await firstDifference({ copy: one, size: 700 }, { copy: other, size: 700 })).toBe(300);
    one.objects.delete(path);
    expect(await firstDifference({ copy: one, size: 700 }, { copy: other, size: 700 })).toBeUndefined();
  });

  it.each([300, 600])(
    'The comparison of a copy with an earlier copy of %i entries compares the entries that both have',
    async (size) => {
      const [one, other] = [await exported(log), await exported(await sealedLog(size))];
      expect(await firstDifference({ copy: one, size: 700 }, { copy: other, size })).toBeUndefined();
      rewriteEntry(one, 258, 'forged');
      expect(await firstDifference({ copy: one, size: 700 }, { copy: other, size })).toBe(258);
      expect(await firstDifference({ copy: other, size }, { copy: one, size: 700 })).toBe(258);
    },
  );

  it.each([
    ['contains another tree', 'forged', ['the key has signed two different logs']],
    ['contains the same tree', undefined, []],
  ])('If an earlier checkpoint from another source %s, the copy is refused or accepted', async (_, text, expected) => {
    const other = await sealedLog(300, text);
    const file = Buffer.from(other.objects.objects.get('checkpoint') ?? '').toString();
    const problems = await problemsOf(await exported(await sealedLog(700)), { atLeast: file });
    expect(problems.map(({ what }) => what)).toEqual(expected.map((one) => expect.stringContaining(one)));
  });

  it('The public key of the log is written in the form of C2SP signed-note, and another key id is refused', () => {
    expect(noteKeyOf(verifierText(log.key))).toEqual({ name: origin, publicKey: Buffer.from(log.key.publicKey) });
    expect(noteKeyOf(verifierText(log.key).replace(/\+[0-9a-f]{8}\+/, '+00000000+'))).toBeUndefined();
  });
});
