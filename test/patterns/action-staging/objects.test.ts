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

describe('Staging a live object', () => {
  it('If the lookup found no object, a staged Action has target version 0 and shows the approver null as the old value', async () => {
    const { effect, result } = await stage();
    expect(effect?.row.target).toEqual({ sor: 'objects', resource: 'Note', ref: 'N-1', version: '0' });
    expect(result).toMatchObject({ state: 'staged', approval: { quorum: 2 } });
    const kept: unknown = JSON.parse(effect?.attachments[1]?.text ?? '');
    expect(kept).toMatchObject({ changes: [{ label: 'Text', from: null, to: 'raised' }] });
  });

  it('If the lookup found the object, a staged Action has the version of the object as its target version, and shows the old value', async () => {
    const { effect } = await stage({ basis: found });
    expect(effect?.row.target.version).toBe('4');
    const kept: unknown = JSON.parse(effect?.attachments[1]?.text ?? '');
    expect(kept).toMatchObject({ changes: [{ label: 'Text', from: 'as it was', to: 'raised' }] });
  });

  it.each<[string, Staging, string]>([
    ['the composition of the draft is not cited', { cites: false }, 'draft.mismatch'],
    [
      'the draft differs from the result of the composition',
      { composed: draft({ content: { noteId: 'N-1', text: 'x' } }) },
      'draft.mismatch',
    ],
    ['the cited event is not a composition', { by: 'conversion' }, 'draft.mismatch'],
    ['the draft has another type than the kind', { note: draft({ draftType: 'Letter' }) }, 'draft.mismatch'],
    ['the payload holds a value that is not a draft', { note: { noteId: 'N-1' } }, 'draft.mismatch'],
    [
      'the draft names another object than the target',
      { note: draft({ content: { noteId: 'N-2', text: 'x' } }) },
      'draft.mismatch',
    ],
    [
      'the basis is the lookup of another object',
      { basis: { ...absent, source: { ...source, identifier: 'N-2' } } },
      'basis.unfit',
    ],
    [
      'the basis is the lookup of an object of another type',
      { basis: { ...found, source: { ...source, resource: 'Letter' } } },
      'basis.unfit',
    ],
    [
      'the basis is the lookup of a record in an SoR',
      { basis: { ...found, source: { ...source, sor: 'sor.admin' } } },
      'basis.unfit',
    ],
    [
      'the basis found no object and does not name the object that it looked for',
      { basis: { status: 'not_found' } },
      'basis.unfit',
    ],
    ['the kind creates objects and the object exists', { kind: { mutation: 'create' }, basis: found }, 'basis.unfit'],
    ['the kind replaces objects and the object does not exist', { kind: { mutation: 'replace' } }, 'basis.unfit'],
    [
      'the basis is a lookup by a tool that the kind does not name',
      { kind: { basis: { tools: ['tool.other'], maxAgeSeconds: 9 } } },
      'basis.unfit',
    ],
    ['the kind is for another target', { kind: { targetSor: 'sor.admin' } }, 'arguments.invalid'],
  ])('Staging a live object is refused if %s', async (_title, staging, code) => {
    expect((await failureOf(() => stage(staging))).code).toBe(code);
  });

  it('An action kind for live objects is refused if its quorum is 0', () => {
    expect(actionKind.safeParse(noteKind).success).toBe(true);
    expect(actionKind.safeParse({ ...noteKind, approval: { ...noteKind.approval, quorum: 0 } }).success).toBe(false);
  });

  it.each<[string, object]>([
    ['does not name the type of the object', { object: undefined }],
    ['names an SoR as its target', { targetSor: 'sor.admin' }],
    ['names a mutation that live objects do not have', { mutation: 'set-reserve' }],
  ])('An action kind for live objects is refused if it %s', (_title, more) => {
    const { object, ...rest } = { ...noteKind, ...more };
    expect(actionKind.safeParse(object === undefined ? rest : { ...rest, object }).success).toBe(false);
  });
});
