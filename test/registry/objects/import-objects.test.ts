import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failCall } from '../../../adapters/memory/faults.ts';
import { memoryWorld, type MemoryWorld } from '../../../adapters/memory/world.ts';
import { importInto } from '../../../bin/commands/objects.ts';
import type { ImportEvent } from '../../../contract/audit.ts';
import { sha256 } from '../../../contract/values/canonical.ts';
import { checkedTenant } from '../../../registry/tenant/checked-tenant.ts';
import { importObjects } from '../../../registry/objects/import-objects.ts';
import { objectType, type ObjectType } from '../../../registry/objects/object-type.ts';
import { putInForce } from '../../support/release.ts';

let folder: string;
let claim: ObjectType;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'objects-test-'));
  claim = objectType(await checkedTenant('tenants', 'demo'), 'Claim');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const row = (number: number, more: object = {}) => ({
  claimId: `CLM-2026-${String(number).padStart(6, '0')}`,
  policyId: 'POL-2026-000123',
  claimantPartyId: 'PTY-000123',
  status: 'open',
  cause: 'glass',
  lossDate: '2026-10-14',
  reportedAt: '2026-10-15T07:40:00.000Z',
  city: 'Ankara',
  description: 'Windscreen',
  estimate: { amount: '1000.00', currency: 'TRY' },
  reserve: { amount: '900.00', currency: 'TRY', updatedAt: '2026-10-20T09:30:00.000Z', reason: 'Initial' },
  ...more,
});

/** Writes a file whose lines have exactly these bytes. */
async function bytesOf(lines: readonly (Uint8Array | string)[], name: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')])));
  return file;
}

async function fileOf(lines: readonly (object | string)[], name = 'claims.ndjson') {
  const file = join(folder, name);
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  await writeFile(file, `${text}\n`);
  return { file, hash: sha256(`${text}\n`) };
}

const importing = (world: MemoryWorld, file: string, now = Date.parse('2026-11-01T00:00:00Z')) => {
  const progress: number[] = [];
  const { objectWriter: writer, ledger } = world;
  const work = importObjects({
    file,
    type: claim,
    writer,
    ledger,
    release: 'release-1',
    now: () => now,
    onProgress: ({ done }) => progress.push(done),
  });
  return { work, progress };
};
const imports = (world: MemoryWorld): readonly ImportEvent[] =>
  world.stored.items('ledger').map(({ event }) => JSON.parse(String(event)) as ImportEvent);

const rows = (count: number) => Array.from({ length: count }, (_, i) => row(i + 1));

describe('An import of live objects', () => {
  it('An import puts each object with the markings of its type, reports its progress and records its events', async () => {
    const world = memoryWorld();
    const { file, hash } = await fileOf(rows(230));
    const { work, progress } = importing(world, file);
    const counts = { created: 230, changed: 0, unchanged: 0 };
    expect(await work).toEqual({ fileHash: hash, objects: 230, counts });
    expect(progress.at(-1)).toBe(230);
    expect(await world.objects.get('Claim', 'CLM-2026-000230')).toEqual({
      type: 'Claim',
      id: 'CLM-2026-000230',
      version: 1,
      markings: ['pii.medium', 'regulated.kvkk'],
      value: row(230),
      at: '2026-11-01T00:00:00.000Z',
    });
    const about = { kind: 'import', subject: 'Claim', fileHash: hash, objects: 230, release: 'release-1' };
    expect(imports(world)).toMatchObject([
      { ...about, step: 'began' },
      { ...about, step: 'ended', counts },
    ]);
  });

  it('An import of objects of 41 KB and more succeeds, because no transaction exceeds the size that DynamoDB allows', async () => {
    const { objectWriter: writer, ledger } = memoryWorld();
    const lines = Array.from({ length: 60 }, (_, i) => row(i, { description: 'ü'.repeat(20_000 + i * 700) }));
    const { file } = await fileOf(lines, 'large.ndjson');
    // The type of the demo allows only short texts, so this type accepts every value.
    const type = { ...claim, finding: () => undefined };
    const imported = await importObjects({ file, type, writer, ledger, release: 'release-1', now: Date.now });
    expect(imported).toMatchObject({ counts: { created: 60, changed: 0, unchanged: 0 } });
  });

  it('If a file is imported again, an equal object is not written, and a changed object gets its next version', async () => {
    const world = memoryWorld();
    const { file } = await fileOf(rows(60));
    await importing(world, file).work;
    expect(await importing(world, file).work).toMatchObject({ counts: { created: 0, changed: 0, unchanged: 60 } });
    const next = await fileOf([...rows(59), row(60, { status: 'closed' }), row(61)], 'next.ndjson');
    // A clock that was set back. The time of a version is never before that of the version before it.
    const early = Date.parse('2026-10-30T00:00:00Z');
    expect(await importing(world, next.file, early).work).toMatchObject({
      counts: { created: 1, changed: 1, unchanged: 59 },
    });
    expect(await world.objects.get('Claim', 'CLM-2026-000060')).toMatchObject({
      version: 2,
      value: { status: 'closed' },
      at: '2026-11-01T00:00:00.000Z',
    });
  });

  it('If an import is interrupted at any step, a repeated import puts only what is missing', async () => {
    const { file } = await fileOf(rows(180));
    for (let index = 0; index < 10; index += 1) {
      const world = memoryWorld();
      world.faults = failCall(index, 'unanswered');
      await expect(importing(world, file).work).rejects.toMatchObject({ name: expect.any(String) as string });
      world.faults = undefined;
      expect(await importing(world, file).work).toMatchObject({ objects: 180 });
      expect(world.stored.items('objects')).toHaveLength(360);
    }
  });

  it.for<[string, object | string, string, RegExp]>([
    ['is not JSON', '{"claimId":', '', /^is not valid JSON$/],
    ['is over 128 KB', row(2, { description: 'a'.repeat(128 * 1024) }), '', /^is over 128 KB$/],
    ['has a member twice', '{"claimId":"a","claimId":"b"}', '', /^has an object with two members of the same name$/],
    ['is another type of value', '[]', '', /object/],
    ['has no value for a required property', { ...row(2), city: undefined }, '/city', /required/],
    ['has a property that the type does not have', row(2, { cıty: 'x' }), '/cıty', /is not a known member/],
    [
      'has a nested value of another type',
      row(2, { estimate: { amount: 5, currency: 'TRY' } }),
      '/estimate/amount',
      /string/,
    ],
    ['has the key of an earlier line', row(1), '/claimId', /line 1/],
  ])(
    'If a line %s, nothing of the file is written, and the result names the line and the place in it',
    async ([, bad, pointer, why]) => {
      const world = memoryWorld();
      const { file } = await fileOf([row(1), '', bad, row(4)]);
      const outcome = await importing(world, file).work;
      const message = expect.stringMatching(why) as string;
      expect(outcome).toMatchObject({ refused: { badLines: 1, bad: [{ line: 3, pointer, message }] } });
      expect(world.stored.items('objects')).toEqual([]);
      expect(imports(world)).toEqual([]);
    },
  );
});

describe('The bytes of a file of objects', () => {
  /** Returns an object with the city İzmir, in which `İ` is this one byte, as in ISO-8859-9. */
  const city = (byte: number): Buffer => {
    const [before = '', after = ''] = JSON.stringify(row(2, { city: '?zmir' })).split('?');
    return Buffer.concat([Buffer.from(before), Buffer.of(byte), Buffer.from(after)]);
  };

  it.each([0xdd, 0xfe])(
    'If a line has the byte %i and is not UTF-8, it is a bad line, because replacing it could make two texts equal',
    async (byte) => {
      const world = memoryWorld();
      const file = await bytesOf([JSON.stringify(row(1)), city(byte), JSON.stringify(row(3))], 'latin5.ndjson');
      expect(await importing(world, file).work).toMatchObject({
        refused: { badLines: 1, bad: [{ line: 2, pointer: '', message: 'is not UTF-8: save the file as UTF-8' }] },
      });
      expect(world.stored.items('objects')).toEqual([]);
    },
  );

  it('A file may begin with a byte order mark; anywhere else it makes the line invalid', async () => {
    const marked = (number: number): string => `\uFEFF${JSON.stringify(row(number))}`;
    const good = await bytesOf([marked(1), JSON.stringify(row(2))], 'marked.ndjson');
    expect(await importing(memoryWorld(), good).work).toMatchObject({ counts: { created: 2 } });
    const bad = await bytesOf([marked(1), marked(2)], 'twice.ndjson');
    expect(await importing(memoryWorld(), bad).work).toMatchObject({ refused: { bad: [{ line: 2 }] } });
  });

  it('Only a newline ends a line, with or without a carriage return: U+2028 is a character of a text', async () => {
    const world = memoryWorld();
    const text = [`${JSON.stringify(row(1, { description: 'a\u2028b' }))}\r`, '\r', `${JSON.stringify(row(2))}\r`];
    expect(await importing(world, await bytesOf(text, 'crlf.ndjson')).work).toMatchObject({ counts: { created: 2 } });
    expect(await world.objects.get('Claim', 'CLM-2026-000001')).toMatchObject({ value: { description: 'a\u2028b' } });
  });

  it('The lines are the same, however the file is divided into chunks while it is read', async () => {
    const many = Array.from({ length: 400 }, (_, i) => row(i + 1, { city: 'İstanbul — Üsküdar' }));
    expect(await importing(memoryWorld(), (await fileOf(many, 'many.ndjson')).file).work).toMatchObject({
      objects: 400,
    });
  });
});

describe('The command `logic-plane objects import`', () => {
  const run = async (world: MemoryWorld, operands: readonly string[], options: Record<string, string>) => {
    let [out, err] = ['', ''];
    const command = importInto(async () => world);
    await putInForce(world.headWriter, 'release-1');
    const given = { operands, options, tenant: 'demo', tenantsDir: 'tenants', json: false };
    const io = { out: (text: string) => (out += text), err: (text: string) => (err += text), color: false };
    const code = await command.run(given, io).catch((error: unknown) => String(error));
    return { code, out, err };
  };

  it('The import command prints how many objects were created, changed and unchanged', async () => {
    const { file } = await fileOf(rows(70));
    const { code, out, err } = await run(memoryWorld(), [file], { type: 'Claim' });
    expect({ code, out }).toEqual({ code: 0, out: '70 objects of Claim: 70 created, 0 changed, 0 unchanged\n' });
    expect(err).toContain('70/70 objects\n');
  });

  it('The import command prints bad lines with number and pointer, and ends with 1', async () => {
    const { file } = await fileOf([row(1), row(2, { status: 'lost' })]);
    const { code, err } = await run(memoryWorld(), [file], { type: 'Claim' });
    expect(code).toBe(1);
    expect(err).toContain(`${file}:2: /status: `);
    expect(err).toContain('has 1 bad line, so nothing was imported. Correct it');
  });

  it('If a line is not an object, the import command says so and names the file', async () => {
    const { file } = await fileOf(['no JSON', '{}', '[]']);
    const { code, err } = await run(memoryWorld(), [file], { type: 'Claim' });
    expect(code).toBe(1);
    expect(err).toContain(`${file}:1: the line is not valid JSON\n`);
    expect(err).toContain('has 3 bad lines, so nothing was imported. Correct them');
  });

  it.each<[readonly string[], Record<string, string>, string]>([
    [['a.ndjson'], {}, '--type TYPE'],
    [[], { type: 'Claim' }, 'takes one NDJSON file'],
    [['a.ndjson'], { type: 'Claims' }, 'Did you mean Claim?'],
    [['a.ndjson'], { type: 'Party' }, 'Party has no key'],
    [['nowhere.ndjson'], { type: 'Claim' }, 'nowhere.ndjson does not exist'],
    [['tenants'], { type: 'Claim' }, 'tenants is a folder. Use the path of a file'],
  ])('The import command with operands %j and options %j says what to do', async (operands, options, message) => {
    expect((await run(memoryWorld(), operands, options)).code).toContain(message);
  });
});
