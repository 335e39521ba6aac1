import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MemoryDatabase } from '../../adapters/memory/database.ts';
import { MemoryObjects } from '../../adapters/memory/log-objects.ts';
import { httpWitness } from '../../adapters/sor/witness.ts';
import { append } from '../../audit-log/append.ts';
import { seal, type Sealing } from '../../audit-log/seal.ts';
import type { NoteKey } from '../../audit-log/signed-note.ts';
import { verifyLog } from '../../audit-log/verify.ts';
import { askWitness, type Witness } from '../../audit-log/witness.ts';
import { noteAndSeal } from '../../lambdas/audit-seal/note-and-seal.ts';
import { TestWitness } from '../support/witness.ts';
import { memoryCopy, memorySigner, origin, sealingOver, shardRecords } from './memory-log.ts';
import { SimulatedStream } from './simulated-stream.ts';

const signer = memorySigner();
const records = shardRecords('shard-0', 900);
let key: NoteKey;
let objects: MemoryObjects;
let sealing: Sealing;
let server: TestWitness;
let witness: Witness;

beforeEach(async () => {
  key = { name: origin, publicKey: await signer.publicKey() };
  objects = new MemoryObjects();
  sealing = sealingOver(new MemoryDatabase(), objects, signer);
  server = new TestWitness([key]);
  witness = httpWitness(await server.start(), server.key);
});
afterEach(() => server.stop());

/** Appends the records up to this size, seals them, and asks the witness. */
async function grow(size: number): Promise<number | undefined> {
  await append(sealing, 'shard-0', records.slice(0, size));
  expect(await seal(sealing)).toBe(size);
  return askWitness(sealing, witness);
}

const verified = (asked: NoteKey = server.key) => verifyLog(memoryCopy(objects), { key, witness: asked });
const published = (): string => Buffer.from(objects.objects.get('checkpoint') ?? '').toString();

describe('A witness', () => {
  it('The witness gets each checkpoint with a proof that the tree has only grown, and its cosignature is kept and published', async () => {
    for (const size of [1, 2, 300, 513, 900]) expect(await grow(size)).toBe(size);
    expect(server.statuses).toEqual([200, 200, 200, 200, 200]);
    expect(await memoryCopy(objects).keptCosignatures()).toEqual([1, 2, 300, 513, 900]);
    expect(published()).toContain(`\n\u2014 ${server.name} `);
    const { problems, witnessed } = await verified();
    expect([problems, witnessed]).toEqual([[], { size: 900, at: '2025-11-24T16:00:00.000Z' }]);
  });

  it('If the checkpoint is cosigned, the witness is not asked again, and the published checkpoint stays as it is', async () => {
    await grow(300);
    const before = published();
    expect(await askWitness(sealing, witness)).toBeUndefined();
    expect(await seal(sealing)).toBe(300);
    expect([server.statuses, published()]).toEqual([[200], before]);
  });

  it('If the witness remembers another size, the checkpoint is sent again with a proof from that size', async () => {
    await grow(100);
    server.forget();
    expect(await grow(300)).toBe(300);
    expect(server.statuses).toEqual([200, 409, 200]);
  });

  it('If the log has forgotten what the witness cosigned, the proof begins at the size that the witness names', async () => {
    await grow(100);
    const { row, version } = await sealing.rows.sealed();
    const { witnessed: _, ...rest } = row ?? { size: 0, checkpoint: '', sealedAt: '' };
    await sealing.rows.seal(rest, version);
    expect(await grow(300)).toBe(300);
    expect(server.statuses).toEqual([200, 409, 200]);
  });

  it.each([
    ['answers 500', { status: 500 }],
    ['names a size that the log does not have', { status: 409, type: 'text/x.tlog.size', body: '5000\n' }],
    ['answers 409 without a size', { status: 409 }],
    ['sends a line that is not a signature', { status: 200, body: 'yes\n' }],
    ['sends a signature of an unknown key', { status: 200, body: `\u2014 other.example ${'A'.repeat(104)}\n` }],
  ])('If the witness %s, nothing is kept as a cosignature, and the log stays sealed', async (_, reply) => {
    server.reply = reply;
    await expect(grow(300)).rejects.toThrow('the witness');
    expect(await memoryCopy(objects).keptCosignatures()).toEqual([]);
    expect(published()).not.toContain(server.name);
    expect((await verifyLog(memoryCopy(objects), { key })).problems).toEqual([]);
  });

  it('If the witness does not answer, the log is sealed all the same, and the next call asks for a cosignature again', async () => {
    const failures: string[] = [];
    const away = { key: server.key, add: async () => Promise.reject(new Error('no answer')) };
    const stream = new SimulatedStream();
    stream.shards = async () => [];
    const told = { ...sealing, stream, notCosigned: (error: unknown) => void failures.push(String(error)) };
    await append(sealing, 'shard-0', records.slice(0, 300));
    expect(await noteAndSeal({ ...told, witness: away })()).toEqual({ size: 300 });
    expect([failures, await memoryCopy(objects).keptCosignatures()]).toEqual([['Error: no answer'], []]);
    expect(await noteAndSeal({ ...told, witness })()).toEqual({ size: 300 });
    expect(await memoryCopy(objects).keptCosignatures()).toEqual([300]);
  });

  it('A witness does not cosign a second tree of the same size, or a tree that does not contain the tree that it cosigned before', async () => {
    await grow(300);
    const first = sealing;
    objects = new MemoryObjects();
    sealing = sealingOver(new MemoryDatabase(), objects, signer);
    const others = shardRecords('shard-1', 900);
    await append(sealing, 'shard-1', others.slice(0, 300));
    await seal(sealing);
    await expect(askWitness(sealing, witness)).rejects.toThrow('the witness answered 409');
    await append(sealing, 'shard-1', others);
    await seal(sealing);
    await expect(askWitness(sealing, witness)).rejects.toThrow('the witness answered 422');
    expect((await first.rows.sealed()).row?.witnessed).toBe(300);
  });
});

describe('The verification with the key of a witness', () => {
  it('If no checkpoint of the copy is cosigned by this witness, the verification fails', async () => {
    await append(sealing, 'shard-0', records.slice(0, 300));
    await seal(sealing);
    expect((await verified()).problems).toMatchObject([{ path: 'checkpoint' }]);
  });

  it('If a kept cosignature is changed or belongs to another key, the verification names its file', async () => {
    await grow(300);
    const path = 'cosignatures/0000000000000300';
    const other = { name: server.name, publicKey: await memorySigner().publicKey() };
    expect((await verified(other)).problems).toMatchObject([{ path }, { path: 'checkpoint' }]);
    const line = Buffer.from(objects.objects.get(path) ?? '').toString();
    objects.objects.set(path, Buffer.from(line.replace(/.(?=\n$)/, (last) => (last === 'A' ? 'E' : 'A'))));
    expect((await verified()).problems[0]).toMatchObject({ path });
  });
});
