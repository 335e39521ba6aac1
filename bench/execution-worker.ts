import { serveExecutions } from '../adapters/execution/serve-executions.ts';
import { canonicalJson } from '../contract/values/canonical.ts';

/** Gives its arguments back, and does nothing else: what is left is the way there and back. */
serveExecutions(async ({ args }) => ({ result: canonicalJson(args), exceptions: '[]', kinds: [] }));
