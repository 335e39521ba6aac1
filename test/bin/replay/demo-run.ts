import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpinnedPorts } from '../../../bin/replay/unpinned-ports.ts';
import { auditLogRows } from '../../../adapters/tables/audit-log-rows.ts';
import { cedarPdp } from '../../../adapters/cedar/pdp.ts';
import { memoryWorld, type MemoryWorld } from '../../../adapters/memory/world.ts';
import { directoryRelease } from '../../../adapters/release/directory.ts';
import { libraryOf } from '../../../adapters/release/library-of.ts';
import type { RateTable } from '../../../contract/artefacts/rate-table.ts';
import type { AuditEvent } from '../../../contract/audit.ts';
import type { Outcome } from '../../../contract/call.ts';
import { canonicalJson, hmac, sha256 } from '../../../contract/values/canonical.ts';
import { newUuid } from '../../../contract/dispatch/keys.ts';
import type { Caller } from '../../../contract/authority/identity.ts';
import type { ReleaseManifest } from '../../../contract/artefacts/manifest.ts';
import { byRoute } from '../../../lambdas/routes.ts';
import { runsHandler } from '../../../lambdas/runs/runs.ts';
import { checkedTenant } from '../../../registry/tenant/checked-tenant.ts';
import { emitRelease } from '../../../registry/release/emit.ts';
import { gatedTools } from '../../../registry/gate/tools.ts';
import { bodyOfAnswer, requestBy } from '../../support/http-request.ts';

const root = join(import.meta.dirname, '..', '..', '..');
export const claimsAgent: Caller = { kind: 'agent', id: 'claims-agent', name: 'claims-agent', groups: [] };
export const adjuster: Caller = { kind: 'human', id: 'sub-adjuster', name: 'adjuster', groups: ['adjusters'] };
export const thisEngine = 'this-build+node-24.21.0';

/** Compiles the demo tenant into a folder, with every release block counted as proved. */
export async function compiledDemo(): Promise<{ readonly release: string; readonly remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'replay-'));
  const release = join(folder, 'release');
  const checked = await checkedTenant(join(root, 'tenants'), 'demo');
  await emitRelease(checked, release, { release: () => ({ state: 'released', proved: true }) });
  return { release, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Copies a release and changes its rates. The digests of the copy are computed again; the names and versions stay the same. */
export async function withRates(
  release: string,
  to: string,
  changed: Readonly<Record<string, string>>,
): Promise<string> {
  await cp(release, to, { recursive: true });
  const manifest = JSON.parse(await readFile(join(to, 'manifest.json'), 'utf8')) as ReleaseManifest;
  const table = manifest.artefacts.find(({ name }) => name === 'rates.tcmb');
  if (!table) throw new Error('the demo has no rates.tcmb');
  const content = JSON.parse(await readFile(join(to, 'parts', table.digest), 'utf8')) as RateTable;
  const text = canonicalJson({ ...content, rates: { ...content.rates, ...changed } });
  const digest = sha256(text);
  await writeFile(join(to, 'parts', digest), text);
  const artefacts = manifest.artefacts.map((one) => (one === table ? { ...one, digest } : one));
  await writeFile(join(to, 'manifest.json'), canonicalJson({ ...manifest, artefacts }));
  return digest;
}

export interface DemoRun {
  readonly world: MemoryWorld;
  readonly runId: string;
  call(tool: string, args: object, more?: { readonly runId?: string; readonly key?: string }): Promise<Outcome>;
  /** Copies the ledger's events with blinded hashes into the audit log, as the stream's function does. */
  carry(): Promise<void>;
}

const functions: Readonly<Record<string, string>> = {
  'tool.money.convert': 'conversion',
  'tool.reserve.validate': 'validation',
  'tool.claim.lookup': 'lookup',
};

/** Opens a run over memory stores. Its calls pass all clauses of the contract. */
export async function demoRun(
  release: string,
  options: { readonly replayable?: boolean; readonly engine?: string; readonly by?: Caller } = {},
): Promise<DemoRun> {
  const { replayable = true, engine = thisEngine, by = claimsAgent } = options;
  const opened = await directoryRelease(release);
  const world = memoryWorld({ release: opened.id });
  const base = { ...world, library: libraryOf(opened), engine, now: Date.now, pdp: cedarPdp() };
  const tools = gatedTools(base, { ...unpinnedPorts, ...world, corpora: { current: nothing, open: nothing } });
  const answer = await byRoute(runsHandler({ ...base, ...world.runs }))(
    requestBy(by, { routeKey: 'POST /v1/runs', body: { purpose: 'claims.adjustment', replayable } }),
  );
  const runId = String(bodyOfAnswer(answer)['runId']);
  return {
    world,
    runId,
    call: async (tool, args, more = {}) => {
      const name = functions[tool] ?? '';
      const run = tools[name];
      if (!run) throw new Error(`no function ${name}`);
      const at = Date.now();
      const body = JSON.stringify(args);
      return run({
        id: newUuid(),
        at,
        deadlineAt: at + 24_000,
        caller: by,
        function: name,
        tool,
        runId,
        body,
        ...more,
      });
    },
    carry: async () => {
      for (const { event } of world.stored.items('ledger')) {
        const known = JSON.parse(String(event)) as AuditEvent & Record<string, unknown>;
        const blind = ['argsHash', 'resultHash', 'exceptionsHash'].flatMap((name) => {
          const hash = known[name];
          return typeof hash === 'string' ? [[name, hmac('key', hash)] as const] : [];
        });
        await world.audit.put({ ...known, ...Object.fromEntries(blind) });
      }
      const indexed = { shards: { 'shard-0': { until: new Date().toISOString() } } };
      const { version } = await auditLogRows(world.database).indexed();
      await auditLogRows(world.database).noteIndexed(indexed, version);
    },
  };
}

const nothing = async (): Promise<undefined> => undefined;

export const money = (amount: string, currency: string, to = 'TRY'): object => ({
  value: { amount, currency },
  target: { kind: 'currency', currency: to, rates: 'rates.tcmb', rounding: 'half-even' },
});
export const text = (value: string): object => ({ value, target: { kind: 'hash', algorithm: 'sha256' } });
export const reserve = (amount: string): object => ({
  rulePack: 'rules.reserve',
  candidate: {
    claimId: 'CLM-2026-000046',
    claimStatus: 'open',
    oldReserve: { amount: '25000.00', currency: 'TRY' },
    newReserve: { amount, currency: 'TRY' },
    sumInsured: { amount: '1250000.00', currency: 'TRY' },
  },
});

/** Returns the event id of an answered call. */
export const eventOf = (outcome: Outcome): string => {
  if ('refused' in outcome) throw new Error(`refused: ${outcome.refused} ${outcome.detail}`);
  return outcome.receipt.eventId;
};
