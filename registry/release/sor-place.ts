import type { Sor } from '../../contract/artefacts/artefacts.ts';
import { tableArn } from '../../contract/values/table-arn.ts';
import { isLoopback, originProblem } from '../tenant/origin-problem.ts';
import { tableOrigin } from '../tenant/table-origin.ts';

/** The SoR as it stands in a deployment that says where: an origin, or of a table its ARN. */
export const withPlace = (sor: Sor, place: string | undefined): Sor => {
  if (place === undefined) return sor;
  if (sor.table) return { ...sor, origin: tableOrigin(place), table: { ...sor.table, arn: place } };
  // An origin on loopback is the local cloud's, and the file's network gives way to it.
  return { ...sor, origin: place, ...(isLoopback(place) ? { network: 'loopback' as const, cidrs: [] } : {}) };
};

/** Why an SoR cannot stand there, or undefined. The place is not said again: it may hold what was not meant for a log. */
export function placeProblem(sor: Sor, place: string, local: boolean): string | undefined {
  if (sor.table) {
    return tableArn.test(place)
      ? undefined
      : `${sor.id} is a table: say its ARN, arn:aws:dynamodb:REGION:ACCOUNT:table/NAME`;
  }
  if (isLoopback(place)) {
    return local
      ? undefined
      : `the origin of ${sor.id} is on this machine: only of the local cloud, with -c local=true`;
  }
  const problem = originProblem(place);
  return problem === undefined ? undefined : `the origin of ${sor.id} ${problem}`;
}
