import type { Model } from '../../../../contract/ports.ts';
import { extractionModel } from '../../../../patterns/extraction/pattern.ts';
import { extractedBy } from '../extracted.ts';
import { sampleOf } from '../sample.ts';

/** A model that quotes the text after the label that it is asked for. */
const pointing: Model = {
  async ask({ message: [asked = '', document = ''] }) {
    const label = asked.slice('The property: '.length);
    const [, quote] = new RegExp(`^${label}: (.*)$`, 'm').exec(document) ?? [];
    const input = quote === undefined ? { found: false } : { found: true, quote };
    return { kind: 'answer', input, complete: true, inputTokens: 1, outputTokens: 1 };
  },
};

export const sample = sampleOf(extractionModel, {
  ...extractedBy((label) => [
    {
      by: 'model',
      model: 'anthropic.claude-3-haiku-20240307-v1:0',
      promptVersion: 'v1',
      instruction: label,
      parameters: { maxTokens: 100, temperature: 0 },
      maxCharacters: 1000,
    },
  ]),
  ports: () => ({ model: pointing }),
});
