import { lookup } from '../../../patterns/lookup/pattern.ts';
import type { Sor } from '../../../contract/artefacts/sor.ts';
import type { SorAnswer } from '../../../contract/ports.ts';
import { sor } from '../artefacts.ts';
import { factsOf } from '../facts.ts';

export const answer = (status: number, body = '', more: { etag?: string; headers?: Record<string, string> } = {}) =>
  ({ kind: 'answer', status, body, headers: {}, ...more }) satisfies SorAnswer;

/** An SoR that answers conditional requests, and notes all requests. The caller may replace its answer between them. */
export function source(current: { answer: SorAnswer }) {
  const asked: { path: string; ifNoneMatch?: string }[] = [];
  return {
    asked,
    read: async (_: Sor, { path, ifNoneMatch }: { path: string; ifNoneMatch?: string }): Promise<SorAnswer> => {
      asked.push({ path, ...(ifNoneMatch === undefined ? {} : { ifNoneMatch }) });
      const now = current.answer;
      const same = now.kind === 'answer' && now.etag !== undefined && now.etag === ifNoneMatch;
      return same ? { ...now, status: 304, body: '' } : now;
    },
  };
}

export const look = (
  connectors: Pick<ReturnType<typeof source>, 'read'>,
  more: { runId?: string; identifier?: string; asOf?: string; sor?: Sor; toolVersion?: string; noRun?: true } = {},
) =>
  lookup.execute({
    args: {
      identifier: more.identifier ?? 'C-1',
      source: 'sor.admin',
      ...(more.asOf === undefined ? {} : { asOf: more.asOf }),
    },
    refs: { source: more.sor ?? sor },
    ports: { connectors },
    settings: { resource: 'claim' },
    call: factsOf({
      tool: { id: 'tool.claim.lookup', version: more.toolVersion ?? '1.0.0' },
      ...(more.runId === undefined ? {} : { runId: more.runId }),
      ...(more.noRun ? { run: undefined } : {}),
    }),
  });
