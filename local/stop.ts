import { bringDown, demoDirectory } from './demo/down.ts';
import { endWith } from './cloud/end-with.ts';
import { alone } from './cloud/lock.ts';

await endWith(async () => {
  const ran = await alone(() => bringDown(demoDirectory));
  process.stdout.write(ran ? 'Stopped.\n' : 'Nothing was running.\n');
});
