import { pattern } from '../../contract/pattern.ts';
import { convert } from './convert.ts';
import { request, response, settings } from './schema.ts';

/** Bit-exact transforms: currency by pinned rates, hash. The spec's 9.3, pure: rates are data of the release. */
export const conversion = pattern({
  name: 'conversion',
  effectClass: 'pure',
  function: 'conversion',
  network: 'none',
  request,
  response,
  settings,
  refs: { rates: { kind: 'RateTable', at: ['/target/rates'], count: 'optional' } },
  ports: [],
  execute: ({ args, refs }) => convert(args, refs.rates),
});
