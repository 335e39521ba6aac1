/**
 * The values that survive the way through the sign-in, in the storage of this browser tab. Tokens are never kept here.
 */
export interface Kept {
  /** The state of the sign-in that is under way (RFC 7636, 4.1; RFC 6749, 10.12). */
  readonly verifier?: string;
  readonly state?: string;
  readonly nonce?: string;
  /** The fragment of the address at which the person was. */
  readonly place?: string;
}

const key = 'logic-plane.sign-in';
const draftKey = 'logic-plane.drafts';

const read = (name: string): Record<string, string> => {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
};

export const keep = (kept: Kept): void => sessionStorage.setItem(key, JSON.stringify(kept));

/** Returns what was kept, and removes it, so that an answer of the sign-in counts once. */
export function takeKept(): Kept {
  const kept: Kept = read(key);
  sessionStorage.removeItem(key);
  return kept;
}

/** Returns the text that a person had typed into a field and not sent yet; empty if there is none. */
export const draftOf = (field: string): string => read(draftKey)[field] ?? '';

/** Keeps the text of a field until it is sent. An empty text removes it. */
export function keepDraft(field: string, text: string): void {
  const { [field]: _, ...others } = read(draftKey);
  sessionStorage.setItem(draftKey, JSON.stringify(text === '' ? others : { ...others, [field]: text }));
}
