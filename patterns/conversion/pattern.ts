import { pattern } from '../../contract/pattern.ts';
import { convert } from './convert.ts';
import { answers, request, response, settings } from './schema.ts';

/**
 * Makes bit-exact conversions: currency by pinned rates, units, dates by pinned calendars, hash, tables. docs/spec.md,
 * 9.3, pure: rates and calendars are data of the release.
 */
export const conversion = pattern({
  name: 'conversion',
  effectClass: 'pure',
  function: 'conversion',
  network: 'none',
  request,
  response,
  answers: { at: '/target/kind', by: '/status', of: answers },
  settings,
  refs: {
    rates: { kind: 'RateTable', at: ['/target/rates'], count: 'optional' },
    calendar: { kind: 'Calendar', at: ['/target/calendar'], count: 'optional' },
  },
  ports: [],
  execute: ({ args, refs }) => convert(args, refs),
});
