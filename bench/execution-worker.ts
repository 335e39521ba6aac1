import { serveExecutions } from '../adapters/execution/serve-executions.ts';
import { canonicalJson } from '../contract/values/canonical.ts';

/** The worker only returns its arguments, so that the benchmark measures only the transport. */
serveExecutions(async ({ args }) => ({ result: canonicalJson(args), exceptions: '[]', kinds: [] }));
