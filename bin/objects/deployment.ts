import type { Options } from '../command.ts';

/** Which deployment objects stand in, as `runSource` takes it. */
export const deployment = {
  outputs: { type: 'string', says: 'the file that cdk deploy --outputs-file wrote (default: the local cloud)' },
  stage: { type: 'string', says: 'the stage of that deployment (default: prod)' },
} as const satisfies Options;
