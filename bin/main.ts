import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { suggestion } from '../registry/tenant/did-you-mean.ts';
import { FileRefused } from '../registry/files/file-refused.ts';
import { UnknownToolVersion } from '../registry/gate/unknown-tool-version.ts';
import { OutputRefused } from '../registry/release/output-refused.ts';
import { TenantInvalid } from '../registry/tenant/problem.ts';
import { UnknownTenant } from '../registry/tenant/unknown-tenant.ts';
import { UsageError } from '../lib/usage-error.ts';
import { LocalFailure } from '../local/cloud/failure.ts';
import { ApiRefused } from './api/refused.ts';
import { exitCodes, type Command, type ExitCode, type Given, type Io } from './command.ts';
import { helpOf, helpOfAll, helpOfCommand } from './help.ts';
import { MissingEnvironment } from './missing-environment.ts';
import { nouns } from './nouns.ts';
import { printableIo } from './printable.ts';

const root = join(import.meta.dirname, '..');

/** Runs one command line. Prints an expected error as its message; an unexpected error is thrown on with its stack. */
export async function main(argv: readonly string[], terminal: Io): Promise<ExitCode> {
  const io = printableIo(terminal);
  try {
    return await dispatch(argv, io);
  } catch (error) {
    const code = exitCodeOf(error);
    if (code === undefined || !(error instanceof Error)) throw error;
    if (argv.includes('--json')) io.out(`${JSON.stringify(errorJson(error))}\n`);
    else io.err(`${error.message}\n`);
    return code;
  }
}

async function dispatch(argv: readonly string[], io: Io): Promise<ExitCode> {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    await helpOfAll(io);
    return name === undefined ? exitCodes.usage : exitCodes.ok;
  }
  const load = Object.hasOwn(nouns, name) ? nouns[name] : undefined;
  if (!load) throw new UsageError(`logic-plane has no command ${name}. ${suggestion(name, Object.keys(nouns))}`);
  const noun = await load();
  if (!('verbs' in noun)) return run({ name, command: noun }, rest, io);
  const [verb, ...operands] = rest;
  if (verb === undefined || verb === '--help' || verb === '-h') {
    helpOf(name, noun, io);
    return verb === undefined ? exitCodes.usage : exitCodes.ok;
  }
  const command = Object.hasOwn(noun.verbs, verb) ? noun.verbs[verb] : undefined;
  if (!command) throw new UsageError(`${name} has no command ${verb}. ${suggestion(verb, Object.keys(noun.verbs))}`);
  return run({ name: `${name} ${verb}`, command }, operands, io);
}

async function run(
  { name, command }: { readonly name: string; readonly command: Command },
  args: readonly string[],
  io: Io,
): Promise<ExitCode> {
  if (args.includes('--help') || args.includes('-h')) {
    helpOfCommand(name, command, io);
    return exitCodes.ok;
  }
  return command.run(given(name, command, args), io);
}

function given(name: string, command: Command, args: readonly string[]): Given {
  const known = {
    ...Object.fromEntries(Object.entries(command.options ?? {}).map(([option, { type }]) => [option, { type }])),
    tenant: { type: 'string' as const },
    tenants: { type: 'string' as const },
    json: { type: 'boolean' as const },
  };
  const unknown = args.find((arg) => arg.startsWith('--') && !Object.hasOwn(known, arg.slice(2).split('=')[0] ?? ''));
  if (unknown !== undefined) {
    const option = unknown.slice(2).split('=')[0] ?? '';
    throw new UsageError(`${name} has no option --${option}. ${suggestion(option, Object.keys(known))}`);
  }
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: known, allowPositionals: true });
    const options: Given['options'] = values;
    const { tenant, tenants, json } = options;
    return {
      operands: positionals,
      options,
      tenant: typeof tenant === 'string' ? tenant : 'demo',
      tenantsDir: typeof tenants === 'string' ? resolve(tenants) : join(root, 'tenants'),
      json: json === true,
    };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'the options cannot be parsed. See --help', {
      cause: error,
    });
  }
}

const askedWrongly = [UsageError, FileRefused, UnknownTenant, UnknownToolVersion, OutputRefused];

function exitCodeOf(error: unknown): ExitCode | undefined {
  if (askedWrongly.some((kind) => error instanceof kind)) return exitCodes.usage;
  if (error instanceof TenantInvalid || error instanceof ApiRefused) return exitCodes.finding;
  return error instanceof MissingEnvironment || error instanceof LocalFailure ? exitCodes.environment : undefined;
}

const errorJson = (error: Error): object => ({
  error: error.name,
  message: error.message.split('\n')[0],
  ...(error instanceof TenantInvalid ? { problems: error.problems } : {}),
});
