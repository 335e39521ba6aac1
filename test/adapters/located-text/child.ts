import { serveLocating } from '../../../adapters/located-text/serve-locating.ts';

await serveLocating();
