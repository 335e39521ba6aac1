import type { Caller } from '../../../contract/authority/identity.ts';

/** Returns the same ids in every world, so that tests can compare the answers of two worlds byte by byte. */
export function uuidOf(count: number): string {
  return `00000000-0000-7000-8000-${String(count).padStart(12, '0')}`;
}

/** The time at which every bench begins. */
export const beginning = Date.parse('2026-02-03T10:00:00.000Z');
export const callers: Readonly<Record<'one' | 'another', Caller>> = {
  one: { kind: 'agent', id: 'test-agent', name: 'test-agent', groups: [] },
  another: { kind: 'agent', id: 'other-agent', name: 'other-agent', groups: [] },
};

export const key = 'key-of-the-contract-suite';
