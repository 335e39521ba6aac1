import * as z from 'zod';
import { canonicalJson, NotJson } from '../../contract/values/canonical.ts';
import type { EventId } from '../../contract/audit.ts';
import { Failure } from '../../contract/failures.ts';
import { parseJson } from '../../contract/values/json.ts';
import { UsageError } from '../../lib/usage-error.ts';

/** Of an agent's own journal: the arguments of one call, as canonical JSON, and the line that they stand in. */
export interface JournalEntry {
  readonly line: number;
  readonly eventId: EventId;
  readonly argsText: string;
}

const entry = z.strictObject({ eventId: z.string().min(1), arguments: z.record(z.string(), z.unknown()) });

/**
 * Reads NDJSON, one `{ "eventId", "arguments" }` a line, as safely as a dispatch reads its body. Empty lines say nothing.
 * @throws UsageError naming the line, and none of its values
 */
export const replayJournalOf = (text: string): readonly JournalEntry[] =>
  text.split('\n').flatMap((content, index) => (content.trim() === '' ? [] : [entryOf(content, index + 1)]));

function entryOf(content: string, line: number): JournalEntry {
  const wrong = (what: string): never => {
    throw new UsageError(`line ${line} of the journal ${what}. A line is { "eventId": "…", "arguments": { … } }`);
  };
  try {
    const parsed = entry.safeParse(parseJson(content));
    if (!parsed.success) return wrong(`is malformed at /${parsed.error.issues[0]?.path.join('/') ?? ''}`);
    return { line, eventId: parsed.data.eventId, argsText: canonicalJson(parsed.data.arguments) };
  } catch (error) {
    if (error instanceof Failure || error instanceof NotJson) return wrong(error.message.replace(/^the body /, ''));
    throw error;
  }
}
