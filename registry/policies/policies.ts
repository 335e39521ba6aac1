import type { PolicySet } from '../../contract/system.ts';
import { compilePolicyFiles as compileFiles } from './cedar.ts';
import { TenantInvalid } from '../tenant/problem.ts';

/**
 * Compiles policies that are given as texts by name, together with the floor, like the files `policies/<name>.cedar` of
 * a tenant.
 * @throws TenantInvalid with every problem and its place
 */
export function compilePolicies(texts: Readonly<Record<string, string>>): PolicySet {
  const files = Object.entries(texts).map(([name, text]) => ({ file: `policies/${name}.cedar`, text }));
  const { policies, problems } = compileFiles(files);
  if (problems.length > 0) throw new TenantInvalid('policies', problems);
  return policies;
}
