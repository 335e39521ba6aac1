import { pattern } from '../../contract/pattern.ts';
import { request, response, settings } from './internal-schema.ts';
import { internalTarget } from '../../contract/rows/objects.ts';
import { lookUpObject } from './look-up-object.ts';

/** Looks up a live object of the platform by its identifier. docs/spec.md, 9.3, read-internal. */
export const lookupInternal = pattern({
  name: 'lookup',
  effectClass: 'read-internal',
  function: 'lookup-internal',
  network: 'none',
  request,
  response,
  settings,
  refs: {},
  ports: ['objects'],
  execute: async ({ args, ports, settings: { type }, call }) => ({
    ...(await lookUpObject({ args, type }, call, ports.objects)),
    targets: [{ sor: internalTarget, resource: type, ref: args.identifier }],
  }),
});
