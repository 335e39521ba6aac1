import { describe, expect, it } from 'vitest';
import { cedarPdp } from '../../adapters/cedar/pdp.ts';
import { MemorySor } from '../../adapters/memory/connectors.ts';
import { memoryWorld } from '../../adapters/memory/world.ts';
import type { ArtefactKind, Artefacts, Descriptor } from '../../contract/artefacts/artefacts.ts';
import { hashOf } from '../../contract/values/canonical.ts';
import type { System } from '../../contract/system.ts';
import { tool } from '../../contract/tool.ts';
import { actionStaging } from '../../patterns/action-staging/pattern.ts';
import { approvalRequest } from '../../patterns/approval-request/pattern.ts';
import { lookup } from '../../patterns/lookup/pattern.ts';
import { validation } from '../../patterns/validation/pattern.ts';
import { answered, callTo, newKey, refusedWith } from '../support/calls.ts';
import { libraryOf } from '../../adapters/release/library-of.ts';
import { releaseOf } from '../support/release.ts';
import { recordOf } from '../support/tools.ts';
import { definition } from '../support/definition.ts';
import { policies } from '../support/policies.ts';
import { testWorld } from '../support/world.ts';
import { kind, pack, queue, sor } from './artefacts.ts';

const artefact = <K extends ArtefactKind>(kindName: K, content: Artefacts[K]) => {
  const { id: name, version } = content;
  const descriptor: Descriptor<K> = { kind: kindName, name, version, digest: hashOf(content), markings: [] };
  return { descriptor, content };
};
const requiring = {
  ...kind,
  validations: [
    {
      tool: 'tool.reserve.validate',
      accepts: ['pass' as const],
      binds: [{ candidate: '/reserve/amount', payload: '/reserve/amount' }],
    },
  ],
};
const uses = (...used: { id: string; version: string }[]) => used.map(({ id, version }) => `${id}@${version}`);
const records = {
  lookup: recordOf(
    'tool.claim.lookup',
    { pattern: 'lookup', effectClass: 'read-external' },
    {
      uses: uses(sor),
      settings: { resource: 'claim' },
    },
  ),
  validate: recordOf('tool.reserve.validate', { pattern: 'validation', effectClass: 'pure' }, { uses: uses(pack) }),
  stage: recordOf(
    'tool.reserve.stage',
    { pattern: 'action-staging', effectClass: 'stage' },
    { uses: uses(requiring, sor) },
  ),
  ask: recordOf(
    'tool.reserve.request-approval',
    { pattern: 'approval-request', effectClass: 'commit-low' },
    { uses: uses(queue) },
  ),
};

/** Four tools over memory stores, with the real PDP, in one run. */
async function journey() {
  const world = testWorld(Object.values(records).map((record) => ({ record })));
  const release = releaseOf({
    id: world.release.id,
    tools: Object.values(records).map((record) => ({ record })),
    agents: { 'test-agent': definition(Object.values(records)) },
    policies,
    artefacts: [
      artefact('Sor', sor),
      artefact('RulePack', pack),
      artefact('ActionKind', requiring),
      artefact('Queue', queue),
    ],
  });
  const system: System = { ...world.system, library: libraryOf(release), pdp: cedarPdp() };
  const admin = new MemorySor();
  const claim = '{"id":"C-1","reserve":{"amount":"800.00"}}';
  admin.answer(sor, '/claims/C-1', { kind: 'answer', status: 200, etag: '"7"', headers: {}, body: claim });
  const runId = await world.openRun();
  const tools = {
    lookup: tool(lookup, system, { connectors: admin }),
    validate: tool(validation, system, {}),
    stage: tool(actionStaging, system, { dispatches: world.dispatches }),
    ask: tool(approvalRequest, system, { actions: world.actions, dispatches: world.dispatches }),
  };
  const call = (name: keyof typeof records, args: unknown, key?: string) =>
    tools[name](callTo(records[name], args, { runId, ...(key === undefined ? {} : { key }) }));
  const stored = (table: Parameters<ReturnType<typeof memoryWorld>['stored']['items']>[0]) => world.stored.items(table);
  return { call, stored };
}

const candidate = (amount: string) => ({ reserve: { amount }, limit: '100000', note: 'n' });

async function toStaging({ call }: Awaited<ReturnType<typeof journey>>, validatedAmount: string, amount: string) {
  const basis = answered(await call('lookup', { identifier: 'C-1', source: 'sor.admin' }));
  const args = { candidate: candidate(validatedAmount), rulePack: 'rules.reserve' };
  const verdict = answered(await call('validate', args));
  return {
    action: {
      kind: 'action.reserve-change',
      targetSor: 'sor.admin',
      targetRef: 'C-1',
      payload: { reserve: { amount }, note: 'n' },
    },
    basis: basis.receipt.eventId,
    rationale: 'The expertise says so.',
    evidence: [{ event: verdict.receipt.eventId, arguments: args, result: verdict.result }],
  };
}

describe('Four tools in one run', () => {
  it('If an agent looks up a claim, validates a change, stages it and requests its approval, a Task in the state `requested` exists', async () => {
    const made = await journey();
    const staging = await toStaging(made, '1000.00', '1000.00');
    const key = newKey();
    const staged = answered(await made.call('stage', staging, key));
    expect(staged.result).toMatchObject({ state: 'staged', target: { version: '"7"' } });
    const { id } = staged.result as { id: string };
    const asked = answered(
      await made.call('ask', { subject: { kind: 'Action', id }, queue: 'queue.reserves' }, newKey()),
    );
    expect(asked.result).toMatchObject({ actionId: id, state: 'requested' });
    const again = answered(await made.call('stage', staging, key));
    expect([again.body, again.replayed]).toEqual([staged.body, true]);
  });

  it('C29: If an agent validates 1 000 and stages 90 000, staging is refused with evidence.mismatch and no Action is stored', async () => {
    const made = await journey();
    const staging = await toStaging(made, '1000.00', '90000.00');
    expect(refusedWith(await made.call('stage', staging, newKey()))).toBe('evidence.mismatch');
    const [cited] = staging.evidence;
    const retold = {
      ...staging,
      evidence: [{ ...cited, arguments: { ...cited?.arguments, candidate: candidate('90000.00') } }],
    };
    expect(refusedWith(await made.call('stage', retold, newKey()))).toBe('evidence.mismatch');
    expect(made.stored('actions')).toEqual([]);
  });

  it('C30: If an agent requests one approval with several keys, one Task exists, and one key for two Actions is refused', async () => {
    const made = await journey();
    const staging = await toStaging(made, '1000.00', '1000.00');
    const [first, second] = await Promise.all(
      [newKey(), newKey()].map(
        async (key) => answered(await made.call('stage', staging, key)).result as { id: string },
      ),
    );
    const ask = (id: string | undefined, key: string) =>
      made.call('ask', { subject: { kind: 'Action', id }, queue: 'queue.reserves' }, key);
    const key = newKey();
    const asked = await Promise.all([ask(first?.id, key), ask(first?.id, newKey()), ask(first?.id, newKey())]);
    expect(new Set(asked.map((outcome) => JSON.stringify(answered(outcome).result))).size).toBe(1);
    expect(made.stored('tasks')).toHaveLength(1);
    expect(refusedWith(await ask(second?.id, key))).toBe('key.reused');
  });
});
