import { join } from 'node:path';
import { blindSorWarnings } from '../../registry/tenant/blind-sors.ts';
import { checkedTenant } from '../../registry/tenant/checked-tenant.ts';
import { compileTenant } from '../../registry/release/compile.ts';
import { formatProblem, TenantInvalid, type Problem } from '../../registry/tenant/problem.ts';
import { scanWarnings } from '../../registry/tenant/scan-warnings.ts';
import { unprovedProblems } from '../../registry/release/unproved.ts';
import { exitCodes, type Command, type ExitCode, type Given, type Io, type Noun } from '../command.ts';

const buildFolder = join(import.meta.dirname, '..', '..', '.build');
const nameOf = ({ operands, tenant }: Given): string => operands[0] ?? tenant;

const check: Command = {
  summary: "Check a tenant's folder, and print each problem with its file and how to correct it",
  operands: '[TENANT]',
  examples: ['logic-plane tenant check demo', 'logic-plane tenant check acme --tenants ../our-tenants'],
  run: async (given, io) => {
    const checked = await checkedTenant(given.tenantsDir, nameOf(given));
    const { tenant } = checked;
    const warnings = [...blindSorWarnings(tenant), ...scanWarnings(tenant)];
    if (!given.json) for (const warning of warnings) io.err(`warning: ${formatProblem(warning)}\n`);
    const unproved = unprovedProblems(checked);
    if (unproved.length > 0) throw new TenantInvalid(tenant.name, unproved);
    const counts = {
      tools: tenant.tools.length,
      types: tenant.types.size,
      artefacts: tenant.artefacts.length,
      agents: tenant.agents.size,
      groups: tenant.groups.size,
      packs: tenant.packs.size,
    };
    const text = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
    io.out(
      given.json
        ? `${JSON.stringify({ tenant: tenant.name, ...counts, warnings })}\n`
        : `${tenant.name}: no problems in ${text.join(', ')}\n`,
    );
    return exitCodes.ok;
  },
};

const compile: Command = {
  summary: 'Compile a tenant into a release',
  operands: 'TENANT [--out DIR]',
  examples: ['logic-plane tenant compile demo', 'logic-plane tenant compile demo --out .build/release --json'],
  options: { out: { type: 'string', says: 'folder to write the release to (default: .build/TENANT/release)' } },
  run: async (given, io) => {
    const tenant = nameOf(given);
    const { out: folder } = given.options;
    const out = typeof folder === 'string' ? folder : join(buildFolder, tenant, 'release');
    const { releaseId, problems } = await compileTenant({ tenantsDir: given.tenantsDir, tenant, out });
    if (given.json) io.out(`${JSON.stringify({ tenant, release: releaseId, out, problems })}\n`);
    else io.out(`${tenant}: release ${releaseId}\n`);
    return told(problems, given, io);
  },
};

function told(problems: readonly Problem[], { json }: Given, io: Io): ExitCode {
  if (!json) for (const problem of problems) io.err(`${formatProblem(problem)}\n`);
  return problems.length > 0 ? exitCodes.finding : exitCodes.ok;
}

export const tenant: Noun = { summary: 'Check and compile a tenant', verbs: { check, compile } };
