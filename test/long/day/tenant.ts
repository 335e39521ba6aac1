import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promote } from '../../../bin/commands/promote.ts';
import { projectRoot } from '../../../local/cloud/paths.ts';
import { loadTenant } from '../../../registry/tenant/load.ts';
import { dayDirectory } from '../directory.ts';

/** The three queues of the day. The demo has the first one. */
export const queues = ['queue.claims-approvals', 'queue.motor-approvals', 'queue.property-approvals'] as const;
export type DayQueue = (typeof queues)[number];

/** The queue of Amazon SQS that the tenant's file subscribes to the Tasks of the third queue. */
export const deskName = 'property-desk';

const editedTool = 'tool.reserve.request-approval';
const changed = new Set(['action.reserve.change', 'sor.policy-admin', ...queues.slice(1)]);

/**
 * Copies the demo and gives it two more queues and a system of record that cannot say whether it applied a change. The tools
 * that these edits affect are promoted again, as `logic-plane promote` does.
 * @returns the folder that contains the copy
 */
export async function dayTenant(region: string): Promise<string> {
  const tenantsDir = join(projectRoot, `${dayDirectory}-tenants`);
  const folder = join(tenantsDir, 'demo');
  await rm(tenantsDir, { recursive: true, force: true });
  await cp(join(projectRoot, 'tenants', 'demo'), folder, { recursive: true });
  const edit = async (file: string, ...changes: readonly (readonly [from: string, to: string])[]): Promise<void> => {
    let text = await readFile(join(folder, file), 'utf8');
    for (const [from, to] of changes) {
      if (!text.includes(from)) throw new Error(`${file} does not have ${from}`);
      text = text.replace(from, to);
    }
    await writeFile(join(folder, file), text);
  };
  const [first, ...more] = queues;
  const ofFirst = await readFile(join(folder, 'queues', `${first}.yaml`), 'utf8');
  for (const id of more) {
    const notify =
      id === queues[2] ? `notify: { sqs: ["arn:aws:sqs:${region}:000000000000:${deskName}"] }` : 'notify: none';
    const text = ofFirst
      .replace(first, id)
      .replace('groups: [approvers, adjusters]', 'groups: [approvers]')
      .replace('notify: none', notify);
    await writeFile(join(folder, 'queues', `${id}.yaml`), text);
  }
  await edit('kinds/action.reserve.change.yaml', [`queues: [${first}]`, `queues: [${queues.join(', ')}]`]);
  await edit(
    'tools/tool.reserve.request-approval.yaml',
    [`uses: [${first}@1.0.0]`, `uses: [${queues.map((id) => `${id}@1.0.0`).join(', ')}]`],
    [`enum: [${first}, ${first}@1.0.0]`, `enum: [${queues.flatMap((id) => [id, `${id}@1.0.0`]).join(', ')}]`],
  );
  // The pack expects the queues of the kind.
  await edit('packs/pack.reserve.stage.yaml', [`queues: [${first}]`, `queues: [${queues.join(', ')}]`]);
  await edit('sors/sor.policy-admin.yaml', ['changes: { path: "/changes/{ref}" }\n', ''], ['dedupesFor: PT24H\n', '']);
  await promoteAgain(tenantsDir);
  return tenantsDir;
}

async function promoteAgain(tenantsDir: string): Promise<void> {
  const { tenant } = await loadTenant(tenantsDir, 'demo');
  const tools = (tenant?.tools ?? []).filter(
    ({ value: { id, uses } }) =>
      id === editedTool || uses.some((one) => changed.has(one.slice(0, one.lastIndexOf('@')))),
  );
  for (const { value } of tools) {
    let output = '';
    const say = (text: string): void => void (output += text);
    const given = { operands: [`${value.id}@${value.version}`], options: {}, tenant: 'demo', tenantsDir, json: false };
    if ((await promote.run(given, { out: say, err: say, color: false })) !== 0) throw new Error(output);
  }
}
