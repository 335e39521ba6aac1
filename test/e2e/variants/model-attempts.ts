import type { Attempt } from '../probe/attempt.ts';

const anthropic = 'anthropic.claude-3-haiku-20240307-v1:0';
const nova = 'amazon.nova-lite-v1:0';

/** The models that the extractors name: only the function that asks may invoke them. */
export const namedModels = [anthropic, nova].map((model) => `InvokeModel ${model}`);

/**
 * The models that the tenant's extractors name, and two that no extractor names. AWS authorizes Converse as InvokeModel. The
 * emulator has an action named Converse, which no policy can grant.
 */
export const modelAttempts: readonly Attempt[] = [
  anthropic,
  nova,
  'anthropic.claude-3-sonnet-20240229-v1:0',
  `${nova}-other`,
].map((model) => ({
  name: `InvokeModel ${model}`,
  resource: model,
  needs: `InvokeModel ${model}`,
  writes: false,
  callFor: () => ({
    service: 'bedrock',
    method: 'POST',
    path: `/model/${encodeURIComponent(model)}/invoke`,
    input: { messages: [{ role: 'user', content: [{ text: 'probe' }] }] },
  }),
}));
