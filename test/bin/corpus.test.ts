import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryWorld } from '../../adapters/memory/world.ts';
import { publishTo } from '../../bin/commands/corpus.ts';
import { main } from '../../bin/main.ts';
import { sha256OfBytes } from '../../contract/rows/content.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corpus-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(...argv: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const code = await main(argv, { out: (text) => (out += text), err: (text) => (err += text), color: false });
  return { code, out, err };
}

const sources = 'tenants/demo/corpora/corpus.guide.en';
const built = async (name: string) => {
  const out = join(folder, name);
  const { code, out: text } = await run('corpus', 'build', sources, '--out', out, '--json');
  expect(code).toBe(0);
  return { out, ...(JSON.parse(text) as { corpus: string; snapshot: string; passages: number }) };
};

describe('The command `corpus build`', () => {
  it('`corpus build` prints its progress to standard error and a summary of the snapshot to standard output', async () => {
    const out = join(folder, 'shown.sqlite');
    const { code, out: said, err } = await run('corpus', 'build', sources, '--out', out);
    expect(code).toBe(0);
    expect(err).toBe('1/2 handling-guide.md\n2/2 letters-and-payment.html\n');
    expect(said).toMatch(/^corpus\.guide\.en: \d+ passages of 2 documents, \d+ KB\nsnap-[0-9a-f]{64}\nwrote /);
  });

  it('A snapshot has the hash of its bytes as its id, and a second build of the same documents has the same id', async () => {
    const [one, two] = [await built('one.sqlite'), await built('two.sqlite')];
    expect(one.snapshot).toBe(`snap-${sha256OfBytes(await readFile(one.out))}`);
    expect(two.snapshot).toBe(one.snapshot);
  });

  it('`corpus build` overwrites an earlier snapshot, and refuses to overwrite any other file or folder', async () => {
    const again = await built('again.sqlite');
    expect(await built('again.sqlite')).toEqual(again);
    const other = join(folder, 'thesis.txt');
    await writeFile(other, 'mine');
    for (const out of [other, folder]) {
      const { code, err } = await run('corpus', 'build', sources, '--out', out);
      expect({ code, err }).toEqual({
        code: 2,
        err: expect.stringContaining('exists and is not a snapshot of a corpus'),
      });
    }
    const { code, err } = await run('corpus', 'build', sources, '--out', join(other, 'below-a-file'));
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('cannot be read') });
    expect(await readFile(other, 'utf8')).toBe('mine');
  });

  it.each([
    [['corpus', 'build'], 2, 'corpus build takes one folder of documents'],
    [['corpus', 'build', 'docs'], 2, 'Name the corpus with --corpus ID'],
    [['corpus', 'build', sources, '--corpus', 'corpus.guide.eng'], 2, 'Did you mean corpus.guide.en?'],
    [['corpus', 'build', 'tenants', '--corpus', 'corpus.guide.en'], 1, 'these files cannot be sources: '],
    [['corpus', 'build', 'nowhere', '--corpus', 'corpus.guide.en'], 1, 'there is no folder nowhere'],
  ])('The command line %j exits with %i, and its message says how to correct it', async (argv, code, message) => {
    const answer = await run(...argv);
    expect({ code: answer.code, out: answer.out }).toEqual({ code, out: '' });
    expect(answer.err).toContain(message);
  });
});

describe('The command `corpus publish`', () => {
  const publish = async (file: string, world: ReturnType<typeof memoryWorld>, json = false) => {
    let [out, err] = ['', ''];
    const command = publishTo(async () => world);
    const given = { operands: [file], options: {}, tenant: 'demo', tenantsDir: 'tenants', json };
    const code = await command.run(given, { out: (text) => (out += text), err: (text) => (err += text), color: false });
    return { code, out, err };
  };
  const released = async () => {
    const world = memoryWorld();
    await world.headWriter.write({ release: 'release-1', withdrawn: [], suspended: [] }, 0);
    return world;
  };

  it('`corpus publish` puts a snapshot in force; a second publish of it changes nothing and says so', async () => {
    const world = await released();
    const { out, snapshot } = await built('published.sqlite');
    expect((await publish(out, world)).out).toBe(
      `corpus.guide.en: ${snapshot} is in force. Every function sees it within 5 s\n`,
    );
    expect((await publish(out, world)).out).toBe(
      `corpus.guide.en: ${snapshot} was already in force. Nothing was changed\n`,
    );
    expect(JSON.parse((await publish(out, world, true)).out)).toEqual({
      corpus: 'corpus.guide.en',
      snapshot,
      replaces: snapshot,
      moved: false,
    });
  });

  it('`corpus publish` exits with 1 if the file is not a snapshot, and refuses a path that does not exist or is a folder', async () => {
    const world = await released();
    const none = join(folder, 'none.sqlite');
    await writeFile(none, 'no snapshot');
    expect(await publish(none, world)).toMatchObject({ code: 1, err: expect.stringContaining('Build it again') });
    await expect(publish(join(folder, 'nowhere.sqlite'), world)).rejects.toThrow(
      'Build it first: logic-plane corpus build',
    );
    await expect(publish(folder, world)).rejects.toThrow(`${folder} is a folder. Use the path of a file`);
  });

  it('If the content store does not answer, `corpus publish` says that the snapshot was not published', async () => {
    const world = await released();
    const { out } = await built('away.sqlite');
    world.content.away = true;
    await expect(publish(out, world)).rejects.toThrow('the snapshot was not published');
  });
});
