import * as z from 'zod';
import type { EffectClass } from '../../contract/effects.ts';
import { actionId } from '../../contract/dispatch/keys.ts';
import { pattern } from '../../contract/pattern.ts';
import type { PatternName, ToolVersion } from '../../contract/artefacts/tool-version.ts';

const base = {
  title: 'A test tool',
  description: 'A test tool',
  ontologyPin: 'test@1.0.0',
  scopes: ['test.invoke'],
  markings: ['pii.medium'],
  purposes: ['testing'],
  sla: { p50Millis: 100, p99Millis: 1000 },
  uses: [],
  settings: {},
  signature: '0'.repeat(64),
  schema: { request: {}, response: {} },
  reaches: [],
  evalPack: 'pack.test',
  release: { state: 'released', proved: true },
} as const;

export const recordOf = (
  id: string,
  { pattern: patternName, effectClass }: { readonly pattern: PatternName; readonly effectClass: EffectClass },
  more: Partial<ToolVersion> = {},
): ToolVersion => ({
  ...base,
  id,
  version: '1.0.0',
  pattern: patternName,
  function: patternName,
  effectClass,
  idempotency: { key: 'caller', ttlSeconds: 86_400 },
  ...more,
});

const anything = z.unknown();
const open = z.looseObject({});

/** Makes a pure tool that returns what `compute` returns for its arguments. */
export const pureTool = (compute: (args: Record<string, unknown>) => unknown) =>
  pattern({
    name: 'conversion',
    effectClass: 'pure',
    function: 'conversion',
    network: 'none',
    request: open,
    response: anything,
    settings: anything,
    refs: {},
    ports: [],
    execute: ({ args }) => ({ result: compute(args) }),
  });

/** Makes a tool that reads from outside; it returns what `read` returns for its arguments. */
export const readingTool = (read: (args: Record<string, unknown>) => unknown) =>
  pattern({
    name: 'lookup',
    effectClass: 'read-external',
    function: 'lookup',
    network: 'declared',
    request: open,
    response: anything,
    settings: anything,
    refs: {},
    ports: ['connectors'],
    execute: async ({ args }) => ({ result: await read(args) }),
  });

/**
 * Makes a tool that stages an Action.
 *
 * @param options `before` runs before the staging; `result` replaces the result, so that a test can return an invalid one
 */
export const stagingTool = (
  options: {
    result?: (id: string) => unknown;
    before?: (args: Record<string, unknown>, refs: unknown) => unknown;
  } = {},
) =>
  pattern({
    name: 'action-staging',
    effectClass: 'stage',
    function: 'action-staging',
    network: 'none',
    request: open,
    response: anything,
    settings: anything,
    refs: { cited: { kind: 'Dispatch', at: ['/basis', '/drafts/*'], count: 'many' } },
    ports: ['dispatches'],
    execute: async ({ args, call, refs }) => {
      await options.before?.(args, refs);
      const id = actionId(call.keySpace ?? '');
      return {
        result: options.result ? options.result(id) : { id, amount: args['amount'] ?? null },
        effect: {
          put: 'Action',
          attachments: [],
          row: {
            id,
            state: 'staged',
            version: 1,
            kind: 'action.test',
            kindVersion: '1.0.0',
            release: call.release,
            tool: call.tool.id,
            toolVersion: call.tool.version,
            requester: { kind: call.principal.kind, id: call.principal.id, name: call.principal.name },
            runId: call.run?.runId ?? '',
            ...(call.key === undefined ? {} : { idempotencyKey: call.key }),
            purpose: call.purpose,
            target: { sor: 'sor.test', resource: 'thing', ref: 'T-1', version: '"1"' },
            payloadHash: '0'.repeat(64),
            caseHash: '0'.repeat(64),
            authoring: { eventId: call.eventId, basis: '', at: call.at, policies: call.policies, pins: call.pins },
            approval: { queues: ['queue.test'], quorum: 1 },
            markings: call.markings,
            stagedAt: call.at,
            stagedUntil: call.at,
            round: 1,
            attempts: 0,
            reconciliations: 0,
          },
        },
      };
    },
  });
