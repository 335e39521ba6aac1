import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bringDown, demoDirectory } from './demo/down.ts';
import { endWith } from './cloud/end-with.ts';
import { alone, lockName } from './cloud/lock.ts';
import { localFolder } from './cloud/paths.ts';

async function forget(): Promise<void> {
  await bringDown(demoDirectory);
  // Folders of the tests are kept, because tests may be running.
  const ours = readdirSync(localFolder).filter((name) => !name.startsWith('test') && name !== lockName);
  for (const name of ours) {
    rmSync(join(localFolder, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

await endWith(async () => {
  await alone(forget);
  process.stdout.write('Everything was removed. npm start builds it again.\n');
});
