import { setTimeout as sleep } from 'node:timers/promises';
import { LocalFailure } from '../../cloud/failure.ts';

/** Waits until a condition holds. @throws {LocalFailure} that names what did not happen in time */
export type Until = (what: string, seen: () => Promise<boolean>) => Promise<void>;

export const waiting =
  (settlesWithinMillis: number): Until =>
  async (what, seen) => {
    const end = Date.now() + settlesWithinMillis;
    while (!(await seen())) {
      if (Date.now() > end) {
        const why = `It waited for ${what}, which did not happen within ${settlesWithinMillis / 1000} s.`;
        throw new LocalFailure({
          what: 'The journey stopped waiting.',
          why,
          next: 'Read .local/cloud/cloud.log, then run npm run reset.',
        });
      }
      await sleep(100);
    }
  };
