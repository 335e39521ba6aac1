import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../contract/authority/identity.ts';
import type { ActionCase } from '../../../contract/rows/action.ts';
import { sourceName, textName, type Source } from '../../../contract/rows/located-text.ts';
import { canonicalJson } from '../../../contract/values/canonical.ts';
import { byRoute } from '../../../lambdas/routes.ts';
import { tasks } from '../../../lambdas/tasks/tasks.ts';
import { extractedFrom, showEvidence, spanOf, storeSource } from '../../support/cited-source.ts';
import { bodyOfAnswer, requestBy } from '../../support/http-request.ts';
import { agent, human, planeWorld, start } from '../../support/plane.ts';

const approver = human('approver-1');
const csv = ['part,amount', 'bumper,4250.00', 'work,1500.00'].join('\n');
const letter = `${'first line. '.repeat(40)}The loss was on 3.2.2026 in Izmir.${' last line.'.repeat(40)}`;

/** A world whose Task has evidence from sources. */
async function caseWorld(options: Parameters<typeof planeWorld>[0] = {}) {
  const plane = await planeWorld(options);
  const handle = byRoute(tasks(plane));
  const { stored, content } = plane.world;
  const send = (text: string, mediaType: string, more: Partial<Source> = {}) =>
    storeSource({ stored, content }, { text, mediaType }, more);
  const show = (evidence: ActionCase['evidence']) => showEvidence({ stored }, plane.actionId, evidence);
  const read = async (caller: Caller = approver) =>
    bodyOfAnswer(await handle(requestBy(caller, { routeKey: 'GET /v1/tasks/{id}', id: plane.taskId })));
  const link = (source: string, caller: Caller = approver, id = plane.taskId) => {
    const request = requestBy(caller, { routeKey: 'GET /v1/tasks/{id}/sources/{source}', at: start });
    return handle({ ...request, event: { ...request.event, pathParameters: { id, source } } });
  };
  return { plane, send, show, read, link };
}

describe('The evidence in the case of a Task', () => {
  it('A quoted passage has its surroundings, its source with the name, and a path to links', async () => {
    const { plane, send, show, read } = await caseWorld();
    const { row, located } = await send(letter, 'text/plain', { name: 'notice.txt' });
    await show([extractedFrom(row, [spanOf(located, '3.2.2026')])]);
    const body = await read();
    const [passage] = body['passages'] as readonly { before: string; after: string }[];
    expect(passage).toMatchObject({ at: '/evidence/0/result/evidence', quote: '3.2.2026', source: row.id, place: {} });
    expect(passage?.before).toHaveLength(240);
    expect(passage?.before.endsWith('The loss was on ')).toBe(true);
    expect(passage?.after.startsWith(' in Izmir.')).toBe(true);
    expect(body['sources']).toEqual([
      {
        source: row.id,
        name: 'notice.txt',
        sentBy: { kind: 'agent', id: 'claims-agent', name: 'claims-agent' },
        at: row.at,
        state: 'located',
        mediaType: 'text/plain',
        sizeBytes: letter.length,
        markings: ['pii.medium'],
        link: `/v1/tasks/${plane.taskId}/sources/${row.id}`,
      },
    ]);
    expect(body).toMatchObject({ evidence: [{ pins: { [row.id]: located.textHash } }] });
  });

  it('A passage in a table has its cell with the title of the column, and spans are found wherever the result has them', async () => {
    const { send, show, read } = await caseWorld();
    const { row, located } = await send(csv, 'text/csv');
    await show([extractedFrom(row, [spanOf(located, '4250.00'), spanOf(located, 'work')])]);
    const { passages } = await read();
    expect(passages).toMatchObject([
      { at: '/evidence/0/result/evidence', place: { cell: { row: 2, column: 2, title: 'amount' } } },
      { at: '/evidence/0/result/more/0', place: { cell: { row: 3, column: 1, title: 'part' } } },
    ]);
  });

  it('The surroundings contain no character that could mislead a reader, and split no character', async () => {
    const { send, show, read } = await caseWorld();
    const { row, located } = await send(
      `\u202Ehidden ${'\u{1F697}'.repeat(200)} 42 ${'\u{1F697}'.repeat(200)}`,
      'text/plain',
    );
    await show([extractedFrom(row, [spanOf(located, '42')])]);
    const [passage] = (await read())['passages'] as readonly { before: string; after: string }[];
    expect([passage?.before.isWellFormed(), passage?.after.isWellFormed()]).toEqual([true, true]);
    const short = await caseWorld();
    const sent = await short.send('\u202Ehidden 42', 'text/plain');
    await short.show([extractedFrom(sent.row, [spanOf(sent.located, '42')])]);
    expect((await short.read())['passages']).toMatchObject([{ before: '\uFFFDhidden ', after: '' }]);
  });

  it.each([
    ['the approver is not cleared for its source', { markings: ['pii.high'] } as const],
    ['its source is only announced by somebody else', { announced: true } as const],
    ['its source was erased', { sourceHash: '0'.repeat(64) }],
  ])(
    'If %s, a passage has only its quote, and links to the source are refused as for an absent one',
    async (_name, more) => {
      const { send, show, read, link } = await caseWorld();
      const { row, located } = await send(letter, 'text/plain', more);
      await show([extractedFrom(row, [spanOf(located, '3.2.2026')])]);
      const { passages, sources } = await read();
      expect(passages).toEqual([{ at: '/evidence/0/result/evidence', quote: '3.2.2026' }]);
      const isHidden = !('sourceHash' in more);
      expect(sources).toHaveLength(isHidden ? 0 : 1);
      const absent = await link(`src-${'0'.repeat(64)}`).catch((error: unknown) => error);
      expect(absent).toMatchObject({ code: 'source.unknown' });
      const hidden = await link(row.id).catch((error: unknown) => error);
      expect(isHidden ? hidden : absent).toEqual(absent);
    },
  );

  it('If the stored text is erased, or is not the text of the span, a passage has only its quote', async () => {
    const { plane, send, show, read } = await caseWorld();
    const { row, located } = await send(letter, 'text/plain');
    await show([extractedFrom(row, [spanOf(located, '3.2.2026'), { ...spanOf(located, 'Izmir'), start: 0, end: 5 }])]);
    const name = textName(sourceName(row.id), located);
    expect((await read())['passages']).toMatchObject([{ source: row.id }, {}]);
    for (const bytes of ['{"erased":true}', canonicalJson({ ...located, text: 'another text' })]) {
      plane.content.tamper('texts', name, Buffer.from(bytes));
      expect((await read())['passages']).toEqual([
        { at: '/evidence/0/result/evidence', quote: '3.2.2026' },
        { at: '/evidence/0/result/more/0', quote: 'Izmir' },
      ]);
    }
  });
});

describe('The links to a source of a case', () => {
  it('An approver gets short-lived links to the bytes and to the text of a source, and the event names the source', async () => {
    const { plane, send, show, link } = await caseWorld();
    const { row, located } = await send(letter, 'text/plain', { name: 'notice.txt' });
    await show([extractedFrom(row, [spanOf(located, '3.2.2026')])]);
    const answer = await link(row.id);
    const expiresAt = new Date(start + 120_000).toISOString();
    expect(bodyOfAnswer(answer)).toMatchObject({
      source: row.id,
      name: 'notice.txt',
      links: {
        source: { url: `https://content.example/sources/${sourceName(row.id)}?expires=120`, expiresAt },
        text: { url: `https://content.example/texts/${textName(sourceName(row.id), located)}?expires=120`, expiresAt },
      },
    });
    expect(plane.events()).toMatchObject([
      { kind: 'read', subject: row.id, actionId: plane.actionId, eventId: answer.headers?.['audit-event-id'] },
    ]);
  });

  it('A source that the case does not name gets the answer of one that does not exist', async () => {
    const { send, link } = await caseWorld();
    const { row } = await send(letter, 'text/plain');
    const absent = await link(`src-${'0'.repeat(64)}`).catch((error: unknown) => error);
    await expect(link(row.id)).rejects.toEqual(absent);
    expect(absent).toMatchObject({ code: 'source.unknown' });
  });

  it('A caller who may not read the Task gets the answer of a Task that does not exist', async () => {
    const { plane, send, show, link } = await caseWorld();
    const { row, located } = await send(letter, 'text/plain');
    await show([extractedFrom(row, [spanOf(located, '3.2.2026')])]);
    const absent = await link(row.id, approver, 'task-none').catch((error: unknown) => error);
    expect(absent).toMatchObject({ code: 'task.unknown' });
    for (const caller of [agent, human('operator', ['operators'])])
      await expect(link(row.id, caller)).rejects.toEqual(absent);
    expect(plane.events()).toEqual([]);
  });
});
