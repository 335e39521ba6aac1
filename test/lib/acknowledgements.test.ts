import { Validations, type App } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { planeApp } from './planes.ts';

interface Accepted {
  readonly id: string;
  readonly path: string;
  readonly reason: string;
}
const accepted: Accepted[] = [];
// This spy records the acknowledgements of the stacks and does not pass them on, so that cdk-nag reports every finding.
const validationsOf = Validations.of.bind(Validations);
vi.spyOn(Validations, 'of').mockImplementation((construct) => {
  const validations = validationsOf(construct);
  // The CDK's own constructs acknowledge findings too. These are passed on.
  const acknowledge = validations.acknowledge.bind(validations);
  vi.spyOn(validations, 'acknowledge').mockImplementation((...findings) => {
    const ours = findings.filter(({ id }) => id.startsWith('AwsSolutions-'));
    for (const { id, reason = '' } of ours) accepted.push({ id, path: construct.node.path, reason });
    acknowledge(...findings.filter((one) => !ours.includes(one)));
  });
  return validations;
});
afterAll(() => void vi.restoreAllMocks());

const findingsOf = (local: boolean): { found: readonly string[]; accepted: readonly Accepted[] } => {
  accepted.length = 0;
  const { app } = planeApp({ local, release: { sors: ['sor.policy-admin'] } });
  return { found: findings(app), accepted: [...accepted] };
};

const findings = (app: App): string[] =>
  new AwsSolutionsChecks(app)
    .validateScope(app)
    .violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
    );

describe.each([
  ['a real tenant', findingsOf(false)],
  ['the local cloud', findingsOf(true)],
])('The findings of cdk-nag for %s', (_, { found, accepted }) => {
  const covers = ({ id, path }: Accepted, finding: string): boolean => finding.startsWith(`${id} ${path}/`);

  it('Every finding of cdk-nag has an acknowledgement with its rule id on its construct', () => {
    expect(found.filter((finding) => !accepted.some((one) => covers(one, finding)))).toEqual([]);
  });

  it('There are at most 20 acknowledgements, and each has a reason and exactly one finding', () => {
    expect(accepted.length).toBeLessThanOrEqual(20);
    expect(accepted.filter((one) => found.filter((finding) => covers(one, finding)).length !== 1)).toEqual([]);
    expect(accepted.filter(({ reason }) => reason.length < 40)).toEqual([]);
  });
});
