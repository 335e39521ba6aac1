import { serveLocating } from '../../../adapters/located-text/in-worker.ts';

await serveLocating();
