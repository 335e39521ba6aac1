import type { Versioned } from '../../call.ts';
import { Failure } from '../../failures.ts';
import type { Head } from '../../system.ts';
import { unusableTool } from '../unusable-tool.ts';

const because = {
  'tool.not_released': 'is not released',
  'tool.withdrawn': 'is withdrawn',
  'tool.suspended': 'is suspended',
} as const;

/**
 * Refuses a tool version that is not released with a valid report, or that is withdrawn or suspended (docs/spec.md,
 * 9.1, Eval-gated).
 */
export const evalGated =
  (head: Head) =>
  async (call: Versioned): Promise<Versioned> => {
    const code = unusableTool(call.record, await head.current());
    if (code === undefined) return call;
    throw new Failure(code, `${call.record.id}@${call.record.version} ${because[code]}`);
  };
