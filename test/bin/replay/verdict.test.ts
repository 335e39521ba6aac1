import { describe, expect, it } from 'vitest';
import type { Again } from '../../../bin/replay/call-again.ts';
import { comparedWithRecord, pinDifferences, unrepeatable } from '../../../bin/replay/verdict.ts';
import type { DispatchEvent, Receipt } from '../../../contract/audit.ts';
import type { DispatchRecord } from '../../../contract/system.ts';
import { patterns } from '../../../registry/patterns.ts';
import { insurer } from '../../support/plane.ts';

const receipt: Receipt = {
  eventId: 'conversion.a.b',
  tool: 'tool.money.convert',
  version: '1.0.0',
  engine: 'engine-1',
  argsHash: 'args',
  resultHash: 'result',
  exceptionsHash: 'exceptions',
  policies: [],
  pins: { 'src-1': 'text-1', 'rates.tcmb@1.0.0': 'rates-1' },
  markings: [],
};
const event: DispatchRecord['event'] = {
  kind: 'dispatch',
  eventId: receipt.eventId,
  at: '2026-11-27T09:00:00.000Z',
  actor: { kind: 'agent', id: 'claims-agent', name: 'claims-agent' },
  release: 'release-1',
  function: 'conversion',
  tool: receipt.tool,
  outcome: 'answered',
  durationMillis: 1,
};
const record: DispatchRecord = { fingerprint: 'a', event, receipt };
const answered = (more: Partial<Receipt> = {}): Again => ({
  outcome: { body: '', eventId: receipt.eventId, replayed: false, receipt: { ...receipt, ...more } },
});
const refused: Again = { outcome: { refused: 'ref.unknown', detail: '', eventId: receipt.eventId } };

describe('unrepeatable', () => {
  it('returns no reason for patterns that read only what is pinned', () => {
    const can = patterns.filter((pattern) => unrepeatable({ ...event, function: pattern.function }) === undefined);
    expect(can.map(({ function: served }) => served)).toEqual(
      expect.arrayContaining(['validation', 'classification', 'composition', 'conversion', 'search']),
    );
    expect(can.filter(({ ports }) => ports.some((port) => port !== 'corpora'))).toEqual([]);
  });

  it.each<[DispatchEvent, string]>([
    [{ ...event, outcome: 'replayed', replays: 'an-event' }, 'repeats an-event'],
    [{ ...event, outcome: 'failed', code: 'deadline.passed' }, 'failed: deadline.passed'],
    [{ ...event, function: 'action-staging' }, 'it had an effect'],
    [{ ...event, function: 'lookup' }, 'it read what is not pinned'],
    [{ ...event, function: 'soothsaying' }, 'this build has no function soothsaying'],
  ])('returns a reason for every other call (case %#)', (call, reason) => {
    expect(unrepeatable(call)).toBe(reason);
  });
});

describe('compared', () => {
  const here = { pins: [], engine: 'engine-1' };
  const differing = [{ name: 'rates.tcmb@1.0.0', recorded: 'rates-1', here: 'rates-2' }];

  it.each([
    ['the same hashes are the same result', answered(), here, 'same'],
    ['the same hashes by another build are the same result', answered(), { ...here, engine: 'engine-2' }, 'same'],
    ['another result hash is another result', answered({ resultHash: 'other' }), here, 'another-result'],
    ['other exceptions are another result', answered({ exceptionsHash: 'other' }), here, 'another-result'],
    ['a refusal is another result', refused, here, 'another-result'],
    [
      'another result hash by another build is a difference of the engine',
      answered({ resultHash: 'other' }),
      { ...here, engine: 'engine-2' },
      'another-engine',
    ],
    [
      'a refusal by another build is a difference of the engine',
      refused,
      { ...here, engine: 'engine-2' },
      'another-engine',
    ],
    [
      'another digest is another result, even by another build',
      answered({ resultHash: 'other' }),
      { pins: differing, engine: 'engine-2' },
      'another-result',
    ],
    [
      'a call whose source is missing here is not replayable',
      { ...refused, lost: 'source' } as const,
      here,
      'not-replayable',
    ],
    [
      'a call whose corpus is missing here is not replayable',
      { ...refused, lost: 'corpus' } as const,
      here,
      'not-replayable',
    ],
  ])('%s', (_name, again, given, verdict) => {
    expect(comparedWithRecord(record, again, given).verdict).toBe(verdict);
  });

  it('pinDifferences lists the pins that differ, and finds a differing source only after the call is made again', () => {
    const release = insurer();
    const gone = { name: 'rates.tcmb@1.0.0', recorded: 'rates-1', here: null };
    expect(pinDifferences(record, release)).toEqual([gone]);
    expect(pinDifferences(record, release, refused)).toEqual([gone]);
    const again = answered({ pins: { 'src-1': 'text-2', 'rates.tcmb@1.0.0': 'rates-1' } });
    expect(pinDifferences(record, release, again)).toEqual([{ name: 'src-1', recorded: 'text-1', here: 'text-2' }]);
  });
});
