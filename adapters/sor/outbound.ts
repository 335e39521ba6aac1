import { connect } from './connect.ts';
import { startDeadline } from './deadline.ts';
import { exchange } from './exchange.ts';
import { originOf } from './origin.ts';
import type { OutboundPolicy, OutboundRequest, OutboundResponse } from './outbound-types.ts';
import { checkedPath } from './path.ts';
import { requestHeaders } from './request-headers.ts';
import { permittedAddresses, systemResolve, type Resolve } from './resolve.ts';

/**
 * Sends one HTTP request to the one origin of a policy. Every status except a redirect is an answer, also 4xx and 5xx.
 * Every other outcome is an `OutboundError`, which tells if the request may have been sent. The name is resolved once,
 * all its addresses are checked against the policy, and the socket connects to a checked address. A connection is used
 * for one exchange, so that nothing of one call reaches another.
 * @throws OutboundError
 */
export const outbound = async (
  policy: OutboundPolicy,
  request: OutboundRequest,
  resolve: Resolve = systemResolve,
): Promise<OutboundResponse> => {
  const origin = originOf(policy);
  checkedPath(request.path, policy.origin);
  const headers = requestHeaders(request, origin.host);
  const deadline = startDeadline(policy, request);
  try {
    const addresses = await permittedAddresses(origin.hostname, { policy, deadline }, resolve);
    const socket = await connect(origin, addresses, { policy, deadline });
    try {
      return await exchange(socket, { request, headers }, { policy, deadline });
    } finally {
      socket.destroy();
    }
  } finally {
    deadline.end();
  }
};
