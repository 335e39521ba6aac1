import type * as z from 'zod';
import type { EffectClass } from '../contract/effects.ts';
import type { Answers, RefSlots } from '../contract/pattern.ts';
import type { PatternName } from '../contract/artefacts/tool-version.ts';
import { actionStaging } from '../patterns/action-staging/pattern.ts';
import { aggregation, aggregationAthena } from '../patterns/aggregation/pattern.ts';
import { approvalRequest } from '../patterns/approval-request/pattern.ts';
import { classification } from '../patterns/classification/pattern.ts';
import { composition } from '../patterns/composition/pattern.ts';
import { conversion } from '../patterns/conversion/pattern.ts';
import { extraction, extractionModel } from '../patterns/extraction/pattern.ts';
import { lookupInternal } from '../patterns/lookup/internal.ts';
import { lookup } from '../patterns/lookup/pattern.ts';
import { search } from '../patterns/search/pattern.ts';
import { validation } from '../patterns/validation/pattern.ts';

/** What the compiler, and a replay, read of a pattern's declaration. */
export interface Declaration {
  readonly name: PatternName;
  readonly effectClass: EffectClass;
  readonly function: string;
  readonly network: 'none' | 'declared';
  readonly engine?: string;
  readonly request: z.ZodType;
  readonly response: z.ZodType;
  readonly answers?: Answers;
  readonly settings: z.ZodType;
  readonly refs: RefSlots;
  readonly ports: readonly string[];
}

/** Every pattern that has an engine, with the (effect class, network) pairs that it allows, one declaration each. */
export const patterns: readonly Declaration[] = [
  extraction,
  extractionModel,
  lookup,
  lookupInternal,
  validation,
  classification,
  composition,
  aggregation,
  aggregationAthena,
  conversion,
  search,
  actionStaging,
  approvalRequest,
];
