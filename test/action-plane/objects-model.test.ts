import { describe, expect, it } from 'vitest';
import { actionStateTable } from '../../action-plane/states.ts';
import type { OntologyObject } from '../../contract/rows/objects.ts';
import { human, noteAction, notePayload, start } from '../support/plane.ts';
import { play, type Plan, type Played } from '../support/plane-run.ts';

const { content } = notePayload.note;
const grant = { atSeconds: 100, by: human('approver-1'), decision: 'grant' as const };
const earlier: OntologyObject = {
  type: 'Note',
  id: 'N-1',
  version: 1,
  markings: [],
  value: { noteId: 'N-1', text: 'as it was' },
  at: new Date(start - 86_400_000).toISOString(),
};
const moved: OntologyObject = { ...earlier, version: 2, value: { noteId: 'N-1', text: 'by another' } };

const create: Plan = { votes: [grant], world: { action: noteAction(0) } };
const replace: Plan = { votes: [grant], world: { action: noteAction(1), objects: [earlier] } };
const invocations = ['ApprovalVerify', 'ApprovalExpire', 'CommitSend', 'CommitReconcile'];

const scenarios: Readonly<Record<string, Plan>> = {
  create,
  replace,
  denied: { ...create, votes: [{ ...grant, decision: 'deny' }] },
  'nobody decides': { ...create, votes: [] },
  'the object changes before the Task opens': { ...create, world: { action: noteAction(0), objects: [earlier] } },
  'the object changes after the grant': {
    ...replace,
    during: [{ atSeconds: 99, act: async ({ world }) => void (await world.objectWriter.put([moved])) }],
  },
  'every function is invoked twice': {
    ...create,
    extras: [0, 100, 108].flatMap((atSeconds) => invocations.map((invoke) => ({ atSeconds, invoke }))),
  },
};

/** Returns the laws that do not hold for an Action on a live object. */
async function brokenLaws({ plane, sor, quiet, executions }: Played): Promise<readonly string[]> {
  const action = await plane.action();
  const standing = await plane.objects.get('Note', 'N-1');
  const written = standing?.value['text'] === content.text;
  const keys = plane.world.stored.items('objects').map(({ pk }) => String(pk));
  const expected = Number(action.target.version) + 1;
  const laws: Readonly<Record<string, boolean>> = {
    'nothing waits for ever': quiet && ![...executions.values()].includes('running'),
    'nothing is sent to a system of record': sor.requests.length === 0,
    'committed is where the object stands': (action.state === 'committed') === written,
    'it was written once, over the version that was granted': !written || standing?.version === expected,
    'no other version was made': keys.filter((key) => key.startsWith('Note@')).length === (standing?.version ?? 0),
    'it is marked as its Action is': !written || standing?.markings.join() === action.markings.join(),
    'every state is an end, or has been told':
      actionStateTable[action.state].owner === 'none' || [...executions.values()].some((error) => error !== undefined),
  };
  return Object.entries(laws)
    .filter(([, holds]) => !holds)
    .map(([law]) => `${law}: ${action.state} ${action.reason ?? ''}`);
}

describe('An Action on a live object under faults', () => {
  for (const [name, plan] of Object.entries(scenarios)) {
    it(`The object is written if and only if its Action is committed, even if a function crashes at any call: ${name}`, async () => {
      const clean = await play(plan);
      expect(await brokenLaws(clean)).toEqual([]);
      for (let call = 0; call < clean.calls; call += 1) {
        for (const when of ['before', 'after'] as const) {
          expect(await brokenLaws(await play({ ...plan, crashes: [{ call, when }] }))).toEqual([]);
        }
      }
    });
  }

  it('A granted Action creates the object, and a later one writes its second version', async () => {
    const created = await play(create);
    expect(await created.plane.action()).toMatchObject({
      state: 'committed',
      sorReceipt: { status: 201, version: '1' },
    });
    expect(await created.plane.objects.get('Note', 'N-1')).toMatchObject({
      version: 1,
      value: content,
      markings: ['pii.medium'],
    });
    const replaced = await play(replace);
    expect(await replaced.plane.action()).toMatchObject({
      state: 'committed',
      sorReceipt: { status: 200, version: '2' },
    });
    expect((await replaced.plane.objects.get('Note', 'N-1', earlier.at))?.value).toEqual(earlier.value);
  });

  it.each([
    ['was changed after the grant', 'the object changes after the grant', 'target.changed'],
    ['already exists although it should be created', 'the object changes before the Task opens', 'target.changed'],
  ])('If the object %s, the Action becomes void', async (_title, scenario, reason) => {
    const { plane } = await play(scenarios[scenario]);
    expect(await plane.action()).toMatchObject({ state: 'voided', reason });
  });

  it('Without a grant the object is not written', async () => {
    const { plane } = await play(scenarios['denied']);
    expect((await plane.action()).state).toBe('denied');
    expect(plane.world.stored.items('objects')).toEqual([]);
  });

  it('If the payload is not the granted one, the object is not written', async () => {
    const { plane } = await play({
      ...create,
      during: [
        {
          atSeconds: 99,
          act: async ({ world, action }) => {
            const { payloadHash } = await action();
            await world.stored.write([
              { put: { pk: `blob#${payloadHash}`, schemaVersion: 1, text: '{"note":{}}' }, in: 'actions' },
            ]);
          },
        },
      ],
    });
    expect(await plane.action()).toMatchObject({ state: 'voided', reason: 'payload.differs' });
    expect(plane.world.stored.items('objects')).toEqual([]);
  });
});
