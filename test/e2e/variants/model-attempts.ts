import type { Attempt } from '../probe/attempt.ts';

const anthropic = 'anthropic.claude-3-haiku-20240307-v1:0';
const nova = 'amazon.nova-lite-v1:0';

/** What the extractors name: the right of the one function that asks. */
export const namedModels = [anthropic, nova].map((model) => `InvokeModel ${model}`);

/**
 * Those that the tenant's extractors name, and two that nobody names. By InvokeModel, the action that AWS authorizes Converse as
 * too; the emulator has one of that name, which no policy can grant.
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
