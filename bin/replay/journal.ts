import * as z from 'zod';
import { canonicalJson, NotJson } from '../../contract/values/canonical.ts';
import type { EventId } from '../../contract/audit.ts';
import { Failure } from '../../contract/failures.ts';
import { parseJson } from '../../contract/values/json.ts';
import { UsageError } from '../../lib/usage-error.ts';

/** Line of an agent's own journal: the number of the line, the event id of a call, and its arguments as canonical JSON. */
export interface JournalEntry {
  readonly line: number;
  readonly eventId: EventId;
  readonly argsText: string;
}

const entry = z.strictObject({ eventId: z.string().min(1), arguments: z.record(z.string(), z.unknown()) });

/**
 * Reads a journal in NDJSON, with one `{ "eventId", "arguments" }` in each line. It skips empty lines and applies the same
 * limits as a dispatch does to its body.
 * @throws UsageError that names the line, but no value of it
 */
export const replayJournalOf = (text: string): readonly JournalEntry[] =>
  text.split('\n').flatMap((content, index) => (content.trim() === '' ? [] : [entryOf(content, index + 1)]));

function entryOf(content: string, line: number): JournalEntry {
  const wrong = (what: string): never => {
    throw new UsageError(
      `line ${line} of the journal ${what}. Each line must be { "eventId": "…", "arguments": { … } }`,
    );
  };
  try {
    const parsed = entry.safeParse(parseJson(content));
    if (!parsed.success) return wrong(`is malformed at /${parsed.error.issues[0]?.path.join('/') ?? ''}`);
    return { line, eventId: parsed.data.eventId, argsText: canonicalJson(parsed.data.arguments) };
  } catch (error) {
    if (error instanceof Failure || error instanceof NotJson) return wrong(predicateOf(error.message));
    throw error;
  }
}

/** Returns the message about a request body as a predicate for a line, such as `is not valid JSON`. */
const predicateOf = (message: string): string =>
  message.startsWith('the body ')
    ? message.slice('the body '.length)
    : `is not valid: ${message.replace('in the body', 'in it')}`;
