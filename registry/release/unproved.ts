import type { CheckedTenant } from '../tenant/checked-tenant.ts';
import type { Problem } from '../tenant/problem.ts';
import { problemAt } from '../tenant/source.ts';
import { releaseOf, unreleased } from './tool-version.ts';

/**
 * Returns a problem for each released tool version that no eval report proves. A tenant with a problem of this kind
 * cannot be deployed (spec 9.1, eval-gated).
 */
export function unprovedProblems(checked: CheckedTenant): readonly Problem[] {
  const problems: Problem[] = [];
  for (const { value: file } of checked.tenant.tools) {
    const compiled = checked.signatures.get(`${file.id}@${file.version}`);
    if (!compiled || (file.release?.state ?? 'draft') === 'draft') continue;
    if (releaseOf(checked, file, unreleased(checked, file)).proved) continue;
    problems.push(...unprovedProblem(checked, file.id, file.version));
  }
  return problems;
}

export function unprovedProblem({ tenant }: CheckedTenant, id: string, version: string): readonly Problem[] {
  const file = tenant.tools.find(({ value }) => value.id === id && value.version === version);
  if (!file) return [];
  const named = `${id}@${version}`;
  const message = tenant.reports.has(named)
    ? 'its eval report does not prove the present files'
    : 'it has no eval report';
  return [
    problemAt(
      { source: file.source, path: ['release'] },
      `${named} is not a draft, but ${message}`,
      `Run logic-plane promote ${named}`,
    ),
  ];
}
