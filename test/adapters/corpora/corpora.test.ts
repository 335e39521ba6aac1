import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpora } from '../../../adapters/corpora/corpora.ts';
import { requireFts5 } from '../../../adapters/corpora/fts5.ts';
import { publishSnapshot, SnapshotRefused } from '../../../adapters/corpora/publish-snapshot.ts';
import { MemoryContent } from '../../../adapters/memory/content.ts';
import { memoryWorld } from '../../../adapters/memory/world.ts';
import { sha256OfBytes } from '../../../contract/rows/content.ts';
import { snapshotDigest, snapshotIdOf } from '../../../contract/artefacts/corpus.ts';
import { corpusBench, wording, type CorpusBench } from '../../support/corpora.ts';
import { failureOf } from '../../patterns/failures.ts';

let bench: CorpusBench;
beforeAll(async () => {
  bench = await corpusBench();
});
afterAll(() => bench.remove());

const head = { current: async () => ({ release: 'release-1', withdrawn: [], suspended: [] }) };
const at = (name: string): string => join(bench.directory, name);

describe('Snapshots of corpora', () => {
  it('If many calls of a worker open one snapshot at once, it is fetched once', async () => {
    const { id } = await bench.build({ 'a.md': 'bir söz\n' });
    const opened = bench.open(() => ({ [wording.id]: id }));
    const before = bench.content.requests.length;
    const all = await Promise.all(Array.from({ length: 20 }, () => opened.open(wording.id, id)));
    expect(new Set(all).size).toBe(1);
    expect(all[0]?.passageCount).toBe(1);
    expect(bench.content.requests.slice(before)).toEqual(['get corpora']);
  });

  it('If the bytes of a snapshot do not match its id, it is not opened; a file in the folder that has the name of the snapshot but other content is not used', async () => {
    const { id, file } = await bench.build({ 'a.md': 'iki söz\n' });
    const digest = snapshotDigest(id) ?? '';
    const content = new MemoryContent();
    content.tamper('corpora', digest, new TextEncoder().encode('SQLite format 3 of somebody'));
    expect(await corpora({ head, content, directory: at('tampered') }).open(wording.id, id)).toBeUndefined();

    const fresh = corpora({ head, content: bench.content, directory: bench.directory });
    await writeFile(join(bench.directory, `${digest}.sqlite`), 'left by somebody');
    expect((await fresh.open(wording.id, id))?.id).toBe(id);
    expect(file).toContain(id);
  });

  it('If many workers fetch one snapshot into one folder at once, each of them opens the complete file', async () => {
    const { id } = await bench.build({ 'a.md': 'yedi söz\n' });
    const head = { current: async () => ({ release: 'release-1', withdrawn: [], suspended: [] }) };
    const workers = Array.from({ length: 8 }, () => corpora({ head, content: bench.content, directory: at('shared') }));
    const opened = await Promise.all(workers.map((worker) => worker.open(wording.id, id)));
    expect(opened.map((snapshot) => snapshot?.id)).toEqual(workers.map(() => id));
    expect(await readdir(at('shared'))).toEqual([`${snapshotDigest(id) ?? ''}.sqlite`]);
  });

  it('A snapshot is not opened under the name of another corpus, which may have other markings', async () => {
    const { id } = await bench.build({ 'a.md': 'üç söz\n' });
    const opened = bench.open(() => ({}));
    expect(await opened.open('corpus.guide', id)).toBeUndefined();
    expect((await opened.open(wording.id, id))?.id).toBe(id);
  });

  it('A snapshot is not opened if its file has another format or its id is malformed', async () => {
    const content = new MemoryContent();
    const other = at('other.sqlite');
    const database = new DatabaseSync(other);
    database.exec(
      `CREATE TABLE about (name TEXT, value TEXT); INSERT INTO about VALUES ('format', '0'), ('locale', 'tr')`,
    );
    database.close();
    const bytes = await readFile(other);
    const text = new TextEncoder().encode('no database');
    const opened = corpora({ head, content, directory: at('formats') });
    for (const one of [bytes, text]) {
      await content.put('corpora', sha256OfBytes(one), one);
      expect(await opened.open(wording.id, snapshotIdOf(sha256OfBytes(one)))).toBeUndefined();
    }
    expect(await opened.open(wording.id, '../../etc/passwd')).toBeUndefined();
  });

  it('If the content store is unavailable, opening a snapshot fails with dependency.unavailable, and the next call tries again', async () => {
    const { id } = await bench.build({ 'a.md': 'dört söz\n' });
    const opened = bench.open(() => ({}));
    bench.content.away = true;
    expect((await failureOf(() => opened.open(wording.id, id))).code).toBe('dependency.unavailable');
    bench.content.away = false;
    expect((await opened.open(wording.id, id))?.id).toBe(id);
  });

  it('A worker keeps the four snapshots that were opened last, and fetches an older one again', async () => {
    const built = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((name) => bench.build({ [`${name}.md`]: `${name} söz\n` })),
    );
    const directory = at('few');
    const opened = corpora({ head, content: bench.content, directory });
    for (const { id } of built) await opened.open(wording.id, id);
    expect(await readdir(directory)).toHaveLength(4);
    expect((await opened.open(wording.id, built[0]?.id ?? ''))?.id).toBe(built[0]?.id);
  });
});

describe('A runtime without FTS5', () => {
  it('If SQLite lacks FTS5, the function fails at its start with an error that names the cause', () => {
    let closed = false;
    const without = {
      exec: () => {
        throw new Error('no such module: fts5');
      },
      close: () => {
        closed = true;
      },
    };
    expect(() => requireFts5(without)).toThrow(
      /^the SQLite of Node \S+ has no FTS5 \(full-text search\), which the pattern search needs\. Use Node 24$/,
    );
    expect(closed).toBe(true);
    expect(() => requireFts5()).not.toThrow();
  });
});

describe('Publishing a snapshot', () => {
  it('Publishing stores the file and then changes only this corpus in the head; a second publication changes nothing', async () => {
    const world = memoryWorld();
    const state = {
      release: 'release-1',
      withdrawn: ['tool.a@1.0.0'],
      suspended: [],
      corpora: { 'corpus.other': 'snap-x' },
    };
    await world.headWriter.write(state, 0);
    const { id, file } = await bench.build({ 'a.md': 'beş söz\n' });
    const stores = { content: world.content, head: world.headWriter };
    expect(await publishSnapshot(file, stores)).toEqual({
      corpus: wording.id,
      snapshot: id,
      replaces: undefined,
      moved: true,
    });
    expect((await world.headWriter.read()).state).toEqual({
      ...state,
      corpora: { ...state.corpora, [wording.id]: id },
    });
    expect(world.content.names('corpora')).toEqual([snapshotDigest(id)]);
    expect(await publishSnapshot(file, stores)).toMatchObject({ replaces: id, moved: false });
  });

  it('If another caller changes the head during a publication, both changes are kept', async () => {
    const world = memoryWorld();
    const state = { release: 'release-1', withdrawn: [], suspended: [] };
    await world.headWriter.write(state, 0);
    const { id, file } = await bench.build({ 'a.md': 'altı söz\n' });
    let once = true;
    const head = {
      read: () => world.headWriter.read(),
      write: async (...args: Parameters<typeof world.headWriter.write>) => {
        if (once) {
          once = false;
          await world.headWriter.write({ ...state, suspended: ['tool.a'] }, 1);
        }
        return world.headWriter.write(...args);
      },
    };
    await publishSnapshot(file, { content: world.content, head });
    expect((await world.headWriter.read()).state).toMatchObject({
      suspended: ['tool.a'],
      corpora: { [wording.id]: id },
    });
  });

  it('Publishing refuses a file that is not a snapshot, and refuses a snapshot as long as no release is in force', async () => {
    const world = memoryWorld();
    const stores = { content: world.content, head: world.headWriter };
    const { file } = await bench.build({ 'a.md': 'yedi söz\n' });
    await expect(publishSnapshot(file, stores)).rejects.toThrow(SnapshotRefused);
    const none = at('none.sqlite');
    await writeFile(none, 'no database');
    await expect(publishSnapshot(none, stores)).rejects.toThrow('is not a corpus snapshot');
    expect((await world.headWriter.read()).state).toBeUndefined();
  });
});
