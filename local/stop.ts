import { bringDown, demoDirectory } from './down.ts';
import { endWith } from './end-with.ts';
import { alone } from './lock.ts';

await endWith(async () => {
  const ran = await alone(() => bringDown(demoDirectory));
  process.stdout.write(ran ? 'Stopped.\n' : 'Nothing was running.\n');
});
