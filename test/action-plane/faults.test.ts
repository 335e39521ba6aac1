import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sorKinds } from '../support/explore.ts';
import { human } from '../support/plane.ts';
import { play, type Plan } from '../support/plane-run.ts';
import type { Behaviour } from '../support/simulated-sor.ts';

const page = join(import.meta.dirname, '..', '..', 'docs', 'action-plane.md');
const votes = [{ atSeconds: 100, by: human('approver-1'), decision: 'grant' as const }];

const answers: Readonly<Record<Behaviour, string>> = {
  answer: 'none',
  'lose-answer': 'the change is applied, and no answer comes',
  'lose-request': 'the request is lost',
  late: 'no answer comes, and the change is applied within the promised time',
  busy: '503, and the change is not applied',
  'busy-applied': '503, and the change is applied',
  'busy-late': '503, and the change is applied within the promised time',
  'refused-applied': '412, and the change is applied',
  refused: '409, and the change is not applied',
  unauthorised: '401 once',
  unreachable: 'no connection, once',
  'lands-late': 'no answer comes, and the change is applied after the promised time',
  'busy-lands-late': '503, and the change is applied after the promised time',
};

const crash = async (plan: Plan, when: 'before' | 'after'): Promise<Plan> => {
  const [call = 0] = (await play(plan)).sends;
  return { ...plan, crashes: [{ call, when }] };
};

const faults: Readonly<Record<string, (plan: Plan) => Plan | Promise<Plan>>> = {
  ...Object.fromEntries(
    Object.entries(answers).map(([behaviour, title]) => [
      title,
      (plan: Plan): Plan => ({ ...plan, behaviours: [behaviour as Behaviour] }),
    ]),
  ),
  'the function crashes before it sends': (plan) => crash(plan, 'before'),
  'the function crashes after the change is applied': (plan) => crash(plan, 'after'),
  'the function pauses for longer than its lease': (plan) => ({ ...plan, pausedMillis: 20_000 }),
  'the target changes between the grant and the send': (plan) => ({ ...plan, touchedAtSeconds: 99 }),
};

/** The end of the Action, and the number of effects in the journal of the SoR. */
async function cell(fault: (plan: Plan) => Plan | Promise<Plan>, kind: Plan): Promise<string> {
  const { plane, sor } = await play(await fault({ votes, ...kind }));
  const { state } = await plane.action();
  return `${state === 'outcome_unknown' ? 'an operator resolves it' : `\`${state}\``}, ${sor.applied.length}`;
}

async function table(): Promise<readonly (readonly string[])[]> {
  const rows: string[][] = [['fault', ...Object.keys(sorKinds)]];
  for (const [title, fault] of Object.entries(faults)) {
    const cells: string[] = [];
    for (const kind of Object.values(sorKinds)) cells.push(await cell(fault, kind));
    rows.push([title, ...cells]);
  }
  return rows;
}

const rendered = ([header = [], ...rows]: readonly (readonly string[])[]): string =>
  [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

it('For each fault and kind of SoR, docs/action-plane.md says how the Action ends and how many times the SoR applies the change', async () => {
  const rows = await table();
  const text = readFileSync(page, 'utf8');
  const made = text.replace(
    /(<!-- faults -->\n)[\s\S]*?(\n<!-- end of faults -->)/,
    (_old, begin: string, end: string) => `${begin}\n${rendered(rows)}\n${end}`,
  );
  await expect(made).toMatchFileSnapshot(page);
  const doubled = rows.slice(1).filter((cells) => cells.some((one) => /, [2-9]/.test(one)));
  expect(doubled.map(([title]) => title)).toEqual([answers['lands-late'], answers['busy-lands-late']]);
});
