import type { Sor } from '../../contract/artefacts/sor.ts';
import { isLoopback, originProblem } from '../../contract/values/origin.ts';
import { tableArn } from '../../contract/values/table-arn.ts';

/** The SoR as a deployment has it, which may say where it is: an origin, or the ARN of a table. */
export function withPlace(sor: Sor, place: string | undefined): Sor {
  if (place === undefined) return sor;
  switch (sor.engine) {
    case 'dynamodb':
      return { ...sor, table: place };
    case 'http':
      // An origin on loopback is of the local cloud, and replaces the network of the file.
      return { ...sor, origin: place, ...(isLoopback(place) ? { network: 'loopback' as const, cidrs: [] } : {}) };
  }
}

/** Why a deployment cannot have an SoR at a place, or undefined. The place is not repeated: it may be a secret by mistake. */
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
