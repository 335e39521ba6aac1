import { areas } from './areas.ts';

/** Measures one area in its own process, so that garbage of another area does not cost this area memory or time. */
const [name = ''] = process.argv.slice(2);
const area = await areas[name]?.();
process.stdout.write(JSON.stringify(await area?.measure()));
