import { sha256 } from '../../contract/values/canonical.ts';
import { eventId, newUuid } from '../../contract/dispatch/keys.ts';
import type { CallFacts } from '../../contract/pattern.ts';

const at = '2026-02-03T10:00:00.000Z';

/** Makes the facts about a call that an engine with a port or an effect gets. */
export function factsOf(more: Partial<CallFacts> & { readonly runId?: string } = {}): CallFacts {
  const { runId = 'run-0123456789abcdef', ...rest } = more;
  const id = newUuid();
  const owner = { kind: 'agent', id: 'claims-agent', name: 'claims-agent' } as const;
  return {
    id,
    eventId: eventId(`action-staging#${sha256(id)}`, id),
    at: new Date(rest.atMillis ?? Date.parse(at)).toISOString(),
    atMillis: Date.parse(at),
    deadlineAt: Date.parse(at) + 24_000,
    principal: {
      ...owner,
      owner: 'adjuster',
      groups: [],
      scopes: [],
      clearances: ['pii.medium'],
      purposes: ['claims.adjustment'],
      pins: {},
    },
    run: {
      runId,
      owner,
      replayable: false,
      release: 'release-1',
      pins: {},
      engine: 'engine-1',
      createdAt: at,
      expiresAt: at,
    },
    purpose: 'claims.adjustment',
    release: 'release-1',
    tool: { id: 'tool.test', version: '1.0.0' },
    keySpace: sha256(id),
    key: 'key-0123456789abcdef',
    policies: ['permit.claims'],
    pins: { 'action.reserve-change@1.2.0': sha256('kind') },
    markings: ['pii.medium'],
    ...rest,
  };
}
