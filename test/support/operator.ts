import type { Actor } from '../../contract/authority/identity.ts';

/** The person whose AWS credentials a command uses. */
export const jane: Actor = {
  kind: 'human',
  id: 'arn:aws:sts::111122223333:assumed-role/Operator/jane',
  name: 'jane',
};
export const janeAsked = async (): Promise<Actor> => jane;
