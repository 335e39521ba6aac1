import { escapePointer } from '../../../contract/values/pointers.ts';
import { evidenceSpan, type EvidenceSpan } from '../../../contract/values/shapes.ts';

/** An evidence span in a case, with the pointer at which it is. */
export interface FoundSpan {
  readonly at: string;
  readonly span: EvidenceSpan;
}

/** The most spans of a case that are shown with their surroundings. No approver reads more passages than this. */
export const mostSpans = 64;

/**
 * Finds the evidence spans in a value, in the order in which they appear. It reads at most `mostSpans` spans.
 * @param pointer the pointer of the value itself, with which the pointers of the spans begin
 */
export function findSpans(value: unknown, pointer: string): readonly FoundSpan[] {
  const found: FoundSpan[] = [];
  const left: { readonly value: unknown; readonly pointer: string }[] = [{ value, pointer }];
  for (let at = left.pop(); at !== undefined && found.length < mostSpans; at = left.pop()) {
    if (at.value === null || typeof at.value !== 'object') continue;
    const span = 'quote' in at.value ? evidenceSpan.safeParse(at.value) : undefined;
    if (span?.success === true) {
      found.push({ at: at.pointer, span: span.data });
      continue;
    }
    const members = Object.entries(at.value).map(([name, member]) => ({
      value: member,
      pointer: `${at.pointer}/${escapePointer(name)}`,
    }));
    left.push(...members.toReversed());
  }
  return found;
}

const sourceForm = /^src-[0-9a-f]{64}$/;

/** Finds the ids of sources in a value: in its texts, and in the names of its members. */
export function findSources(value: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const left: unknown[] = [value];
  while (left.length > 0) {
    const at = left.pop();
    if (typeof at === 'string' && sourceForm.test(at)) found.add(at);
    if (at !== null && typeof at === 'object') left.push(...Object.keys(at), ...Object.values(at));
  }
  return found;
}
