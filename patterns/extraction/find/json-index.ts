import type { TextSpan } from '../../../contract/rows/located-text.ts';
import type { Document } from '../document.ts';
import { joined } from '../fold.ts';

export interface JsonMember {
  readonly span: TextSpan;
  /** The member's key together with the key of the object that contains it. */
  readonly qualified: string;
}

/** The scalars of a JSON source by their names. All names have the form that `joined` gives them. */
export interface JsonIndex {
  readonly byKey: ReadonlyMap<string, readonly JsonMember[]>;
  readonly byTwoKeys: ReadonlyMap<string, readonly JsonMember[]>;
  readonly byQuestion: ReadonlyMap<string, readonly JsonMember[]>;
}

const asked = new Set(['question', 'label', 'title', 'field', 'name', 'key', 'soru', 'etiket', 'baslik', 'alan', 'ad']);
const answered = new Set(['answer', 'value', 'cevap', 'yanit', 'deger']);

const kept = new WeakMap<Document, JsonIndex>();

/**
 * Returns the index of a document. The index is made only once for each document, because every label of every finder
 * uses it.
 */
export function jsonIndex(document: Document): JsonIndex {
  const known = kept.get(document);
  if (known) return known;
  const made = indexOf(document);
  kept.set(document, made);
  return made;
}

function indexOf({ located, text }: Document): JsonIndex {
  const byKey = new Map<string, JsonMember[]>();
  const byTwoKeys = new Map<string, JsonMember[]>();
  const byQuestion = new Map<string, JsonMember[]>();
  const words = new Map<string, string>();
  const joinedKey = (key: string): string => {
    const found = words.get(key) ?? joined(key);
    words.set(key, found);
    return found;
  };
  const questions = new Map<string, string>();
  const answers: (readonly [parent: string, member: JsonMember])[] = [];
  for (const [pointer, span] of Object.entries(located.pointers ?? {})) {
    const keys = pointer.split('/').slice(1);
    const own = joinedKey(keys.at(-1) ?? '');
    const member = { span, qualified: `${joinedKey(keys.at(-2) ?? '')}${own}` };
    add(byKey, own, member);
    add(byTwoKeys, member.qualified, member);
    const parent = pointer.slice(0, pointer.lastIndexOf('/'));
    if (asked.has(own)) questions.set(parent, joined(questionOf(text.slice(span.start, span.end))));
    if (answered.has(own)) answers.push([parent, member]);
  }
  for (const [parent, member] of answers) {
    const question = questions.get(parent);
    if (question !== undefined) add(byQuestion, question, member);
  }
  return { byKey, byTwoKeys, byQuestion };
}

function add(index: Map<string, JsonMember[]>, name: string, member: JsonMember): void {
  const members = index.get(name);
  if (members) members.push(member);
  else index.set(name, [member]);
}

const maxQuestion = 200;
/** Returns a question without its closing punctuation and without a remark in brackets. */
const questionOf = (text: string): string =>
  text.slice(0, maxQuestion).replace(/[?:.\s]*(?:\([^()]{0,60}\))?[?:.\s]*$/, '');
