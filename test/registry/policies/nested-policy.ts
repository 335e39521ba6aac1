import { createRequire } from 'node:module';

/**
 * Prints the problems of a policy at which Cedar overflows the stack. It runs as its own process, because it replaces
 * Cedar's parser by one that fails with the error whose name is given.
 */
const cedar = createRequire(import.meta.url)('@cedar-policy/cedar-wasm/nodejs') as Record<string, unknown>;
cedar['policySetTextToParts'] = () => {
  throw Object.assign(new Error('stack'), { name: process.argv[2] });
};
const { compilePolicyFiles } = await import('../../../registry/policies/cedar.ts');
const { formatProblem } = await import('../../../registry/tenant/problem.ts');
const text = 'permit (principal, action, resource);';
const { problems } = compilePolicyFiles([{ file: 'policies/access.cedar', text }]);
process.stdout.write(JSON.stringify(problems.map(formatProblem)));
