import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ask } from './support/ask.ts';
import { auditLogWith } from './support/audit-log.ts';
import { touch } from './support/policy-admin.ts';
import { openTask, prepare, readTask, requestApproval, stage } from './support/reserve.ts';
import { dispatch, openRun } from './support/run.ts';
import { anyDispatch, answered, refused, requested, staged, taskRead } from './support/shapes.ts';
import { until } from './support/until.ts';

const invoice = readFileSync(
  join(import.meta.dirname, '..', '..', 'tenants', 'demo', 'documents', 'garage-invoice.pdf'),
);
const sourceRead = z.looseObject({ source: z.string(), state: z.string() });
const caseRead = taskRead.extend({
  passages: z.array(z.looseObject({ quote: z.string(), before: z.string().optional(), after: z.string().optional() })),
  sources: z.array(z.looseObject({ source: z.string(), link: z.string() })),
});
const links = z.object({
  links: z.object({ source: z.object({ url: z.string() }), text: z.object({ url: z.string() }) }),
});
const targetRead = z.looseObject({ status: z.string(), changed: z.boolean(), changes: z.array(z.looseObject({})) });
const get = (who: string, path: string) => ask(who, { method: 'GET', path });

/** Opens a Task whose evidence has the total of an invoice, which an extraction found in a PDF. */
async function taskWithInvoice(claim: string) {
  const run = await openRun();
  const body = { mediaType: 'application/pdf', contentBase64: invoice.toString('base64'), name: 'garage-invoice.pdf' };
  const { source } = answered(await ask('claims-agent', { method: 'POST', path: '/v1/sources', body }), sourceRead);
  await until('the text of the invoice', async () => {
    const { state } = answered(await get('claims-agent', `/v1/sources/${source}`), sourceRead);
    return state === 'located' ? state : undefined;
  });
  const total = answered(await dispatch(run, 'tool.invoice.extract-total', { body: { source } }), anyDispatch);
  const staging = await prepare(run, { claim });
  const evidence = [...staging.evidence, { event: total.receipt.eventId, result: total.result }];
  const { id } = answered(await stage(run, { ...staging, evidence }), staged).result;
  const task = answered(await requestApproval(run, id), requested).result;
  return { source, total: total.result, taskId: task.id, actionId: id };
}

it('An approver sees the passage that the evidence quotes, and opens the source and its text by links that the audit log records', async () => {
  const { source, total, taskId } = await taskWithInvoice('CLM-2026-000071');
  const { evidence } = z.object({ evidence: z.object({ quote: z.string() }) }).parse(total);
  const shown = answered(await readTask('approver-1', taskId), caseRead);
  expect(shown.passages).toMatchObject([
    { at: '/evidence/2/result/evidence', quote: evidence.quote, source, place: { page: '1' } },
  ]);
  const [passage] = shown.passages;
  expect(`${passage?.before}${passage?.after}`.length).toBeGreaterThan(50);
  expect(shown.sources).toMatchObject([{ source, name: 'garage-invoice.pdf', mediaType: 'application/pdf' }]);

  const path = shown.sources[0]?.link ?? '';
  const opened = await get('approver-1', path);
  const { links: urls } = answered(opened, links);
  const bytes = await fetch(urls.source.url);
  expect(bytes.headers.get('content-disposition')).toBe('attachment');
  expect(Buffer.from(await bytes.arrayBuffer())).toEqual(invoice);
  const text = z
    .looseObject({ sourceHash: z.string(), text: z.string() })
    .parse(await (await fetch(urls.text.url)).json());
  expect(text.sourceHash).toBe(createHash('sha256').update(invoice).digest('hex'));
  expect(text.text).toContain(evidence.quote);
  const logged = await auditLogWith(
    { day: new Date().toISOString().slice(0, 10), from: new Date(Date.now() - 600_000).toISOString() },
    [opened.eventId],
  );
  expect(logged.find(({ eventId }) => eventId === opened.eventId)).toMatchObject({ kind: 'read', subject: source });

  const absent = refused(await get('approver-1', `/v1/tasks/${taskId}/sources/src-${'0'.repeat(64)}`));
  expect(absent).toMatchObject({ status: 404, code: 'source.unknown' });
  const noTask = refused(await get('approver-1', `/v1/tasks/task-${'0'.repeat(64)}/sources/${source}`));
  for (const who of ['operator', 'auditor', 'intern-agent', 'claims-agent'])
    expect({ ...refused(await get(who, path)), eventId: '' }).toEqual({ ...noTask, eventId: '' });
});

it('An approver has the target read again: before a change it is as shown, and after a change the new value is beside the shown one', async () => {
  const claim = 'CLM-2026-000077';
  const open = await openTask({ claim });
  const path = `/v1/tasks/${open.taskId}/target`;
  const before = answered(await get('approver-1', path), targetRead);
  expect(before).toMatchObject({ status: 'found', changed: false, target: { ref: claim } });
  const [reserve] = before.changes;
  expect(reserve).toMatchObject({
    label: 'Reserve',
    shown: open.shown.changes[0]?.from,
    now: open.shown.changes[0]?.from,
  });

  await touch(`/claims/${claim}`);
  const read = await get('approver-1', path);
  expect(answered(read, targetRead)).toMatchObject({ status: 'found', changed: true });
  const logged = await auditLogWith({ action: open.actionId }, [read.eventId]);
  expect(logged.find(({ eventId }) => eventId === read.eventId)).toMatchObject({ kind: 'read', subject: open.taskId });

  const absent = refused(await get('approver-1', `/v1/tasks/task-${'0'.repeat(64)}/target`));
  expect(absent).toMatchObject({ status: 404, code: 'task.unknown' });
  for (const who of ['operator', 'auditor', 'intern-agent', 'claims-agent'])
    expect({ ...refused(await get(who, path)), eventId: '' }).toEqual({ ...absent, eventId: '' });
});
