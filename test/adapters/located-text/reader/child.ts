import { serveLocating } from '../../../../adapters/located-text/reader/serve-locating.ts';

await serveLocating();
