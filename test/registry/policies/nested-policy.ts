import { compilePolicyFiles } from '../../../registry/policies/cedar.ts';
import { formatProblem } from '../../../registry/tenant/problem.ts';

/**
 * Prints the problems of a policy that overflows Cedar's stack. It runs as its own process, because Cedar cannot be
 * used after that.
 */
const text = `forbid (principal, action, resource) when { ${'['.repeat(2000)}${']'.repeat(2000)} == [] };`;
const { problems } = compilePolicyFiles([{ file: 'policies/access.cedar', text }]);
process.stdout.write(JSON.stringify(problems.map(formatProblem)));
