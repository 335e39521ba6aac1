import { expandPath as expand, PathRefused } from '../../contract/values/path.ts';
import { OutboundError } from './outbound-error.ts';

/** Fills a path template by the contract's `expandPath`. @throws OutboundError if a value is not allowed */
export const outboundPath = (template: string, values: Readonly<Record<string, string>>): string => {
  try {
    return expand(template, values);
  } catch (error) {
    if (error instanceof PathRefused) throw new OutboundError('outbound.path_refused', error.message, false);
    throw error;
  }
};
