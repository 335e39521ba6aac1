import type { Attempt } from '../probe/attempt.ts';

const anthropic = 'anthropic.claude-3-haiku-20240307-v1:0';
const nova = 'amazon.nova-lite-v1:0';

/** The rights to invoke the models that the extractors name. Only the function that asks models may have them. */
export const namedModels = [anthropic, nova].map((model) => `InvokeModel ${model}`);

/**
 * Requests that invoke the models that the tenant's extractors name, and two other models. AWS authorizes a Converse request
 * as InvokeModel. The emulator has an action of its own for it, which no policy can grant, so these requests use
 * InvokeModel.
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
