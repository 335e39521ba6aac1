import type { Sor } from '../../contract/artefacts/sor.ts';
import { isLoopback, originProblem } from '../../contract/values/origin.ts';
import { tableArn } from '../../contract/values/table-arn.ts';

/** Returns the SoR with the place that a deployment gives it: an origin, or the ARN of a table. */
export function withPlace(sor: Sor, place: string | undefined): Sor {
  if (place === undefined) return sor;
  switch (sor.engine) {
    case 'dynamodb':
      return { ...sor, table: place };
    case 'http':
      // A loopback origin belongs to the local cloud, so the network `loopback` replaces the network of the SoR file.
      return { ...sor, origin: place, ...(isLoopback(place) ? { network: 'loopback' as const, cidrs: [] } : {}) };
  }
}

/**
 * Returns why a deployment cannot use a place for an SoR, or undefined. The message does not repeat the place, because
 * it may be a secret by mistake.
 */
export function placeProblem({ id, engine }: Sor, place: string, local: boolean): string | undefined {
  switch (engine) {
    case 'dynamodb':
      if (tableArn.test(place)) return undefined;
      return `${id} is a DynamoDB table: use its ARN, arn:aws:dynamodb:REGION:ACCOUNT:table/NAME`;
    case 'http': {
      if (isLoopback(place)) {
        return local
          ? undefined
          : `the origin of ${id} is on this machine: add -c local=true, which is for the local cloud only`;
      }
      const problem = originProblem(place);
      return problem === undefined
        ? undefined
        : `the origin of ${id} ${problem}: use an origin such as https://sor.example`;
    }
  }
}
