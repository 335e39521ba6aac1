import { compilePolicyFiles } from '../../../registry/policies/cedar.ts';
import { formatProblem } from '../../../registry/tenant/problem.ts';

/** A program: prints what is told of a policy that overflows Cedar's stack, which breaks Cedar for the rest of a process. */
const text = `forbid (principal, action, resource) when { ${'['.repeat(2000)}${']'.repeat(2000)} == [] };`;
const { problems } = compilePolicyFiles([{ file: 'policies/access.cedar', text }]);
process.stdout.write(JSON.stringify(problems.map(formatProblem)));
