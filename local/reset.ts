import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bringDown, demoDirectory } from './down.ts';
import { endWith } from './end-with.ts';
import { localFolder } from './paths.ts';

await endWith(async () => {
  await bringDown(demoDirectory);
  let names: readonly string[] = [];
  try {
    names = readdirSync(localFolder);
  } catch {
    // There is nothing to forget.
  }
  // An instance of the tests may be up: its own process ends it, and its folder goes with the next reset.
  for (const name of names.filter((entry) => !entry.startsWith('test'))) {
    rmSync(join(localFolder, name), { recursive: true, force: true, maxRetries: 3 });
  }
  process.stdout.write('Forgotten. npm start begins from nothing.\n');
});
