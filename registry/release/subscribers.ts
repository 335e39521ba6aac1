import type { Tenant } from '../tenant/tenant.ts';

/** A subscription that a deploy makes: a mail address or an SQS queue, and the queues whose Tasks it is told about. */
export interface Subscriber {
  readonly protocol: 'email' | 'sqs';
  /** The address, or the ARN of the SQS queue. */
  readonly endpoint: string;
  /** Sorted ids of queues. */
  readonly queues: readonly string[];
}

/**
 * Returns the subscribers that the queues of a tenant name, sorted. A topic has at most one subscription for each
 * endpoint, so an endpoint that several queues name is one subscriber.
 */
export function subscribersOf({ artefacts }: Pick<Tenant, 'artefacts'>): readonly Subscriber[] {
  const queues = new Map<string, Set<string>>();
  for (const { kind, value } of artefacts) {
    const { notify } = value;
    if (kind !== 'Queue' || notify === undefined || typeof notify === 'string') continue;
    for (const protocol of protocols) {
      for (const endpoint of notify[protocol] ?? []) {
        const key = `${protocol} ${endpoint}`;
        queues.set(key, (queues.get(key) ?? new Set()).add(value.artefact.id));
      }
    }
  }
  return [...queues].sort(byKey).map(([key, of]) => {
    const protocol = protocols.find((one) => key.startsWith(`${one} `)) ?? 'sqs';
    return { protocol, endpoint: key.slice(protocol.length + 1), queues: [...of].sort() };
  });
}

const protocols = ['email', 'sqs'] as const;
const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);
