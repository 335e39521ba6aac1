import {
  BedrockRuntimeClient,
  BedrockRuntimeServiceException,
  ConverseCommand,
  type ConverseCommandInput,
  type ConverseCommandOutput,
} from '@aws-sdk/client-bedrock-runtime';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { Model, ModelAnswer, ModelRequest } from '../../contract/ports.ts';

/**
 * 2 attempts of at most 1 s to connect and 20 s to answer, because a model writes for seconds. The call's own deadline
 * ends both. The SDK reads region, credentials and AWS_ENDPOINT_URL_BEDROCK_RUNTIME.
 */
const client = (): BedrockRuntimeClient =>
  new BedrockRuntimeClient({
    maxAttempts: 2,
    retryMode: 'standard',
    // The SDK's default is HTTP/2 with one long session, which is dead when a frozen function wakes.
    requestHandler: new NodeHttpHandler({
      connectionTimeout: 1000,
      requestTimeout: 20_000,
      throwOnRequestTimeout: true,
    }),
  });

/** The part of a call's time that is kept for the work after the model. */
const reserveMillis = 1500;

/** Amazon Bedrock's Converse. The model must call the one tool that it gets. */
export function bedrockModel(): Model {
  const bedrock = client();
  return {
    async ask(request, deadlineAt) {
      const left = deadlineAt - Date.now() - reserveMillis;
      if (left <= 0) return unavailable('the call has no time left for the model');
      try {
        return answerOf(
          await bedrock.send(new ConverseCommand(input(request)), { abortSignal: AbortSignal.timeout(left) }),
        );
      } catch (error) {
        return unavailable(reasonOf(error));
      }
    },
  };
}

const input = ({ model, system, message, tool, parameters }: ModelRequest): ConverseCommandInput => ({
  modelId: model,
  system: [{ text: system }],
  messages: [{ role: 'user', content: message.map((text) => ({ text })) }],
  inferenceConfig: { maxTokens: parameters.maxTokens, temperature: parameters.temperature },
  toolConfig: {
    tools: [
      // The SDK's document type is JSON, and so is a schema.
      {
        toolSpec: {
          name: tool.name,
          description: tool.description,
          inputSchema: { json: structuredClone(tool.schema) as Json },
        },
      },
    ],
    toolChoice: { tool: { name: tool.name } },
  },
});
type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

function answerOf({ output, stopReason, usage }: ConverseCommandOutput): ModelAnswer {
  const calls = (output?.message?.content ?? []).flatMap(({ toolUse }) => (toolUse ? [toolUse.input] : []));
  return {
    kind: 'answer',
    // Two tool calls do not answer one question.
    input: calls.length === 1 ? calls[0] : undefined,
    complete: stopReason === 'tool_use' || stopReason === 'end_turn',
    inputTokens: usage?.inputTokens ?? 0,
    outputTokens: usage?.outputTokens ?? 0,
  };
}

const unavailable = (reason: string): ModelAnswer => ({ kind: 'unavailable', reason });

/** The service's name for the error, never its message. */
const reasonOf = (error: unknown): string =>
  error instanceof BedrockRuntimeServiceException ? error.name : 'the service gave no answer that can be read';
