import { serveExecutions } from '../adapters/execution/serve-executions.ts';
import { canonicalJson } from '../contract/values/canonical.ts';

/** Returns its arguments and does nothing else, so only the transport is measured. */
serveExecutions(async ({ args }) => ({ result: canonicalJson(args), exceptions: '[]', kinds: [] }));
