import { randomUUID } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { z } from 'zod';
import { decide, readTask, requestApproval } from './support/reserve.ts';
import { dispatch, newKey, openRun, type Run } from './support/run.ts';
import { answered, refused, requested, staged, taskRead } from './support/shapes.ts';
import { searchStores } from './support/stores.ts';
import { until, untilState } from './support/until.ts';

const note = z.object({
  status: z.literal('draft'),
  draftType: z.literal('ReserveNote'),
  template: z.string(),
  content: z.looseObject({ claimId: z.string(), remark: z.string() }),
  contentHash: z.string(),
});
const composed = z.object({ result: note, receipt: z.object({ eventId: z.string() }) });
const lookedUp = z.object({
  result: z.object({ status: z.string(), sourceVersion: z.string().optional(), object: z.unknown().optional() }),
  receipt: z.object({ eventId: z.string(), markings: z.array(z.string()) }),
});

const claim = 'CLM-2026-000071';
const lookUp = async (run: Run, more: object = {}) =>
  answered(
    await dispatch(run, 'tool.note.lookup', { body: { identifier: claim, source: 'objects', ...more } }),
    lookedUp,
  );
const parts = {
  claimId: claim,
  recipient: 'Ayşe Yılmaz',
  lossDate: '2026-10-14',
  oldReserve: { amount: '42500.00', currency: 'TRY' },
  newReserve: { amount: '61800.00', currency: 'TRY' },
  reason: 'Second inspection',
  documents: [],
};
const compose = async (run: Run, remark: string, key?: string) => {
  const args = { parts: { ...parts, remark }, template: 'template.reserve-note' };
  return answered(await dispatch(run, 'tool.reserve.compose-note', { body: args, key }), composed);
};
const letter = z.object({
  result: z.object({ content: z.looseObject({ text: z.string(), html: z.string() }) }),
});
const composeLetter = async (run: Run, recipient: string, key?: string) => {
  const args = { parts: { ...parts, recipient }, template: 'template.reserve-letter' };
  return answered(await dispatch(run, 'tool.reserve.compose-letter', { body: args, key }), letter);
};
const staging = (basis: string, draft: z.infer<typeof composed>, more: object = {}) => ({
  action: {
    kind: 'action.note.file',
    targetSor: 'objects',
    targetRef: claim,
    payload: { note: { ...draft.result, ...more } },
  },
  basis,
  drafts: { '/note': draft.receipt.eventId },
  rationale: 'The file should say why the reserve was raised.',
  evidence: [],
});

async function granted(run: Run, actionId: string): Promise<z.infer<typeof taskRead>> {
  const { id: taskId } = answered(await requestApproval(run, actionId), requested).result;
  const shown = await until('opening the task', async () => {
    const seen = answered(await readTask('approver-1', taskId), taskRead);
    return seen.task.state === 'requested' ? undefined : seen;
  });
  expect((await decide('approver-1', { taskId, shown }, { decision: 'grant' })).status).toBe(200);
  return shown;
}

it('A Draft is in no table and no bucket until it is staged, and becomes a live object only after a grant', async () => {
  const run = await openRun();
  const marker = `zn${randomUUID().replaceAll('-', '')}`;
  const absent = await lookUp(run);
  expect(absent.result.status).toBe('not_found');
  const key = newKey();
  const draft = await compose(run, `Bu hasar ${marker} için`, key);
  expect(draft.result.content.remark).toContain(marker);
  // The Draft is composed three times and never stored: with a key, again with that key, and without a key.
  expect(await compose(run, `Bu hasar ${marker} için`, key)).toEqual(draft);
  expect((await compose(run, `Bu hasar ${marker} için`)).result).toEqual(draft.result);

  const before = await searchStores(marker);
  expect(before.found).toEqual([]);
  expect(before.items).toBeGreaterThan(500);
  expect(before.objects).toBeGreaterThan(5);

  const changed = { content: { ...draft.result.content, remark: `${marker} changed` } };
  const retold = await dispatch(run, 'tool.note.stage', {
    body: staging(absent.receipt.eventId, draft, changed),
    key: newKey(),
  });
  expect(refused(retold)).toMatchObject({ status: 422, code: 'draft.mismatch' });
  expect((await searchStores(marker)).found).toEqual([]);

  const answer = await dispatch(run, 'tool.note.stage', {
    body: staging(absent.receipt.eventId, draft),
    key: newKey(),
  });
  const actionId = answered(answer, staged).result.id;
  const { Tables } = inject('deployment').outputs.data;
  expect((await searchStores(marker)).found).toEqual([`table ${Tables['actions']}`]);
  expect((await lookUp(run)).result.status).toBe('not_found');

  const shown = await granted(run, actionId);
  expect(shown.changes).toContainEqual({ label: 'New reserve', from: null, to: '61800.00' });
  await untilState(actionId, 'committed');
  expect((await searchStores(marker)).found.toSorted()).toEqual(
    [Tables['actions'], Tables['objects']].map((name) => `table ${name}`).toSorted(),
  );

  const found = await lookUp(run);
  expect(found.result).toMatchObject({ status: 'found', sourceVersion: '1', object: draft.result.content });
  expect(found.receipt.markings).toEqual(['pii.medium', 'regulated.kvkk']);
  // An hour ago the object did not exist.
  const past = await lookUp(run, { asOf: new Date(Date.now() - 3_600_000).toISOString() });
  expect(past.result.status).toBe('not_found');

  const next = await compose(run, `Daha sonra ${marker}`);
  const second = await dispatch(run, 'tool.note.stage', { body: staging(found.receipt.eventId, next), key: newKey() });
  const secondId = answered(second, staged).result.id;
  const stale = await dispatch(run, 'tool.note.stage', { body: staging(found.receipt.eventId, next), key: newKey() });
  const staleId = answered(stale, staged).result.id;
  await granted(run, secondId);
  await untilState(secondId, 'committed');
  expect((await lookUp(run)).result).toMatchObject({ sourceVersion: '2', object: next.result.content });

  // Both Actions are based on version 1, which the first commit has replaced, so the second Action is voided.
  await requestApproval(run, staleId);
  expect((await untilState(staleId, 'voided')).reason).toBe('target.changed');
});

it('A replayable run stores the parts of a Draft in the ledger only, and stores the Draft itself nowhere', async () => {
  const run = await openRun('claims-agent', { replayable: true });
  const { Tables } = inject('deployment').outputs.data;
  for (const key of [undefined, newKey()]) {
    const recipient = `zn${randomUUID().replaceAll('-', '')}`;
    const { content } = (await composeLetter(run, recipient, key)).result;
    for (const drafted of [`Sayın ${recipient},`, `<p>Sayın ${recipient}`]) {
      expect(content.text + content.html).toContain(drafted);
      expect((await searchStores(drafted)).found).toEqual([]);
    }
    expect((await searchStores(recipient)).found).toEqual([`table ${Tables['ledger']}`]);
  }
});
