import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLogRows } from '../../adapters/tables/audit-log-rows.ts';
import { eventItem } from '../../adapters/tables/ledger-item.ts';
import { eraseOf } from '../../bin/audit/erase.ts';
import { exportOf } from '../../bin/audit/export-log.ts';
import { proveOf } from '../../bin/audit/prove-event.ts';
import { reconcileOf } from '../../bin/audit/reconcile.ts';
import { redriveOf } from '../../bin/audit/redrive-events.ts';
import { verifyCopy } from '../../bin/audit/verify-copy.ts';
import { rekeyOf } from '../../bin/commands/head.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import { newUuid, ownEventId } from '../../contract/dispatch/keys.ts';
import { entriesOf } from '../../audit-log/entry-bundle.ts';
import { uuidOf, viewOf } from '../../audit-log/entry.ts';
import { tilePath, tilesBetween } from '../../audit-log/tile-path.ts';
import { auditLog } from '../e2e/support/audit-log.ts';
import { invoke, storesAs } from '../e2e/support/operators.ts';
import { lookUpClaim } from '../e2e/support/reserve.ts';
import { newKey, openRun, type Run } from '../e2e/support/run.ts';
import { until } from '../e2e/support/until.ts';
import { runCommand } from '../support/run-command.ts';

/** A time at which every event of the tests is old enough to be redriven, and every run has expired. */
const later = (): number => Date.now() + 28 * 3600 * 1000;

const begin = new Date().toISOString();
const folder = mkdtempSync(join(tmpdir(), 'audit-operators-'));
let root: Awaited<ReturnType<typeof storesAs>>;
let audit: Awaited<ReturnType<typeof storesAs>>;
let run: Run;
const key = newKey();

beforeAll(async () => {
  [root, audit] = [await storesAs('root'), await storesAs('AuditOperatorRole')];
  run = await openRun();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns an event that the platform could have written now. */
const eventNow = (more: Partial<AuditEvent> = {}): AuditEvent =>
  ({
    kind: 'read',
    eventId: ownEventId('tasks', newUuid()),
    at: new Date().toISOString(),
    actor: { kind: 'human', id: 'sub-1', name: 'approver-1' },
    release: 'a'.repeat(64),
    subject: 'a Task',
    ...more,
  }) as AuditEvent;

/**
 * Puts an event into the ledger that the log never gets: the stream delivers the insertion of an item, which has no event
 * yet, and it does not deliver the change that adds the event.
 */
async function loseEvent(event: AuditEvent): Promise<AuditEvent> {
  const { pk, schemaVersion, ...set } = eventItem(event);
  const key = { pk: String(pk), attributes: { schemaVersion: Number(schemaVersion) } };
  await root.database.write([{ put: { pk: key.pk, ...key.attributes }, in: 'ledger' }]);
  await root.database.write([{ update: key.pk, in: 'ledger', set, if: { is: 'equal', attributes: key.attributes } }]);
  return event;
}

/** Waits until everything that was written before now is sealed. @returns the instant up to which the log is complete */
async function sealedNow(): Promise<string> {
  const now = new Date().toISOString();
  return until('the sealing of the log', async () => {
    const { sealedUntil } = await auditLog({ day: now.slice(0, 10), from: now });
    return sealedUntil !== null && sealedUntil > now ? sealedUntil : undefined;
  });
}

/** Returns how often each uuid is in the sealed log. */
async function uuidsInLog(): Promise<ReadonlyMap<string, number>> {
  const { log } = await root.logSource();
  const size = (await auditLogRows(root.database).sealed()).row?.size ?? 0;
  const found = new Map<string, number>();
  for (const name of tilesBetween('entries', 0, size)) {
    for (const entry of entriesOf((await log.get(tilePath(name))) ?? new Uint8Array()) ?? []) {
      const { uuid = 'malformed' } = viewOf(entry) ?? {};
      found.set(uuid, (found.get(uuid) ?? 0) + 1);
    }
  }
  return found;
}

const reconcile = async (to: string) =>
  runCommand(
    reconcileOf(async () => ({ ...audit, objects: (await audit.logSource()).log })),
    { from: begin, to },
  );
const redrive = async (to: string, options: Readonly<Record<string, boolean>> = { yes: true }) =>
  runCommand(
    redriveOf(async () => ({ ...audit, objects: (await audit.logSource()).log }), later),
    { from: begin, to, ...options },
  );

const callAgain = () => lookUpClaim(run, 'CLM-2026-000045', key);

describe('The commands of an operator, each under the role for it, on a deployment', () => {
  it('If the log lacks an event, the comparison names it, a redrive adds it once, and then there is no difference', async () => {
    expect((await callAgain()).status).toBe(200);
    const lost = await loseEvent(eventNow());
    const to = await sealedNow();
    const found = await reconcile(to);
    expect(found.out).toContain(
      `event ${uuidOf(lost.eventId)} of ${lost.at} is in the ledger, but not in the audit log`,
    );
    expect([found.code, found.out.match(/^event /gm)]).toEqual([1, ['event ']]);

    expect((await redrive(to, {})).out).toContain('To start, add --yes');
    expect(await redrive(to, { yes: true, check: true })).toMatchObject({
      code: 1,
      out: expect.stringContaining(' 1 of them are not'),
    });
    const { err, out } = await redrive(to);
    expect(err).toContain('64 of 64 segments');
    expect(out).toContain(', 1 of them were added to the audit log');
    expect((await redrive(to)).out).toContain(', 0 of them were added to the audit log');

    const after = await sealedNow();
    expect(await reconcile(after)).toMatchObject({ code: 0, out: expect.stringContaining('No difference was found') });
    expect([...(await uuidsInLog()).values()].filter((times) => times > 1)).toEqual([]);
  });

  it('The deployed function compares a span, and its result is an event of the audit log', async () => {
    const lost = await loseEvent(eventNow());
    const to = await sealedNow();
    const span = { from: begin, to };
    const result = await until('the end of the comparison', async () => {
      const answer = (await invoke('audit-reconcile', span)) as { readonly state: string };
      return answer.state === 'done' ? answer : undefined;
    });
    expect(result).toEqual({ state: 'done', findings: 1 });
    const event = await until('the event of the comparison', async () => {
      const { events } = await auditLog({ day: to.slice(0, 10), from: to });
      return events.find(({ kind }) => kind === 'reconciliation');
    });
    expect(event).toMatchObject({ from: begin, to, findings: { missing: 1, extra: 0, different: 0, more: 0 } });
    expect((await redrive(to)).out).toContain(', 1 of them were added to the audit log');
    expect(lost.at < to).toBe(true);
  });

  it('After the erasure of a run, a redrive brings no value back and appends nothing twice, also if the log lacks an event of the run', async () => {
    const lost = await loseEvent(
      eventNow({
        kind: 'run',
        runId: run.runId,
        subject: 'a secret subject',
        pins: {},
        expiresAt: begin,
      }),
    );
    await sealedNow();
    const erasure = await storesAs('ErasureOperatorRole');
    const erase = () =>
      runCommand(
        eraseOf(async () => erasure, later),
        { reason: 'request 4711', yes: true },
        [run.runId],
      );
    expect(await erase()).toMatchObject({ code: 0, out: expect.stringContaining('erased') });
    expect((await erase()).out).toContain('has no values');
    expect((await callAgain()).status).toBe(410);

    const to = await sealedNow();
    const before = await uuidsInLog();
    const redriven = await redrive(to);
    expect(redriven.out).toContain(', 1 of them were added to the audit log');
    expect(redriven.err).toContain(`Next: npx logic-plane audit erase ${run.runId}`);
    expect((await redrive(to)).out).toContain(', 0 of them were added to the audit log');
    // The refused call after the erasure has hashes of its arguments too.
    expect((await erase()).out).toContain('erased 2 call records');
    await sealedNow();
    const after = await uuidsInLog();
    expect([...before].filter(([uuid, times]) => after.get(uuid) !== times)).toEqual([]);
    expect(after.get(uuidOf(lost.eventId))).toBe(1);
    expect((await callAgain()).status).toBe(410);
    const ofRun = await auditLog({ run: run.runId });
    expect(JSON.stringify(ofRun)).not.toContain('a secret subject');
  });

  it('After the replacement of the telemetry key, a redrive adds an earlier event once, and the log still verifies', async () => {
    const lost = await loseEvent(eventNow());
    const known = await loseEvent(eventNow());
    const head = await storesAs('HeadOperatorRole');
    expect((await redrive(await sealedNow())).out).toContain(', 2 of them were added to the audit log');
    const early = await loseEvent(eventNow());
    expect(
      await runCommand(
        rekeyOf(async () => head),
        { yes: true },
      ),
    ).toMatchObject({ code: 0 });
    // The functions see the new key within 5 s, and the comparison allows a minute for clocks that differ.
    const to = await sealedNow();
    const before = await uuidsInLog();
    expect((await redrive(to)).out).toContain(', 1 of them were added to the audit log');
    expect((await redrive(to)).out).toContain(', 0 of them were added to the audit log');
    const end = await sealedNow();
    const after = await uuidsInLog();
    expect([...before].filter(([uuid, times]) => after.get(uuid) !== times)).toEqual([]);
    expect([early, lost, known].map(({ eventId }) => after.get(uuidOf(eventId)))).toEqual([1, 1, 1]);
    expect(await reconcile(end)).toMatchObject({ code: 0 });

    const prove = proveOf(async () => ({ database: audit.database, logSource: await audit.logSource() }));
    const out = join(folder, 'proof.json');
    expect(await runCommand(prove, { out }, [early.eventId])).toMatchObject({ code: 0 });
    expect(await runCommand(prove, { out }, [lost.eventId])).toMatchObject({ code: 1 });
    const copy = join(folder, 'audit-export');
    expect(
      await runCommand(
        exportOf(() => audit.logSource()),
        {},
        [copy],
      ),
    ).toMatchObject({ code: 0 });
    expect(await runCommand(verifyCopy, {}, [copy])).toMatchObject({
      code: 0,
      out: expect.stringContaining('is unchanged'),
    });
  });

  it('The role for redrives may not erase, and the role for erasures may not redrive or replace the key', async () => {
    const erasure = await storesAs('ErasureOperatorRole');
    const source = async () => ({ ...erasure, objects: (await root.logSource()).log });
    const to = new Date(Date.now() - 60_000).toISOString();
    await expect(
      runCommand(
        eraseOf(async () => audit, later),
        { reason: 'r', yes: true },
        [run.runId],
      ),
    ).rejects.toThrow('the erasure was not completed');
    await expect(runCommand(redriveOf(source, later), { from: begin, to, yes: true })).rejects.toThrow(
      'the redrive was not completed',
    );
    await expect(
      runCommand(
        rekeyOf(async () => erasure),
        { yes: true },
      ),
    ).rejects.toThrow('the head could not be read');
  });
});
