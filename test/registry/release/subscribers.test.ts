import { describe, expect, it } from 'vitest';
import { checkedTenant } from '../../../registry/tenant/checked-tenant.ts';
import { subscribersOf } from '../../../registry/release/subscribers.ts';
import { copyOfDemo } from '../tenant-copy.ts';

const arn = 'arn:aws:sqs:eu-central-1:111122223333:claims';

describe('The subscribers of a tenant', () => {
  it('An endpoint that two queues name is one subscriber of both; a queue with none or topic has no subscriber', async () => {
    await using copy = await copyOfDemo();
    const file = 'queues/queue.claims-approvals.yaml';
    const text = await copy.read(file);
    const queue = (name: string, notify: string) =>
      copy.write(
        `queues/${name}.yaml`,
        text.replace('queue.claims-approvals', name).replace('notify: none', `notify: ${notify}`),
      );
    await queue('queue.claims-approvals', `{ email: [desk@insurer.example], sqs: ["${arn}"] }`);
    await queue('queue.letters', '{ email: [desk@insurer.example, letters@insurer.example] }');
    await queue('queue.notes', 'none');
    await queue('queue.payments', 'topic');
    const { tenant } = await checkedTenant(copy.tenantsDir, 'demo');
    expect(subscribersOf(tenant)).toEqual([
      {
        protocol: 'email',
        endpoint: 'desk@insurer.example',
        queues: ['queue.claims-approvals', 'queue.letters'],
      },
      { protocol: 'email', endpoint: 'letters@insurer.example', queues: ['queue.letters'] },
      { protocol: 'sqs', endpoint: arn, queues: ['queue.claims-approvals'] },
    ]);
  });
});
