import { extraction } from '../../../../patterns/extraction/pattern.ts';
import { byLabel } from '../../extraction/located.ts';
import { extractedBy } from '../extracted.ts';
import { specimenOf } from '../specimen.ts';

export const specimen = specimenOf(
  extraction,
  extractedBy((label) => [byLabel(label)]),
);
