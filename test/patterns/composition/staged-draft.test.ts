import { describe, expect, it } from 'vitest';
import type { ArtefactKind, Artefacts, Descriptor } from '../../../contract/artefacts/artefacts.ts';
import { hashOf } from '../../../contract/values/canonical.ts';
import { cedarPdp } from '../../../adapters/cedar/pdp.ts';
import { MemorySor } from '../../../adapters/memory/connectors.ts';
import type { System } from '../../../contract/system.ts';
import { tool } from '../../../contract/tool.ts';
import { actionStaging } from '../../../patterns/action-staging/pattern.ts';
import { composition } from '../../../patterns/composition/pattern.ts';
import { lookup } from '../../../patterns/lookup/pattern.ts';
import { answered, callTo, newKey, refusedWith } from '../../support/calls.ts';
import { libraryOf } from '../../../adapters/release/library-of.ts';
import { releaseOf } from '../../support/release.ts';
import { recordOf } from '../../support/tools.ts';
import { definition } from '../../support/definition.ts';
import { policies } from '../../support/policies.ts';
import { testWorld } from '../../support/world.ts';
import { kind, sor } from '../artefacts.ts';
import { template } from './templates.ts';

const note = template({ to: { $part: '/name' }, letter: { $text: 'Dear {{ name }}', maxLength: 100 } });
const artefact = <K extends ArtefactKind>(kindName: K, content: Artefacts[K]) => {
  const { id: name, version } = content;
  const descriptor: Descriptor<K> = { kind: kindName, name, version, digest: hashOf(content), markings: [] };
  return { descriptor, content };
};
const records = {
  lookup: recordOf(
    'tool.claim.lookup',
    { pattern: 'lookup', effectClass: 'read-external' },
    {
      uses: ['sor.admin@1.0.0'],
      settings: { resource: 'claim' },
    },
  ),
  compose: recordOf(
    'tool.note.compose',
    { pattern: 'composition', effectClass: 'pure' },
    { uses: ['template.test@1.0.0'] },
  ),
  stage: recordOf(
    'tool.reserve.stage',
    { pattern: 'action-staging', effectClass: 'stage' },
    {
      uses: [`${kind.id}@${kind.version}`, 'sor.admin@1.0.0'],
    },
  ),
};

async function world({ key, replayable = false }: { key?: string; replayable?: boolean } = {}) {
  const made = testWorld(Object.values(records).map((record) => ({ record })));
  const release = releaseOf({
    id: made.release.id,
    tools: Object.values(records).map((record) => ({ record })),
    agents: { 'test-agent': definition(Object.values(records)) },
    policies,
    artefacts: [artefact('Sor', sor), artefact('Template', note), artefact('ActionKind', kind)],
  });
  const system: System = { ...made.system, library: libraryOf(release), pdp: cedarPdp() };
  const admin = new MemorySor();
  admin.answer(sor, '/claims/C-1', { kind: 'answer', status: 200, etag: '"7"', headers: {}, body: '{"id":"C-1"}' });
  const tools = {
    lookup: tool(lookup, system, { connectors: admin }),
    compose: tool(composition, system, {}),
    stage: tool(actionStaging, system, { dispatches: made.dispatches }),
  };
  const runId = await made.openRun({ replayable });
  const call = (name: keyof typeof records, args: unknown, own?: string) =>
    tools[name](callTo(records[name], args, { runId, ...(own === undefined ? {} : { key: own }) }));
  const basis = answered(await call('lookup', { identifier: 'C-1', source: 'sor.admin' })).receipt.eventId;
  const compose = async () =>
    answered(await call('compose', { parts: { name: 'Ayşe' }, template: 'template.test' }, key));
  const composed = await compose();
  const stage = (payload: object, drafts: Record<string, string>, evidence: readonly object[] = []) =>
    call(
      'stage',
      {
        action: { kind: kind.id, targetSor: 'sor.admin', targetRef: 'C-1', payload },
        basis,
        drafts,
        rationale: 'r',
        evidence,
      },
      newKey(),
    );
  return { made, compose, composed, stage };
}

const tables = ['ledger', 'actions', 'tasks', 'decisions', 'runs', 'sources', 'objects', 'head', 'audit'] as const;

describe.each([
  ['that was composed without a key', {}],
  ['that was composed with a key', { key: newKey() }],
  ['of a replayable run', { replayable: true }],
  ['of a replayable run that was composed with a key', { key: newKey(), replayable: true }],
])('A draft %s', (_, how: { key?: string; replayable?: boolean }) => {
  it('Until a draft is staged, the tables contain its hash and not its content, and the content store contains nothing of it', async () => {
    const { made, composed, compose } = await world(how);
    await compose();
    const stores = JSON.stringify(tables.map((table) => made.stored.items(table)));
    expect(made.content.requests.filter((request) => request.startsWith('put'))).toEqual([]);
    expect(stores).toContain(composed.receipt.resultHash);
    expect(stores).not.toContain('Dear Ayşe');
    // A replayable run keeps the arguments of its calls.
    expect(stores.includes('Ayşe')).toBe(how.replayable ?? false);
  });

  it('A draft can be staged if the payload has it unchanged at the pointer for which `drafts` cites the event of its composition', async () => {
    const { made, composed, stage } = await world(how);
    const staged = answered(await stage({ note: composed.result }, { '/note': composed.receipt.eventId }));
    expect(staged.result).toMatchObject({ state: 'staged' });
    expect(JSON.stringify(made.stored.items('actions'))).toContain('Dear Ayşe');
  });

  it('A draft is accepted as evidence if the caller sends it again, and refused if the caller cites only its event', async () => {
    const { composed, stage } = await world(how);
    const event = composed.receipt.eventId;
    expect(refusedWith(await stage({ amount: '1' }, {}, [{ event }]))).toBe('evidence.mismatch');
    const staged = answered(await stage({ amount: '1' }, {}, [{ event, result: composed.result }]));
    expect(staged.result).toMatchObject({ state: 'staged' });
  });

  it('If a composition is called a second time, the same bytes are computed again and marked as a replay', async () => {
    const { compose, composed } = await world(how);
    const again = await compose();
    expect([again.body, again.replayed]).toEqual([composed.body, true]);
  });
});

describe('A payload with a changed draft', () => {
  it.each([
    [
      'has one changed letter',
      (draft: object) => ({ note: JSON.parse(JSON.stringify(draft).replace('Dear', 'Deer')) as unknown }),
      '/note',
    ],
    ['has another type', (draft: object) => ({ note: { ...draft, draftType: 'Other' } }), '/note'],
    ['is sent without its envelope', (draft: object) => ({ note: 'content' in draft ? draft.content : {} }), '/note'],
    ['is not at the cited pointer', (draft: object) => ({ note: draft }), '/other'],
  ])('A payload is refused with draft.mismatch if its draft %s', async (_, payload, pointer) => {
    const { composed, stage } = await world();
    const outcome = await stage(payload(composed.result as object), { [pointer]: composed.receipt.eventId });
    expect(refusedWith(outcome)).toBe('draft.mismatch');
  });
});
