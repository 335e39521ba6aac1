import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locateSource } from '../../adapters/located-text/locate.ts';
import { directoryRelease } from '../../adapters/release/directory.ts';
import { gateWorld } from '../../bin/gate/world.ts';
import { sha256OfBytes } from '../../contract/rows/content.ts';
import { sourceId, type LocatedText } from '../../contract/rows/located-text.ts';
import type { Release } from '../../contract/system.ts';
import { journeyClaimId, journeyPolicyId } from '../../local/demo/policy-admin/seed/named.ts';
import { seed } from '../../local/demo/policy-admin/seed/seed.ts';
import { extract } from '../../patterns/extraction/extract.ts';
import { settings } from '../../patterns/extraction/schema.ts';
import { checkedTenant } from '../../registry/tenant/checked-tenant.ts';
import { emitRelease } from '../../registry/release/emit.ts';
import { startCase } from '../../registry/gate/case-run.ts';

const tenantsDir = join(import.meta.dirname, '..', '..', 'tenants');
const folder = join(tenantsDir, 'demo', 'documents');
const mediaTypes: Readonly<Record<string, string>> = {
  '.eml': 'message/rfc822',
  '.pdf': 'application/pdf',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const records = seed();
const claim = records.get(`/claims/${journeyClaimId}`);
const policy = records.get(`/policies/${journeyPolicyId}`);
if (!claim || !('lossDate' in claim) || !policy || !('vehicle' in policy))
  throw new Error('the seed has no such claim');
const insured = records.get(`/parties/${policy.holderPartyId}`);
if (!insured || !('nationalId' in insured)) throw new Error('the seed has no such person');

const street = 'İstanbul, Kadıköy, Fahrettin Kerim Gökay Cad.';
const notice = {
  lossDate: claim.lossDate,
  policyId: journeyPolicyId,
  plate: policy.vehicle.plate,
  cause: claim.cause,
  city: `${street} kavşağı`,
  nationalId: insured.nationalId,
};
const invoice = {
  total: { amount: '1150.00', currency: 'EUR' },
  invoiceDate: '2026-11-24',
  invoiceNumber: 'ORN2026000000417',
  taxNumber: '6271043856',
  iban: 'TR370006200417000629847153',
  vin: policy.vehicle.vin,
  plate: policy.vehicle.plate,
};
type Expected = Readonly<Record<string, unknown>>;
const lossNotice = 'extractor.loss-notice@1.0.0';
const garageInvoice = 'extractor.garage-invoice@1.0.0';
const documents: Readonly<Record<string, readonly [extractor: string, Expected]>> = {
  'loss-notice.eml': [lossNotice, notice],
  'loss-notice-en.eml': [lossNotice, { ...notice, city: street }],
  'garage-invoice.pdf': [garageInvoice, invoice],
  'garage-invoice.xlsx': [garageInvoice, invoice],
};
const names = Object.keys(documents);

let work: string;
let release: Release;
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'demo-documents-'));
  const options = { release: () => ({ state: 'released' as const, proved: true as const }) };
  await emitRelease(await checkedTenant(tenantsDir, 'demo'), join(work, 'release'), options);
  release = await directoryRelease(join(work, 'release'));
});
afterAll(() => rm(work, { recursive: true, force: true }));

const read = async (name: string) => ({
  bytes: await readFile(join(folder, name)),
  mediaType: mediaTypes[extname(name)] ?? '',
});
const locate = (bytes: Uint8Array, mediaType: string) => locateSource(bytes, sha256OfBytes(bytes), mediaType);

const extractor = async (name: string) => {
  const descriptor = release.describe('Extractor', name);
  if (!descriptor) throw new Error(`no ${name}`);
  return release.load(descriptor);
};

/** Returns the values that an extractor finds for all its properties. A value is undefined if it was not extracted. */
async function allOf(text: LocatedText, name: string): Promise<Expected> {
  const by = await extractor(name);
  const source = { id: sourceId(text.sourceHash), state: 'located' as const, text };
  const found: Record<string, unknown> = {};
  for (const property of Object.keys(by.properties)) {
    const { result } = await extract({ source, extractor: by, property, hints: undefined });
    found[property] = result.status === 'extracted' ? result.value : undefined;
  }
  return found;
}

/** Returns the demo's released tools that use an extractor, each with its property. */
async function toolsOf(name: string): Promise<readonly { readonly id: string; readonly property: string }[]> {
  const found = [];
  for (const id of release.tools()) {
    const tool = await release.tool(id, release.versions(id).at(-1) ?? '');
    if (tool?.uses.includes(name) !== true) continue;
    found.push({ id, property: settings.parse(tool.settings).property });
  }
  return found;
}

async function answerOf(tool: string, name: string): Promise<unknown> {
  const record = await release.tool(tool, '1.0.0');
  const now = Date.parse('2026-11-27T09:00:00Z');
  const world = await gateWorld({
    release: join(work, 'release'),
    now: () => now,
    tenantsDir,
    tenant: 'demo',
    uses: record?.uses ?? [],
  });
  const { bytes, mediaType } = await read(name);
  const markings = ['pii.medium', 'regulated.kvkk'];
  const golden = {
    name: 'a document of the demo',
    purpose: 'claims.adjustment',
    caller: { agent: 'claims-agent' },
    arguments: { source: { $source: 'sent' } },
    connectors: [],
    sources: [{ name: 'sent', mediaType, markings, base64: bytes.toString('base64') }],
    model: [],
    objects: [],
    before: [],
    keyed: false,
    expect: { result: {}, exceptions: [] },
  };
  const functionName = record?.function ?? '';
  const run = await startCase(
    world,
    { golden, target: { id: tool, version: '1.0.0', function: functionName } },
    () => '',
  );
  const outcome = await run.call(run.fill(golden.arguments), undefined);
  return 'refused' in outcome ? outcome : JSON.parse(outcome.body);
}

describe('The documents of the demo', () => {
  it('The demo has exactly the listed documents, each small enough to be sent inline', async () => {
    const there = (await readdir(folder)).filter((name) => name !== 'README.md');
    expect(there.toSorted()).toEqual(names.toSorted());
    for (const name of there) expect((await stat(join(folder, name))).size).toBeLessThan(60_000);
  });

  it.each(names)(
    'The document %s has a text, and each property of its extractor has the expected value',
    async (name) => {
      const { bytes, mediaType } = await read(name);
      const { text } = await locate(bytes, mediaType);
      const [by = '', expected] = documents[name] ?? [];
      expect(await allOf(text, by)).toEqual(expected);
    },
  );

  it.each(names)('Each tool that can read %s returns its property of that document with the passage', async (name) => {
    const [by = '', expected = {}] = documents[name] ?? [];
    const tools = await toolsOf(by);
    expect(tools.length).toBeGreaterThanOrEqual(2);
    for (const { id, property } of tools) {
      const answer = await answerOf(id, name);
      const result = {
        status: 'extracted',
        value: expected[property],
        evidence: { quote: expect.stringMatching(/./) },
      };
      expect(answer, id).toMatchObject({ result, exceptions: [] });
    }
  });

  it.each(['loss-notice.eml', 'loss-notice-en.eml'])(
    'The report attached to %s has the date of loss, no policy number of the insurer, and two vehicles, so that no vehicle is chosen',
    async (name) => {
      const { bytes, mediaType } = await read(name);
      const { parts } = await locate(bytes, mediaType);
      expect(parts.map((part) => [part.name, part.mediaType])).toEqual([
        ['kaza-tespit-tutanagi.pdf', 'application/pdf'],
      ]);
      const { text } = await locate(parts[0]?.bytes ?? Buffer.from(''), 'application/pdf');
      expect(await allOf(text, lossNotice)).toEqual({
        lossDate: claim.lossDate,
        policyId: undefined,
        plate: undefined,
        cause: undefined,
        city: `${street} kavşağı`,
        nationalId: undefined,
      });
    },
  );
});
