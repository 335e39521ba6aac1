import type { Command, Io, Noun } from './command.ts';
import { nouns } from './nouns.ts';

const common: readonly (readonly [string, string])[] = [
  ['--tenant NAME', 'name of the tenant (default: demo)'],
  ['--tenants DIR', 'folder that holds one folder for each tenant (default: tenants)'],
  ['--json', 'print one JSON document on standard output'],
  ['--help', 'print this help'],
];

export async function helpOfAll(io: Io): Promise<void> {
  const loaded = await Promise.all(
    Object.entries(nouns).map(async ([name, load]) => [name, (await load()).summary] as const),
  );
  io.out(`logic-plane <noun> [<verb>] …\n\n${columns(loaded)}\n\nOptions of every command\n${columns(common)}\n`);
  io.out(
    `\nExit codes: 0 success, 1 the command found a problem, 2 wrong usage, 3 a service or file of the environment is missing\n`,
  );
  io.out(`\nExample\n  npx logic-plane tenant check demo\n`);
}

export function helpOf(name: string, noun: Noun, io: Io): void {
  if (!('verbs' in noun)) return helpOfCommand(name, noun, io);
  const verbs = Object.entries(noun.verbs);
  const rows = verbs.map(([verb, { summary, operands }]) => [`${name} ${verb} ${operands}`.trim(), summary] as const);
  const examples = verbs.flatMap(([, command]) => command.examples);
  io.out(
    `${noun.summary}\n\n${columns(rows)}\n\nOptions of every command\n${columns(common)}\n${exampleText(examples)}`,
  );
}

export function helpOfCommand(name: string, command: Command, io: Io): void {
  const own = Object.entries(command.options ?? {}).map(
    ([option, { type, says }]) => [`--${option}${type === 'string' ? ' VALUE' : ''}`, says] as const,
  );
  io.out(`logic-plane ${name} ${command.operands}\n\n${command.summary}\n\nOptions\n${columns([...own, ...common])}\n`);
  io.out(exampleText(command.examples));
}

const exampleText = (examples: readonly string[]): string =>
  `\nExample\n${examples.map((example) => `  npx ${example}\n`).join('')}`;

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
