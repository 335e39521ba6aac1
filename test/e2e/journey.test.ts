import { expect, inject, it } from 'vitest';
import { playJourney } from '../../local/demo/journey/journey.ts';

it('An agent and an approver complete the claim’s steps over HTTP, from the first lookup to the committed change and its audit events', async () => {
  const { demo } = inject('deployment');
  const steps = await playJourney(demo, () => {});
  expect(steps.at(-1)?.name).toBe('read the audit log');
  expect(steps.find(({ name }) => name === 'see the Action committed')?.answer).toContain('committed');
});
