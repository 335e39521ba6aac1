import * as z from 'zod';

/** The parts of a Bedrock Converse request that the platform uses. */
export const converseBody = z.object({
  system: z.array(z.object({ text: z.string() })),
  messages: z.array(z.object({ role: z.literal('user'), content: z.array(z.object({ text: z.string() })) })).length(1),
  inferenceConfig: z.object({ maxTokens: z.int(), temperature: z.number() }),
  toolConfig: z.object({
    tools: z
      .array(z.object({ toolSpec: z.object({ name: z.string(), inputSchema: z.object({ json: z.unknown() }) }) }))
      .length(1),
    toolChoice: z.object({ tool: z.object({ name: z.string() }) }),
  }),
});

/** An answer of the model, as a test scripts it. */
export type Scripted =
  /** The model calls its tool with this value. */
  | { readonly calls: unknown }
  /** The model answers with text and does not call its tool. */
  | { readonly says: string }
  /** The answer is cut off within the tool call, at the limit of tokens. */
  | { readonly cutOff: unknown }
  | {
      readonly error: 'ThrottlingException' | 'ModelTimeoutException' | 'AccessDeniedException';
      readonly status: number;
    }
  /** The connection ends in the middle of the answer. */
  | { readonly half: unknown }
  /** The answer never comes. */
  | { readonly silent: true };

/** Writes a scripted answer as the JSON text that Converse returns. */
export function converseAnswer(
  turn: Extract<Scripted, { calls: unknown } | { says: string } | { cutOff: unknown } | { half: unknown }>,
  tool: string,
): string {
  const use = (input: unknown) => ({ toolUse: { toolUseId: 'tooluse_1', name: tool, input } });
  const content =
    'says' in turn
      ? { text: turn.says }
      : use('calls' in turn ? turn.calls : 'cutOff' in turn ? turn.cutOff : turn.half);
  return JSON.stringify({
    output: { message: { role: 'assistant', content: [content] } },
    stopReason: 'cutOff' in turn ? 'max_tokens' : 'says' in turn ? 'end_turn' : 'tool_use',
    usage: { inputTokens: 100, outputTokens: 20, totalTokens: 120 },
    metrics: { latencyMs: 1 },
  });
}
