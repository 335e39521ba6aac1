import { pattern } from '../../contract/pattern.ts';
import { aggregate } from './aggregate.ts';
import { aggregateExported } from './exported/aggregate-exported.ts';
import { athenaSettings, request, response, settings } from './schema.ts';

const declared = {
  name: 'aggregation',
  effectClass: 'read-internal',
  network: 'none',
  request,
  response,
  refs: {},
} as const;

/**
 * Computes a typed metric over a window of objects. The markings of what it reads become markings of its answer.
 * docs/spec.md, 9.3, read-internal.
 */
export const aggregation = pattern({
  ...declared,
  function: 'aggregation',
  settings,
  ports: ['objects'],
  execute: ({ args, ports, settings: own, call }) => aggregate({ args, settings: own, call, objects: ports.objects }),
});

/**
 * Computes the same metric over exported objects, for types with more objects than a call can read from their table.
 */
export const aggregationAthena = pattern({
  ...declared,
  function: 'aggregation-athena',
  engine: 'athena',
  settings: athenaSettings,
  ports: ['exports'],
  execute: ({ args, ports, settings: own, call }) =>
    aggregateExported({ args, settings: own, call, exports: ports.exports }),
});
