import type { HeadWriter } from '../../adapters/tables/head.ts';
import type { Actor } from '../../contract/authority/identity.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { suggestion } from '../../registry/tenant/did-you-mean.ts';
import { changeHead, type ChangedHead } from './change-head.ts';
import { moved, type Move } from './move.ts';

/**
 * Adds a tool version to the withdrawn ones, or removes it.
 * @param check throws if the release does not have the name
 * @throws UsageError if the name is to be removed but is not in the list
 */
export const moveName = (
  head: HeadWriter,
  {
    move,
    name,
    check,
  }: { readonly move: Move; readonly name: string; readonly check: (release: string) => Promise<void> },
  by: Actor,
): Promise<ChangedHead> =>
  changeHead(
    head,
    async (state) => {
      const { withdrawn } = state;
      if (move === 'withdraw') await check(state.release);
      else if (!withdrawn.includes(name)) {
        const hint = withdrawn.length === 0 ? 'Nothing is withdrawn' : suggestion(name, withdrawn);
        throw new UsageError(`${name} is not withdrawn. ${hint}`);
      }
      return moved(state, move, name);
    },
    { by },
  );
