import { parseArgs } from 'node:util';
import { endWith } from './cloud/end-with.ts';
import { LocalFailure } from './cloud/failure.ts';
import { faultNames, faults, type FaultName } from './demo/break/faults.ts';
import { playFault } from './demo/break/play-fault.ts';
import { readDemo } from './demo/demo-file.ts';

const help = `Usage: npm run break [-- ${faultNames.join('|')}]

Breaks the system of record of the demo that npm start started. For each fault, an agent proposes a change and an approver
grants it. The command then prints each state of the Action until the change is committed, and counts in the journal of the
system of record how often the change was applied. Without a name it plays all faults.

${faultNames.map((name) => `  ${name.padEnd(9)} ${faults[name].says}`).join('\n')}
  --help    print this help
`;

const counted = (count: number, noun: string): string => `${count} ${count === 1 ? noun : `${noun}s`}`;

function asked(args: readonly string[]): readonly FaultName[] | 'help' {
  const options = { help: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: false });
  if (values['help'] === true) return 'help';
  const unknown = [...positionals, ...Object.keys(values)].find((name) => !Object.hasOwn(faults, name));
  if (unknown !== undefined) {
    const why = `There is no fault ${unknown}. The faults are ${faultNames.join(', ')}.`;
    throw new LocalFailure({
      what: 'npm run break does not know this fault.',
      why,
      next: 'Run npm run break -- --help.',
    });
  }
  return positionals.length === 0 ? faultNames : faultNames.filter((name) => positionals.includes(name));
}

await endWith(async () => {
  const names = asked(process.argv.slice(2));
  if (names === 'help') return void process.stdout.write(help);
  const demo = readDemo();
  for (const name of names) {
    process.stdout.write(`${name}: the system of record breaks. ${faults[name].says.replace(/^it/, 'It')}.\n`);
    const { lookups, requests, changes } = await playFault(demo, faults[name], (state, seconds) =>
      process.stdout.write(`  ${`${seconds.toFixed(1)} s`.padStart(7)}  ${state}\n`),
    );
    process.stdout.write(
      `  The platform looked the change up ${counted(lookups, 'time')}. The journal shows ${counted(requests, 'request')} and ${counted(changes, 'change')}.\n\n`,
    );
  }
});
