import { describe, expect, it } from 'vitest';
import type { Again } from '../../../bin/replay/call-again.ts';
import { comparedWithRecord, pinDifferences, unrepeatable } from '../../../bin/replay/verdict.ts';
import type { DispatchEvent, Receipt } from '../../../contract/audit.ts';
import type { DispatchRecord } from '../../../contract/system.ts';
import { patterns } from '../../../registry/patterns.ts';
import { insurerRelease } from '../../support/plane.ts';

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

describe('The function unrepeatable', () => {
  it('`unrepeatable` returns undefined for patterns that read only pinned data', () => {
    const can = patterns.filter((pattern) => unrepeatable({ ...event, function: pattern.function }) === undefined);
    expect(can.map(({ function: served }) => served)).toEqual(
      expect.arrayContaining(['validation', 'classification', 'composition', 'conversion', 'search']),
    );
    expect(can.filter(({ ports }) => ports.some((port) => port !== 'corpora'))).toEqual([]);
  });

  it.each<[DispatchEvent, string]>([
    [{ ...event, outcome: 'replayed', replays: 'an-event' }, 'repeats an-event'],
    [{ ...event, outcome: 'failed', code: 'deadline.passed' }, 'failed: deadline.passed'],
    [{ ...event, function: 'action-staging' }, 'the tool can have an effect'],
    [{ ...event, function: 'lookup' }, 'the tool reads data that is not pinned'],
    [{ ...event, function: 'soothsaying' }, 'this build has no function soothsaying'],
  ])('`unrepeatable` returns the reason for a call that cannot be made again (case %#)', (call, reason) => {
    expect(unrepeatable(call)).toBe(reason);
  });
});

describe('The comparison with the record', () => {
  const here = { pins: [], engine: 'engine-1' };
  const differing = [{ name: 'rates.tcmb@1.0.0', recorded: 'rates-1', here: 'rates-2' }];

  it.for<[string, string, Again, Parameters<typeof comparedWithRecord>[2]]>([
    ['the hashes are equal', 'same', answered(), here],
    ['the hashes are equal and the build is another', 'same', answered(), { ...here, engine: 'engine-2' }],
    ['only the result hash differs', 'another-result', answered({ resultHash: 'other' }), here],
    ['only the exceptions differ', 'another-result', answered({ exceptionsHash: 'other' }), here],
    ['the repeated call is refused', 'another-result', refused, here],
    [
      'the result hash and the build differ',
      'another-engine',
      answered({ resultHash: 'other' }),
      { ...here, engine: 'engine-2' },
    ],
    ['another build refuses the repeated call', 'another-engine', refused, { ...here, engine: 'engine-2' }],
    [
      'the result hash, a digest and the build differ',
      'another-result',
      answered({ resultHash: 'other' }),
      { pins: differing, engine: 'engine-2' },
    ],
    ['the source of the call could not be read', 'not-replayable', { ...refused, lost: 'source' } as const, here],
    ['the corpus of the call could not be read', 'not-replayable', { ...refused, lost: 'corpus' } as const, here],
  ])('If %s, the verdict is `%s`', ([, verdict, again, given]) => {
    expect(comparedWithRecord(record, again, given).verdict).toBe(verdict);
  });

  it('`pinDifferences` lists the pins with another digest; it finds a differing source only if the call was made again', () => {
    const release = insurerRelease();
    const gone = { name: 'rates.tcmb@1.0.0', recorded: 'rates-1', here: null };
    expect(pinDifferences(record, release)).toEqual([gone]);
    expect(pinDifferences(record, release, refused)).toEqual([gone]);
    const again = answered({ pins: { 'src-1': 'text-2', 'rates.tcmb@1.0.0': 'rates-1' } });
    expect(pinDifferences(record, release, again)).toEqual([{ name: 'src-1', recorded: 'text-1', here: 'text-2' }]);
  });
});
