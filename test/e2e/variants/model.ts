import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { z } from 'zod';
import { evidenceSpan, modelLineage } from '../../../contract/values/shapes.ts';
import { modelRequests, scriptModel, type Asked } from '../../support/model-server/remote.ts';
import type { Scripted } from '../../support/model-server/converse.ts';

export const lossDate = 'extraction-model/tool.letter.extract-loss-date';
export const cause = 'extraction-model/tool.letter.extract-cause';

export const extracted = z.object({
  result: z.looseObject({
    status: z.literal('extracted'),
    value: z.string(),
    evidence: evidenceSpan.extend({ lineage: modelLineage }),
  }),
  receipt: z.object({ eventId: z.string(), markings: z.array(z.string()) }),
});

/** Sets what the model answers from now on, and clears the list of earlier requests. */
export const scriptAnswers = (...turns: readonly Scripted[]): Promise<void> => scriptModel(inject('models'), ...turns);
export const asked = (): Promise<Asked> => modelRequests(inject('models'));

export const throttled: Scripted = { error: 'ThrottlingException', status: 429 };
export const validAnswer: Scripted = { calls: { found: true, quote: '12 March 2026' } };

/** Makes a letter with unique text, so that no earlier call is the same call. */
export const uniqueLetter = (): string =>
  `Ref ${randomUUID()}\nShe ran aground off Çeşme 🚢 on 12 March 2026; I write on 13 March 2026.\n`;
