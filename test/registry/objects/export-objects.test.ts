import { parquetReadObjects } from 'hyparquet';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { memoryWorld, type MemoryWorld } from '../../../adapters/memory/world.ts';
import { failCall } from '../../../adapters/memory/faults.ts';
import { publishExport } from '../../../adapters/exports/publish-export.ts';
import { snapshots } from '../../../adapters/exports/snapshots.ts';
import { exportFrom } from '../../../bin/objects/export-from.ts';
import type { ExportEvent } from '../../../contract/audit.ts';
import { sha256OfBytes } from '../../../contract/rows/content.ts';
import { partKey } from '../../../contract/rows/exports.ts';
import type { Json } from '../../../contract/values/json.ts';
import { checkedTenant } from '../../../registry/tenant/checked-tenant.ts';
import { exportObjects } from '../../../registry/objects/export-objects.ts';
import { objectType, type ObjectType } from '../../../registry/objects/object-type.ts';
import { copyOfDemo } from '../tenant-copy.ts';

let claim: ObjectType;
beforeAll(async () => {
  claim = objectType(await checkedTenant('tenants', 'demo'), 'Claim');
});

const start = Date.parse('2026-11-01T00:00:00Z');
const members = [
  { pointer: '/city', kind: 'text' },
  { pointer: '/estimate', kind: 'money' },
  { pointer: '/lossDate', kind: 'date' },
  { pointer: '/reportedAt', kind: 'instant' },
  { pointer: '/reserve/amount', kind: 'decimal' },
] as const;

const value = (number: number, more: Record<string, Json> = {}): Record<string, Json> => ({
  claimId: `CLM-2026-${String(number).padStart(6, '0')}`,
  policyId: 'POL-2026-000123',
  claimantPartyId: 'PTY-000123',
  status: 'open',
  cause: 'glass',
  lossDate: '2026-10-14',
  reportedAt: '2026-10-15T07:40:00.123Z',
  city: 'Ankara',
  description: 'Windscreen',
  estimate: { amount: '1000.00', currency: 'TRY' },
  reserve: { amount: '-12345678901234567890.5', currency: 'TRY', updatedAt: '2026-10-20T09:30:00.000Z', reason: 'x' },
  ...more,
});

async function stand(
  world: MemoryWorld,
  values: readonly Record<string, Json>[],
  { at, version = 1 }: { readonly at: string; readonly version?: number },
) {
  const objects = values.map((one) => ({
    type: 'Claim',
    id: z.string().parse(one['claimId']),
    version,
    markings: ['regulated.kvkk', 'pii.medium'],
    value: one,
    at,
  }));
  expect(await world.objectWriter.put(objects)).toBe('put');
}

async function worldOf(values: readonly Record<string, Json>[]): Promise<MemoryWorld> {
  const world = memoryWorld();
  await world.headWriter.write({ release: 'release-1', withdrawn: [], suspended: [] }, 0);
  await stand(world, values, { at: '2026-10-20T00:00:00.000Z' });
  return world;
}

const exporting = (world: MemoryWorld, wait: (millis: number) => Promise<void> = async () => undefined) =>
  exportObjects({
    type: claim,
    members,
    objects: world.objects,
    ledger: world.ledger,
    content: world.content,
    exports: world.content,
    publish: (type, snapshot) => publishExport(world.headWriter, type, snapshot),
    release: 'release-1',
    now: () => start,
    wait,
  });
const events = (world: MemoryWorld): readonly ExportEvent[] =>
  world.stored.items('ledger').map(({ event }) => JSON.parse(String(event)) as ExportEvent);
const inForce = async (world: MemoryWorld) => (await world.headWriter.read()).state?.exports;

describe('An export of live objects', () => {
  it('An export writes one row for each object, with exact values, and only the members that an aggregation reads', async () => {
    const world = await worldOf([value(1), value(2, { city: '\u{1f600}' })]);
    const { snapshot, objects, asOf } = await exporting(world);
    const { manifest } = await snapshots(world).snapshot('Claim');
    expect([objects, asOf, manifest.objects]).toEqual([2, '2026-11-01T00:00:00.000Z', 2]);
    const name = manifest.parts[0]?.name ?? '';
    const file = world.content.parts().get(partKey('Claim', snapshot, name));
    expect(file && sha256OfBytes(file)).toBe(name);
    const rows = await parquetReadObjects({ file: new Uint8Array(file ?? []).buffer });
    expect(rows.map((row) => Object.keys(row).sort())).toEqual([manifest.columns, manifest.columns]);
    const second = rows.find((row) => row['object_id'] === 'CLM-2026-000002');
    expect(second).toMatchObject({
      object_line: '["Claim","CLM-2026-000002",1]',
      object_marks: 'pii.medium regulated.kvkk',
      text_city: '\u{1f600}',
      currency_estimate: 'TRY',
      date_loss_date: '2026-10-14',
      instant_reported_at: BigInt(Date.parse('2026-10-15T07:40:00.123Z')),
    });
  });

  it('An export has all objects as they were at its start: later changes and later objects are not in it', async () => {
    const world = await worldOf([value(1), value(2)]);
    const { objects, snapshot } = await exporting(world, async () => {
      await stand(world, [value(1, { city: 'Van' })], { at: '2026-11-01T00:00:01.000Z', version: 2 });
      await stand(world, [value(3)], { at: '2026-11-01T00:00:01.000Z' });
    });
    expect(objects).toBe(2);
    const [, file] = [...world.content.parts()].find(([key]) => key.includes(snapshot)) ?? [];
    const rows = await parquetReadObjects({ file: new Uint8Array(file ?? []).buffer });
    expect(rows.map((row) => `${String(row['object_line'])} ${String(row['text_city'])}`).sort()).toEqual([
      '["Claim","CLM-2026-000001",1] Ankara',
      '["Claim","CLM-2026-000002",1] Ankara',
    ]);
  });

  it('An export records two events of kind `export`, and one event which says that its snapshot is in force', async () => {
    const world = await worldOf([value(1)]);
    const { snapshot } = await exporting(world);
    const about = { kind: 'export', subject: 'Claim', asOf: '2026-11-01T00:00:00.000Z', release: 'release-1' };
    expect(events(world).filter(({ subject }) => subject === 'Claim')).toMatchObject([
      { ...about, step: 'began' },
      { kind: 'release', step: 'exported', snapshot },
      { ...about, step: 'ended', snapshot, objects: 1 },
    ]);
    expect(await inForce(world)).toEqual({ Claim: snapshot });
  });

  it('The export of a type without objects is a snapshot without rows', async () => {
    const world = memoryWorld();
    await world.headWriter.write({ release: 'release-1', withdrawn: [], suspended: [] }, 0);
    await exporting(world);
    expect((await snapshots(world).snapshot('Claim')).manifest).toMatchObject({ objects: 0, parts: [] });
  });

  it.each<[string, Record<string, Json>, RegExp]>([
    ['is not of its type', { city: 5 }, /^Claim CLM-2026-000002: \/city: /],
    ['has no value for a required property', { city: null }, /^Claim CLM-2026-000002: \/city/],
    [
      'has a decimal that no column can hold',
      { reserve: { amount: '9'.repeat(21), currency: 'TRY', updatedAt: '2026-10-20T09:30:00.000Z', reason: 'x' } },
      /^Claim CLM-2026-000002: \/reserve\/amount: has more than 20 digits/,
    ],
  ])(
    'If an object %s, the export is refused and names the object, and nothing is put in force',
    async (_title, bad, message) => {
      const world = await worldOf([value(1), value(2, bad), value(3)]);
      await expect(exporting(world)).rejects.toMatchObject({
        name: 'ExportRefused',
        message: expect.stringMatching(message) as string,
      });
      expect(await inForce(world)).toBeUndefined();
      expect(world.content.parts().size).toBe(0);
    },
  );

  it('If an export is interrupted at any step, the earlier snapshot stays in force, and a repeated export succeeds', async () => {
    for (let index = 0; index < 24; index += 1) {
      const world = await worldOf([value(1)]);
      const { snapshot } = await exporting(world);
      await stand(world, [value(2)], { at: '2026-10-21T00:00:00.000Z' });
      world.faults = failCall(index, 'unanswered');
      await exporting(world).catch(() => undefined);
      world.faults = undefined;
      const found = await snapshots(world).snapshot('Claim');
      expect(
        found.manifest.parts.every(({ name }) => world.content.parts().has(partKey('Claim', found.id, name))),
      ).toBe(true);
      expect(found.manifest.objects).toBe(found.id === snapshot ? 1 : 2);
      expect(await exporting(world)).toMatchObject({ objects: 2 });
    }
  });
});

describe('The snapshot of an export', () => {
  it('If a snapshot was never made, is missing or was changed, reading it fails with objects.unexported', async () => {
    const world = await worldOf([value(1)]);
    const asked = () => snapshots(world).snapshot('Claim');
    await expect(asked()).rejects.toMatchObject({ code: 'objects.unexported' });
    const { snapshot } = await exporting(world);
    await expect(asked()).resolves.toMatchObject({ id: snapshot });
    await publishExport(world.headWriter, 'Claim', 'f'.repeat(64));
    await expect(asked()).rejects.toMatchObject({ code: 'objects.unexported' });
    await publishExport(world.headWriter, 'Policy', snapshot);
    await expect(snapshots(world).snapshot('Policy')).rejects.toMatchObject({ code: 'objects.unexported' });
    await publishExport(world.headWriter, 'Claim', snapshot);
    world.content.tamper('exports', snapshot, new TextEncoder().encode('{}'));
    await expect(asked()).rejects.toMatchObject({ code: 'objects.unexported' });
  });
});

describe('The command `logic-plane objects export`', () => {
  const exposure = 'tools/tool.claims.exposure.yaml';

  async function run(world: MemoryWorld, operands: readonly string[], engine = 'athena') {
    await using copy = await copyOfDemo();
    await copy.edit(exposure, '  propagation: members\n', `  propagation: members\n  engine: ${engine}\n`);
    let [out, err] = ['', ''];
    const source = { database: world.database, content: world.content, exports: world.content };
    const command = exportFrom(
      async () => source,
      async () => undefined,
    );
    const given = { operands, options: {}, tenant: 'demo', tenantsDir: copy.tenantsDir, json: false };
    const io = { out: (text: string) => (out += text), err: (text: string) => (err += text), color: false };
    const code = await command.run(given, io).catch((error: unknown) => String(error));
    return { code, out, err };
  }

  it('The export command exports what the tenant’s tools read, and prints the time of the export', async () => {
    const world = await worldOf([value(1)]);
    const { code, out } = await run(world, ['Claim']);
    const { id, manifest } = await snapshots(world).snapshot('Claim');
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        new RegExp(`^1 object of Claim as of .*\n${id} is in force. Every function sees it within 5 s\n$`),
      ),
    ]);
    expect(manifest.columns).toEqual([
      'date_loss_date',
      'decimal_reserve__amount',
      'object_id',
      'object_line',
      'object_marks',
      'object_shard',
      'text_cause',
      'text_city',
      'text_status',
    ]);
  });

  it('If an object is refused, the export command names it and ends with 1', async () => {
    const { code, err } = await run(await worldOf([value(7, { city: 5 })]), ['Claim']);
    expect([code, err]).toEqual([1, expect.stringContaining('Claim CLM-2026-000007: /city')]);
    expect(err).toContain('The export did not change what is in force');
  });

  it('If no tool aggregates exported objects of the type, the export command is refused as a usage error', async () => {
    const world = await worldOf([value(1)]);
    expect((await run(world, ['Claim'], 'table')).code).toMatch(/UsageError.*no tool of tenant demo aggregates Claim/);
    expect((await run(world, ['Clam'])).code).toMatch(/UsageError.*Did you mean Claim/);
    expect((await run(world, [])).code).toMatch(/UsageError/);
  });

  it('If the deployment does not answer, the export command says that the previous export stays in force', async () => {
    const world = await worldOf([value(1)]);
    world.content.away = true;
    expect((await run(world, ['Claim'])).code).toMatch(/the export stopped.*The previous export stays in force/);
  });
});
