import { verifyTask } from '../../lambdas/action-plane/approval-verify/verify-task.ts';
import { decideTask } from '../../lambdas/decide/decide-task.ts';
import { voteRequest } from './http-request.ts';
import { human, planeWorld, sor as sorFile, type PlaneWorld } from './plane.ts';
import { SimulatedSor } from './simulated-sor.ts';

/** Makes an Action Plane in memory whose Task is open, with the SoR that the Action changes. */
export async function openPlane(
  options: Parameters<typeof planeWorld>[0] = {},
): Promise<PlaneWorld & { readonly sor: SimulatedSor }> {
  const plane = await planeWorld(options);
  const sor = new SimulatedSor(sorFile, plane.now);
  await verifyTask({ ...plane, connectors: sor })({ taskId: plane.taskId, generation: 1 });
  return { ...plane, sor };
}

/** Makes an Action Plane in memory whose Action was granted by one approver, so it waits to be sent. */
export async function grantedPlane(
  options: Parameters<typeof planeWorld>[0] = {},
): Promise<PlaneWorld & { readonly sor: SimulatedSor }> {
  const plane = await openPlane(options);
  const tokens = { resume: async () => 'gone' as const };
  await decideTask({ ...plane, tokens })(
    voteRequest(plane, { by: human('approver-1'), decision: 'grant' }, plane.now()),
  );
  return plane;
}
