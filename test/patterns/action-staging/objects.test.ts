import { describe, expect, it } from 'vitest';
import type { ActionKind } from '../../../contract/artefacts/action-kind.ts';
import { hashOf } from '../../../contract/values/canonical.ts';
import { actionKind } from '../../../contract/artefacts/action-kind.ts';
import { actionStaging } from '../../../patterns/action-staging/pattern.ts';
import { kind } from '../artefacts.ts';
import { factsOf } from '../facts.ts';
import { failureOf } from '../failures.ts';
import { recordOf } from '../records.ts';

const noteKind: ActionKind = {
  ...kind,
  id: 'action.note-file',
  targetSor: 'objects',
  mutation: 'put',
  object: { type: 'Note', key: 'noteId', draft: '/note' },
  basis: { tools: ['tool.note.lookup'], maxAgeSeconds: 900 },
  shows: [{ label: 'Text', payload: '/note/content/text', object: '/text' }],
};
const content = { noteId: 'N-1', text: 'raised' };
const draft = (more: object = {}) => ({
  status: 'draft',
  draftType: 'Note',
  template: 'template.note@1.0.0',
  content,
  contentHash: hashOf(content),
  ...more,
});

const source = { sor: 'objects', resource: 'Note', identifier: 'N-1' };
const absent = { status: 'not_found', source };
const found = { status: 'found', object: { noteId: 'N-1', text: 'as it was' }, sourceVersion: '4', source };

interface Staging {
  readonly kind?: Partial<ActionKind>;
  readonly basis?: object;
  readonly note?: object;
  readonly composed?: object;
  readonly by?: string;
  readonly cites?: boolean;
  readonly targetRef?: string;
}

function stage(more: Staging = {}) {
  const note = more.note ?? draft();
  const basis = recordOf({
    tool: 'tool.note.lookup',
    function: 'lookup-internal',
    args: {},
    result: more.basis ?? absent,
    keepsResult: true,
  });
  const composition = recordOf({
    tool: 'tool.note.compose',
    function: more.by ?? 'composition',
    args: {},
    result: more.composed ?? note,
  });
  return actionStaging.execute({
    args: {
      action: { kind: noteKind.id, targetSor: 'objects', targetRef: more.targetRef ?? 'N-1', payload: { note } },
      basis: basis.receipt.eventId,
      ...(more.cites === false ? {} : { drafts: { '/note': composition.receipt.eventId } }),
      rationale: 'The file should say so.',
      evidence: [],
    },
    refs: { kind: { ...noteKind, ...more.kind }, sor: undefined, cited: [basis, composition] },
    ports: { dispatches: { whole: async (record) => record, read: async () => [] } },
    settings: {},
    call: factsOf(),
  });
}

describe('staging a live object', () => {
  it('rests on a lookup that found none, and creates the object', async () => {
    const { effect, result } = await stage();
    expect(effect?.row.target).toEqual({ sor: 'objects', resource: 'Note', ref: 'N-1', version: '0' });
    expect(result).toMatchObject({ state: 'staged', approval: { quorum: 2 } });
    const kept: unknown = JSON.parse(effect?.attachments[1]?.text ?? '');
    expect(kept).toMatchObject({ changes: [{ label: 'Text', from: null, to: 'raised' }] });
  });

  it('rests on a lookup that found it, and replaces that version', async () => {
    const { effect } = await stage({ basis: found });
    expect(effect?.row.target.version).toBe('4');
    const kept: unknown = JSON.parse(effect?.attachments[1]?.text ?? '');
    expect(kept).toMatchObject({ changes: [{ label: 'Text', from: 'as it was', to: 'raised' }] });
  });

  it.each<[string, Staging, string]>([
    ['a draft whose composition is not cited', { cites: false }, 'draft.mismatch'],
    [
      'a draft that was composed otherwise',
      { composed: draft({ content: { noteId: 'N-1', text: 'x' } }) },
      'draft.mismatch',
    ],
    ['what no composition made', { by: 'conversion' }, 'draft.mismatch'],
    ['a draft of another type', { note: draft({ draftType: 'Letter' }) }, 'draft.mismatch'],
    ['what is no draft', { note: { noteId: 'N-1' } }, 'draft.mismatch'],
    ['a draft that names another object', { note: draft({ content: { noteId: 'N-2', text: 'x' } }) }, 'draft.mismatch'],
    ['the lookup of another object', { basis: { ...absent, source: { ...source, identifier: 'N-2' } } }, 'basis.unfit'],
    ['the lookup of another type', { basis: { ...found, source: { ...source, resource: 'Letter' } } }, 'basis.unfit'],
    ['a record of a system of record', { basis: { ...found, source: { ...source, sor: 'sor.admin' } } }, 'basis.unfit'],
    ['a lookup that does not say what it did not find', { basis: { status: 'not_found' } }, 'basis.unfit'],
    ['a creation of what is there', { kind: { mutation: 'create' }, basis: found }, 'basis.unfit'],
    ['a replacement of what is not there', { kind: { mutation: 'replace' } }, 'basis.unfit'],
    ['the lookup of another tool', { kind: { basis: { tools: ['tool.other'], maxAgeSeconds: 9 } } }, 'basis.unfit'],
    ['a kind of another target', { kind: { targetSor: 'sor.admin' } }, 'arguments.invalid'],
  ])('refuses %s', async (_title, staging, code) => {
    expect((await failureOf(() => stage(staging))).code).toBe(code);
  });

  it('needs the approval of at least one human, like every kind', () => {
    expect(actionKind.safeParse(noteKind).success).toBe(true);
    expect(actionKind.safeParse({ ...noteKind, approval: { ...noteKind.approval, quorum: 0 } }).success).toBe(false);
  });

  it.each<[string, object]>([
    ['names no type', { object: undefined }],
    ['has an external target beside it', { targetSor: 'sor.admin' }],
    ['does with it what no object can', { mutation: 'set-reserve' }],
  ])('A kind of live object is refused that %s', (_title, more) => {
    const { object, ...rest } = { ...noteKind, ...more };
    expect(actionKind.safeParse(object === undefined ? rest : { ...rest, object }).success).toBe(false);
  });
});
