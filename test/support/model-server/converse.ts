import * as z from 'zod';

/** What stands on the wire of Bedrock's Converse as far as the platform uses it. */
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

/** One turn of the script. */
export type Scripted =
  /** The model calls its tool with this, whatever it is. */
  | { readonly calls: unknown }
  /** It says something and calls nothing. */
  | { readonly says: string }
  /** It is cut off within its call. */
  | { readonly cutOff: unknown }
  | {
      readonly error: 'ThrottlingException' | 'ModelTimeoutException' | 'AccessDeniedException';
      readonly status: number;
    }
  /** The connection ends in the middle of the answer. */
  | { readonly half: unknown }
  /** Nothing comes, ever. */
  | { readonly silent: true };

/** The answer of Converse to a request, as JSON text. */
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
