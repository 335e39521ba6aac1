import { expect, it } from 'vitest';
import { Failure } from '../../../contract/failures.ts';
import { sendAction } from '../../../lambdas/action-plane/commit-send/send-action.ts';
import { grantedPlane } from '../../support/granted-plane.ts';

it('If the write secret of the SoR cannot be read, the Action is not claimed, and the next call sends it', async () => {
  const plane = await grantedPlane();
  const granted = await plane.action();
  const input = { actionId: plane.actionId, generation: 1 };
  const away = async () => Promise.reject(new Failure('dependency.unavailable', 'the secret store is away'));
  await expect(sendAction({ ...plane, sender: away })(input)).rejects.toMatchObject({ name: 'dependency.unavailable' });
  expect([granted.state, await plane.action()]).toEqual(['approved', granted]);

  await sendAction({ ...plane, sender: async () => plane.sor.send })(input);
  expect(await plane.action()).toMatchObject({ state: 'committed', attempts: 1 });
});

it('The write secret of the SoR is read before the Action is claimed, so reading it does not use up the lease', async () => {
  const plane = await grantedPlane();
  const states: string[] = [];
  const sender = async () => {
    states.push((await plane.action()).state);
    return plane.sor.send;
  };
  await sendAction({ ...plane, sender })({ actionId: plane.actionId, generation: 1 });
  expect(states).toEqual(['approved']);
});
