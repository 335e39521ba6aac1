import type { Command } from '../../bin/command.ts';

/** Runs a command. @returns its exit code and its two outputs */
export async function runCommand(
  command: Command,
  options: Readonly<Record<string, string | boolean>>,
  operands: readonly string[] = [],
) {
  let [out, err] = ['', ''];
  const given = { operands, options, tenant: 'demo', tenantsDir: 'tenants', json: false };
  const code = await command.run(given, { out: (text) => (out += text), err: (text) => (err += text), color: false });
  return { code, out, err };
}
