import { agentIn, mustNotBeSuspended } from '../../authority/suspension.ts';
import type { Versioned } from '../../call.ts';
import { Failure } from '../../failures.ts';
import type { Head } from '../../system.ts';
import { unusableTool } from '../unusable-tool.ts';

const because = {
  'tool.not_released': 'is not released',
  'tool.withdrawn': 'is withdrawn',
} as const;

/**
 * Refuses a tool version that is not released with a valid report, or that is withdrawn (docs/spec.md, 9.1,
 * Eval-gated). Also refuses the call if all work, the calling agent, the tool or the tool version is suspended.
 */
export const evalGated =
  (head: Head) =>
  async (call: Versioned): Promise<Versioned> => {
    const { caller, record } = call;
    const code = unusableTool(record, await head.current());
    if (code !== undefined) throw new Failure(code, `${record.id}@${record.version} ${because[code]}`);
    await mustNotBeSuspended(head, { ...agentIn(caller), tool: record });
    return call;
  };
