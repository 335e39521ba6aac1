import { describe, expect, it } from 'vitest';
import type { OntologyObject } from '../../../contract/rows/objects.ts';
import { lookupInternal } from '../../../patterns/lookup/internal.ts';
import { factsOf } from '../facts.ts';
import { failureOf } from '../failures.ts';

const note: OntologyObject = {
  type: 'Note',
  id: 'N-1',
  version: 3,
  markings: ['pii.medium'],
  value: { noteId: 'N-1' },
  at: '2026-02-01T00:00:00.000Z',
};

function look(more: { identifier?: string; asOf?: string } = {}) {
  const asked: unknown[] = [];
  const answer = lookupInternal.execute({
    args: { identifier: 'N-1', source: 'objects', ...more },
    refs: {},
    ports: {
      objects: {
        get: async (...args) => {
          asked.push(args);
          return args[1] === note.id ? note : undefined;
        },
        // oxlint-disable-next-line require-yield -- a lookup never scans
        scan: async function* () {
          throw new Error('scanned');
        },
      },
    },
    settings: { type: 'Note' },
    call: factsOf(),
  });
  return { asked, answer };
}

describe('A lookup of a live object', () => {
  it('A lookup of a live object returns the object with its version and its own markings', async () => {
    expect(await look().answer).toEqual({
      result: {
        status: 'found',
        object: { noteId: 'N-1' },
        sourceVersion: '3',
        source: { sor: 'objects', resource: 'Note', identifier: 'N-1' },
      },
      markings: ['pii.medium'],
      pins: { 'objects/Note': '3' },
      targets: [{ sor: 'objects', resource: 'Note', ref: 'N-1' }],
    });
  });

  it('If a live object does not exist, the lookup returns not_found and names the object, so that an Action can create it', async () => {
    expect(await look({ identifier: 'N-2' }).answer).toEqual({
      result: { status: 'not_found', source: { sor: 'objects', resource: 'Note', identifier: 'N-2' } },
      exceptions: [{ kind: 'lookup.not_found', detail: 'no live object has this type and id' }],
      targets: [{ sor: 'objects', resource: 'Note', ref: 'N-2' }],
    });
  });

  it('A lookup with asOf reads the version of that instant, whatever the offset of the instant is', async () => {
    const { asked, answer } = look({ asOf: '2026-02-02T03:00:00+03:00' });
    await answer;
    expect(asked).toEqual([['Note', 'N-1', '2026-02-02T00:00:00.000Z']]);
  });

  it.each(['2026-02-03T10:00:00.001Z', '2027-01-01T00:00:00Z', '2026-02-02', '2026-02-02T00:00:00', 'now', ''])(
    'A lookup of a live object refuses asOf %j, because it is in the future or not an instant with an offset',
    async (asOf) => {
      const { asked, answer } = look({ asOf });
      expect(await failureOf(() => answer)).toMatchObject({ code: 'request.invalid', pointer: '/asOf' });
      expect(asked).toEqual([]);
    },
  );
});
