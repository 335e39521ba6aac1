import { pattern } from '../../contract/pattern.ts';
import { aggregate } from './aggregate.ts';
import { request, response, settings } from './schema.ts';

/** Computes a typed metric over a window of objects. The spec's 9.3, read-internal: what it reads marks what it answers. */
export const aggregation = pattern({
  name: 'aggregation',
  effectClass: 'read-internal',
  function: 'aggregation',
  network: 'none',
  request,
  response,
  settings,
  refs: {},
  ports: ['objects'],
  execute: ({ args, ports, settings: own, call }) => aggregate({ args, settings: own, call, objects: ports.objects }),
});
