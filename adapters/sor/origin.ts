import { OutboundError } from './outbound-error.ts';
import type { OutboundPolicy } from './outbound-types.ts';
import { ranges } from './ranges.ts';

export interface Origin {
  readonly secure: boolean;
  /** A host name, or an IP address without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** The value of the header `Host`. It contains the port unless that is the default of the scheme. */
  readonly host: string;
}

const positive = (value: number): boolean => Number.isSafeInteger(value) && value > 0 && value < 2 ** 31;

const checkLimits = (policy: OutboundPolicy): void => {
  if (!positive(policy.timeoutMillis) || !positive(policy.maxBytes)) {
    throw new OutboundError(
      'outbound.policy_invalid',
      'timeoutMillis and maxBytes of the outbound policy must be integers from 1 to 2147483647',
      false,
    );
  }
  try {
    ranges(policy.cidrs ?? []);
  } catch {
    throw new OutboundError(
      'outbound.policy_invalid',
      'cidrs of the outbound policy must be CIDR ranges such as 10.0.0.0/8',
      false,
    );
  }
};

/**
 * Parses the origin of a policy. The origin must be in the canonical form of the WHATWG URL standard. `https://0x7f.1`,
 * a path, a user name or an upper-case host is therefore refused and not silently read as something else.
 * @throws OutboundError
 */
export const originOf = (policy: OutboundPolicy): Origin => {
  checkLimits(policy);
  const url = URL.parse(policy.origin);
  if (url === null || url.origin !== policy.origin || url.hostname.endsWith('.')) {
    throw new OutboundError(
      'outbound.origin_refused',
      'the origin must be written as https://host[:port], in lower case and without a path',
      false,
    );
  }
  const secure = url.protocol === 'https:';
  if (!secure && !(url.protocol === 'http:' && policy.network === 'loopback')) {
    throw new OutboundError('outbound.origin_refused', 'the origin must use https. Only loopback may use http', false);
  }
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  return { secure, hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'), port, host: url.host };
};
