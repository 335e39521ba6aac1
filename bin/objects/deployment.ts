import type { Options } from '../command.ts';

/** Options that select a deployment. `runSource` reads them. */
export const deployment = {
  outputs: {
    type: 'string',
    says: 'path of the JSON file written by cdk deploy --outputs-file FILE (default: the local cloud)',
  },
  stage: { type: 'string', says: 'stage of the deployment in --outputs (default: prod)' },
} as const satisfies Options;
