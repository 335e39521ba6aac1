import { bringDown, demoDirectory } from './down.ts';
import { endWith } from './end-with.ts';

await endWith(async () => {
  const ran = await bringDown(demoDirectory);
  process.stdout.write(ran ? 'Stopped.\n' : 'Nothing was running.\n');
});
