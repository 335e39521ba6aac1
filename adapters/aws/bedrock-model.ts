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
 * Creates a client that makes 2 attempts, each with at most 1 s to connect and 20 s to answer, because a model
 * generates text for seconds. The deadline of the call ends both attempts. The SDK reads region, credentials and
 * AWS_ENDPOINT_URL_BEDROCK_RUNTIME from the environment.
 */
const client = (): BedrockRuntimeClient =>
  new BedrockRuntimeClient({
    maxAttempts: 2,
    retryMode: 'standard',
    // HTTP/1.1, because the SDK's default is one long HTTP/2 session, which is dead when a frozen function resumes.
    requestHandler: new NodeHttpHandler({
      connectionTimeout: 1000,
      requestTimeout: 20_000,
      throwOnRequestTimeout: true,
    }),
  });

/** The time in milliseconds that is reserved at the end of a call for the work after the model's answer. */
const reserveMillis = 1500;

/**
 * Calls a model through the Converse API of Amazon Bedrock. The model must answer by calling the one tool that the
 * request declares.
 */
export function bedrockModel(): Model {
  const bedrock = client();
  return {
    async ask(request, deadlineAt) {
      const left = deadlineAt - Date.now() - reserveMillis;
      if (left <= 0) return unavailable('the call has no time left to ask the model');
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
      // The SDK types this member as a JSON document, and a JSON Schema is one.
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
    // A model that calls the tool twice has given two answers, so neither is used.
    input: calls.length === 1 ? calls[0] : undefined,
    complete: stopReason === 'tool_use' || stopReason === 'end_turn',
    inputTokens: usage?.inputTokens ?? 0,
    outputTokens: usage?.outputTokens ?? 0,
  };
}

const unavailable = (reason: string): ModelAnswer => ({ kind: 'unavailable', reason });

/** Returns the name of the service's error. The message is left out, because it may quote the document. */
const reasonOf = (error: unknown): string =>
  error instanceof BedrockRuntimeServiceException
    ? error.name
    : 'the model service did not answer, or its answer cannot be read';
