import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { locateSource } from '../../../adapters/located-text/locate.ts';
import { putSource } from '../../../adapters/tables/sources.ts';
import { canonicalJson, sha256 } from '../../../contract/values/canonical.ts';
import { textName, type Source, type SourceArtefact } from '../../../contract/rows/located-text.ts';
import { actorOf } from '../../../contract/authority/identity.ts';
import { pattern } from '../../../contract/pattern.ts';
import { tool } from '../../../contract/tool.ts';
import { agent, answered, callTo, newKey, refusedWith } from '../../support/calls.ts';
import { recordOf } from '../../support/tools.ts';
import { testWorld } from '../../support/world.ts';

const record = recordOf('tool.test.extract', { pattern: 'extraction', effectClass: 'pure' });

/** A pattern without ports that reads sources, like extraction. It receives the text and cannot read it by itself. */
const reading = (seen: SourceArtefact[]) =>
  pattern({
    name: 'extraction',
    effectClass: 'pure',
    function: 'extraction',
    network: 'none',
    request: z.looseObject({}),
    response: z.unknown(),
    settings: z.unknown(),
    refs: { source: { kind: 'Source', at: ['/source'], count: 'one' } },
    ports: [],
    execute: ({ refs: { source } }) => {
      seen.push(source);
      return { result: source.state === 'located' ? source.text.text : source.state };
    },
  });

async function world() {
  const made = testWorld([{ record }]);
  const seen: SourceArtefact[] = [];
  const run = tool(reading(seen), made.system, {});
  const { text } = await locateSource(Buffer.from('Merhaba 😀'), 'a'.repeat(64), 'text/plain');
  const json = canonicalJson(text);
  const row: Source = {
    id: `src-${'a'.repeat(64)}`,
    by: actorOf(agent),
    sourceHash: 'a'.repeat(64),
    mediaType: 'text/plain',
    sizeBytes: 12,
    markings: ['pii.medium'],
    state: 'located',
    version: 1,
    at: new Date().toISOString(),
    depth: 0,
    text: { ...text, digest: sha256(json) },
  };
  const storeSource = async (more: Partial<Source> = {}): Promise<void> => {
    const { if: _, ...put } = putSource({ ...row, ...more }) as Extract<ReturnType<typeof putSource>, { put: unknown }>;
    await made.stored.write([put]);
    await made.content.put('texts', textName(row.sourceHash, text), Buffer.from(json));
    made.content.requests.length = 0;
  };
  const call = (id = row.id, key?: string) => run(callTo(record, { source: id }, key === undefined ? {} : { key }));
  return { ...made, row, storeSource, call, seen, text };
}

describe('A source as a reference', () => {
  it('The text of a source is loaded after the PDP has allowed the call, and the receipt names the text that was used', async () => {
    const { storeSource, call, row, seen, text, content } = await world();
    await storeSource();
    const { receipt, result } = answered(await call());
    expect(result).toBe('Merhaba 😀');
    expect(receipt.pins[row.id]).toBe(text.textHash);
    expect(receipt.markings).toContain('pii.medium');
    expect(seen).toEqual([{ id: row.id, state: 'located', text }]);
    expect(content.requests).toEqual(['get texts']);
  });

  it('A source above the caller’s clearance is reported as not found, and its text is not read', async () => {
    const { storeSource, call, content, seen } = await world();
    await storeSource({ markings: ['pii.high'] });
    expect(refusedWith(await call())).toBe('source.unknown');
    expect([content.requests, seen]).toEqual([[], []]);
  });

  it.each(['src-' + '0'.repeat(64), 'src-x', 'constructor', 'act-1'])(
    'The source id %s, which does not exist, is reported as not found, whatever the caller’s clearances are',
    async (id) => {
      const { call } = await world();
      expect(refusedWith(await call(id))).toBe('source.unknown');
      const cleared = testWorld([{ record: { ...record, markings: ['pii.high', 'regulated.kvkk'] } }], {
        definition: { clearances: ['pii.high', 'regulated.kvkk'] },
      });
      const run = tool(reading([]), cleared.system, {});
      expect(refusedWith(await run(callTo(record, { source: id })))).toBe('source.unknown');
    },
  );

  it.each([
    [{ state: 'awaited' } as const, undefined],
    [{ state: 'received' } as const, undefined],
    [
      { state: 'refused', exception: { kind: 'source.corrupt', detail: 'no PDF' } } as const,
      { kind: 'source.corrupt', detail: 'no PDF' },
    ],
  ])('A source without a text is passed to the tool with its state: %j', async (more, exception) => {
    const { storeSource, call, seen, row, content } = await world();
    await storeSource(more);
    expect(answered(await call()).result).toBe(more.state);
    expect(seen).toEqual([{ id: row.id, state: more.state, ...(exception === undefined ? {} : { exception }) }]);
    expect(content.requests).toEqual([]);
  });

  it('If the text of a source is made after a call, an equal call is a new call and does not repeat the first answer', async () => {
    const { storeSource, call } = await world();
    await storeSource({ state: 'received' });
    const before = answered(await call());
    await storeSource();
    const after = answered(await call());
    expect([before.result, after.result, after.replayed]).toEqual(['received', 'Merhaba 😀', false]);
    expect(answered(await call()).replayed).toBe(true);
  });

  it('If the markings of a source rise above the caller’s clearance, a retry is refused, although the first call was answered', async () => {
    const { storeSource, call } = await world();
    await storeSource();
    const key = newKey();
    answered(await call(undefined, key));
    await storeSource({ markings: ['pii.high'] });
    expect(refusedWith(await call(undefined, key))).toBe('source.unknown');
  });

  it('If the text of a source was changed in the store, no tool gets it', async () => {
    const { storeSource, call, content, row, text, seen } = await world();
    await storeSource();
    content.tamper(
      'texts',
      textName(row.sourceHash, text),
      Buffer.from(canonicalJson({ ...text, text: 'Merhaba 😈' })),
    );
    expect(refusedWith(await call())).toBe('internal');
    expect(seen).toEqual([]);
  });
});
