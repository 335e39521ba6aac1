import { SendTaskSuccessCommand, type SFNClient } from '@aws-sdk/client-sfn';
import { canonicalJson } from '../../contract/values/canonical.ts';
import { Failure } from '../../contract/failures.ts';

export interface TaskTokens {
  /**
   * Resumes the state machine that waits for the token. If it no longer waits, that is not a failure: another call has
   * resumed it or its time has run out, and the Task's row says which.
   * @throws Failure `dependency.unavailable`
   */
  resume(token: string, output: object): Promise<'resumed' | 'timed_out' | 'gone' | 'invalid'>;
}

const outcomes = { TaskTimedOut: 'timed_out', TaskDoesNotExist: 'gone', InvalidToken: 'invalid' } as const;

const isOutcome = (name: string): name is keyof typeof outcomes => Object.hasOwn(outcomes, name);

/** The token is a secret. Failures contain neither the token nor the SDK's error, which may quote it. */
export const taskTokens = (client: SFNClient): TaskTokens => ({
  async resume(token, output) {
    try {
      await client.send(new SendTaskSuccessCommand({ taskToken: token, output: canonicalJson(output) }));
      return 'resumed';
    } catch (error) {
      const name = error instanceof Error ? error.name : 'unknown';
      if (isOutcome(name)) return outcomes[name];
      throw new Failure('dependency.unavailable', `the waiting state machine could not be resumed: ${name}`);
    }
  },
});
