import type { Attempt } from '../probe/attempt.ts';

const anthropic = 'anthropic.claude-3-haiku-20240307-v1:0';
const nova = 'amazon.nova-lite-v1:0';

/** What the extractors name: the right of the one function that asks. */
export const namedModels = [anthropic, nova].map((model) => `InvokeModel ${model}`);

const converse = (model: string, form: 'converse' | 'invoke'): Attempt => ({
  name: `${form} ${model}`,
  resource: model,
  needs: `InvokeModel ${model}`,
  writes: false,
  callFor: () => ({
    service: 'bedrock',
    method: 'POST',
    path: `/model/${encodeURIComponent(model)}/${form}`,
    input: { messages: [{ role: 'user', content: [{ text: 'probe' }] }] },
  }),
});

/** Those that the tenant's extractors name, and two that nobody names. */
export const modelAttempts: readonly Attempt[] = [
  anthropic,
  nova,
  'anthropic.claude-3-sonnet-20240229-v1:0',
  `${nova}-other`,
].flatMap((model) => [converse(model, 'converse'), converse(model, 'invoke')]);
