import { extraction } from '../../../../patterns/extraction/pattern.ts';
import { byLabel } from '../../extraction/located.ts';
import { extractedBy } from '../extracted.ts';
import { sampleOf } from '../sample.ts';

export const sample = sampleOf(
  extraction,
  extractedBy((label) => [byLabel(label)]),
);
