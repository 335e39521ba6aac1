import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { liveState } from './cloud/cloud-state.ts';
import { bringDown, demoDirectory } from './demo/down.ts';
import { readDemo, writeDemo, type Demo } from './demo/demo-file.ts';
import { endWith } from './cloud/end-with.ts';
import { LocalFailure } from './cloud/failure.ts';
import { playJourney } from './demo/journey/journey.ts';
import { row } from './demo/journey/table.ts';
import { alone } from './cloud/lock.ts';
import { projectRoot } from './cloud/paths.ts';
import { playOn } from './demo/play.ts';
import { terminalProgress } from './cloud/progress.ts';
import { bringUp } from './demo/up.ts';

const help = `Usage: npm start [-- --once]

Starts the local cloud, deploys the tenant demo with the CDK, plays the demo's claim, and keeps running.

  --once   play the claim, then stop everything that was started; a demo that was already running keeps running
  --help   print this help

npm stop stops the demo and deletes its data, including its Actions and its audit log. npm run reset also removes the Python
environments and everything else under .local.
`;

function optionsOf(args: readonly string[]): { once: boolean; help: boolean } {
  try {
    const options = { once: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } } as const;
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'The option is unknown.';
    throw new LocalFailure(
      { what: 'npm start does not know this option.', why, next: 'Run npm start -- --help to see the options.' },
      {
        cause,
      },
    );
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
  let steps = 0;
  process.stdout.write('Logic Plane, tenant demo, on a local cloud\n\n');
  const { demo, outcome } = await playOn(
    {
      isUp: () => liveState(resolve(projectRoot, demoDirectory)) !== undefined,
      async bringUp() {
        const up = await bringUp(demoDirectory, terminalProgress(), { previous: previousDemo() });
        writeDemo(up.demo);
        return up;
      },
      async play(demo) {
        process.stdout.write('\nThe journey\n\n');
        steps = (await playJourney(demo, (step) => process.stdout.write(`${row(step)}\n`))).length;
        process.stdout.write('\nThe system of record was changed exactly once.\n');
      },
      bringDown: () => bringDown(demoDirectory),
    },
    once,
  );
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  if (!once) process.stdout.write(farewell(demo, seconds));
  else if (outcome === 'ended')
    process.stdout.write(
      `\nThe journey of ${steps} steps took ${seconds} s with start and stop. Everything was stopped.\n`,
    );
  else
    process.stdout.write(
      `\nThe journey of ${steps} steps took ${seconds} s. The demo was already running and keeps running. npm stop stops it.\n`,
    );
}

const farewell = ({ apiUrl, logins }: Demo, seconds: string): string => `
The demo was ready after ${seconds} s and keeps running. npm stop stops it.

  console  ${apiUrl}/console/
${Object.entries(logins)
  .map(([name, { password }]) => `           ${name.padEnd(10)} password ${password}`)
  .join('\n')}
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
