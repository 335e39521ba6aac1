import { areas } from './areas.ts';

/** One area in a process of its own: no other's garbage is in its memory, and none is collected in its time. */
const [name = ''] = process.argv.slice(2);
const area = await areas[name]?.();
process.stdout.write(JSON.stringify(await area?.measure()));
