import { expect, inject, it } from 'vitest';
import { playJourney } from '../../local/demo/journey/journey.ts';

it('the journey is played to its end over HTTP: looked up, validated, converted, staged, granted, changed once, audited', async () => {
  const { demo } = inject('deployment');
  const steps = await playJourney(demo, () => {});
  expect(steps.at(-1)?.name).toBe('read the audit log');
  expect(steps.find(({ name }) => name === 'see the Action committed')?.answer).toContain('committed');
});
