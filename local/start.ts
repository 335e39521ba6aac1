import { parseArgs } from 'node:util';
import { bringDown, demoDirectory } from './down.ts';
import { readDemo, writeDemo, type Demo } from './demo-file.ts';
import { endWith } from './end-with.ts';
import { LocalFailure } from './failure.ts';
import { playJourney } from './journey/journey.ts';
import { row } from './journey/table.ts';
import { alone } from './lock.ts';
import { terminalProgress } from './progress.ts';
import { bringUp } from './up.ts';

const help = `Usage: npm start [-- --once]

Starts the local cloud, deploys the tenant demo with the CDK, plays the journey, and stays up.

  --once   play the journey, stop everything, say how long it took
  --help   this text

npm stop ends it and all that it held: its Actions, its audit log. npm run reset also removes the Python environments and
all else under .local.
`;

function optionsOf(args: readonly string[]): { once: boolean; help: boolean } {
  try {
    const options = { once: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } } as const;
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'unknown option';
    throw new LocalFailure('npm start does not take that.', why, 'See npm start -- --help.', { cause });
  }
}

function previousDemo(): Demo | undefined {
  try {
    return readDemo();
  } catch {
    return undefined;
  }
}

async function start(once: boolean): Promise<void> {
  const since = performance.now();
  try {
    process.stdout.write('Logic Plane, tenant demo, on a local cloud\n\n');
    const { cloud, sor, demo } = await bringUp(demoDirectory, terminalProgress(), previousDemo());
    writeDemo(demo);
    process.stdout.write('\nThe journey\n\n');
    const steps = await playJourney(demo, (step) => process.stdout.write(`${row(step)}\n`));
    process.stdout.write('\nThe system of record was changed exactly once.\n');
    if (once) {
      await bringDown(demoDirectory);
    } else {
      await sor.keep();
      await cloud.keep();
    }
    const seconds = ((performance.now() - since) / 1000).toFixed(1);
    process.stdout.write(
      once ? `\n${steps.length} steps, everything stopped, ${seconds} s.\n` : farewell(demo, seconds),
    );
  } catch (error) {
    if (once) await bringDown(demoDirectory);
    throw error;
  }
}

const farewell = ({ apiUrl }: Demo, seconds: string): string => `
Up after ${seconds} s, and stays up: npm stop ends it.

  API      ${apiUrl}
  token    npx logic-plane token claims-agent        (or adjuster, approver-1, approver-2, auditor, operator)
  try      curl -s -X POST ${apiUrl}/v1/conversion/tool.money.convert \\
             -H "Authorization: Bearer $(npx logic-plane token claims-agent)" \\
             -H 'Purpose-Of-Use: claims.adjustment' -H 'Content-Type: application/json' \\
             -d '{"value":{"amount":"1150.00","currency":"EUR"},"target":{"kind":"currency","currency":"TRY","rates":"rates.tcmb","rounding":"half-even"}}'

`;

await endWith(async () => {
  const options = optionsOf(process.argv.slice(2));
  if (options.help) process.stdout.write(help);
  else await alone(() => start(options.once));
});
