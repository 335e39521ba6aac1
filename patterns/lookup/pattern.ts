import { pattern } from '../../contract/pattern.ts';
import { confirmedCache } from './confirmed-cache.ts';
import { lookUp } from './look-up.ts';
import { request, response, settings } from './schema.ts';

const cache = confirmedCache();

/** Looks up a record of a system of record by its identifier. docs/spec.md, 9.3, read-external. */
export const lookup = pattern({
  name: 'lookup',
  effectClass: 'read-external',
  function: 'lookup',
  network: 'declared',
  request,
  response,
  settings,
  refs: { source: { kind: 'Sor', at: ['/source'], count: 'one' } },
  ports: ['connectors'],
  execute: async ({ args, refs, ports, settings: { resource }, call }) => ({
    ...(await lookUp({ args, sor: refs.source, resource, call, connectors: ports.connectors, cache })),
    targets: [{ sor: refs.source.id, resource, ref: args.identifier }],
  }),
});
