import { describe, expect, it } from 'vitest';
import type { ReadScan } from '../../../adapters/aws/textract.ts';
import { locateSource } from '../../../adapters/located-text/locate.ts';
import type { LocateOutcome } from '../../../adapters/located-text/reader/outcome.ts';
import { SourceRefused } from '../../../adapters/located-text/source-refused.ts';
import { memoryWorld } from '../../../adapters/memory/world.ts';
import { sources as sourcesOf } from '../../../adapters/tables/sources.ts';
import type { AuditEvent, SourceEvent } from '../../../contract/audit.ts';
import { sha256OfBytes } from '../../../contract/rows/content.ts';
import { Failure, type FailureCode } from '../../../contract/failures.ts';
import type { Caller } from '../../../contract/authority/identity.ts';
import { newUuid, ownEventId } from '../../../contract/dispatch/keys.ts';
import { sourceIdOf, sourceName, type Source } from '../../../contract/rows/located-text.ts';
import { makeText } from '../../../lambdas/source-text/make-text.ts';
import { uploadedBy } from '../../../lambdas/source-text/uploaded.ts';
import { byRoute } from '../../../lambdas/routes.ts';
import { sourcesHandler } from '../../../lambdas/sources/sources.ts';
import { bodyOfAnswer, requestBy } from '../../support/http-request.ts';
import { drawnPdf } from '../../support/documents/placed-pdf.ts';
import { agent, human, insurerRelease } from '../../support/plane.ts';
import { libraryOf } from '../../../adapters/release/library-of.ts';

const other = human('approver-1');
const uncleared = human('newcomer', ['uncleared']);
const nobody = human('nobody', ['no-such-group']);

/** Creates the two functions over memory. `upload` reports an object in `sources`, as the event bus does. */
function world(readScan?: ReadScan) {
  const release = insurerRelease();
  const memory = memoryWorld({ release: release.id });
  const { content, sourceStore: store, ledger, head, stored } = memory;
  let located = 0;
  const deaths = { left: 0 };
  let late = 0;
  const now = (): number => Date.now() + late;
  const locate = async (bytes: Uint8Array, hash: string, mediaType: string): Promise<LocateOutcome> => {
    located++;
    if (deaths.left > 0) {
      deaths.left -= 1;
      return { kind: 'died', detail: 'SIGKILL' };
    }
    try {
      return await locateSource(bytes, hash, mediaType);
    } catch (error) {
      if (error instanceof SourceRefused) return { kind: error.kind, detail: error.message };
      throw error;
    }
  };
  const uploads = async () => ({ url: 'https://upload.example', headers: { 'content-type': 'text/plain' } });
  const handle = byRoute(sourcesHandler({ store, content, ledger, head, uploads, library: libraryOf(release) }));
  const make = makeText({
    store,
    content,
    locate,
    ...(readScan && { readScan }),
    head,
    now,
    uuid: newUuid,
  });
  return {
    ...memory,
    located: () => located,
    deaths,
    /** Moves everybody’s clock forward by this many minutes. */
    pass: (minutes: number) => void (late += minutes * 60_000),
    seenByTools: async (id: string) => (await sourcesOf(memory.database, content, now).find([id]))[0],
    post: (body: unknown, caller: Caller = agent) =>
      handle({ ...requestBy(caller, { routeKey: 'POST /v1/sources', body }), at: now() }).then(bodyOfAnswer),
    get: (id: string, caller: Caller = agent) =>
      handle({ ...requestBy(caller, { routeKey: 'GET /v1/sources/{id}', id }), at: now() }).then(bodyOfAnswer),
    /** Delivers the event of an upload, as the event bus sends it. */
    upload: (stored: string, size: number) =>
      make(uploadedBy({ detail: { object: { key: `sources/${stored}`, size } } })),
    row: async (id: string): Promise<Source> => {
      const source = await store.find(id);
      if (!source) throw new Error('no such source');
      return source;
    },
    events: () =>
      stored
        .items('ledger')
        .map((item) => JSON.parse(String(item['event'])) as AuditEvent)
        .filter((event): event is SourceEvent => event.kind === 'source'),
  };
}

const text = 'Hasar tarihi: 3.2.2026';
const hash = sha256OfBytes(Buffer.from(text));
const id = sourceIdOf({ by: agent, sourceHash: hash, mediaType: 'text/plain' });
const name = sourceName(id);
const idOf = (by: Caller): string => sourceIdOf({ by, sourceHash: hash, mediaType: 'text/plain' });
/** Returns an answer without the instants, which differ between two worlds. */
const stable = (answer: Record<string, unknown>): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value: unknown) => (/^(at|expiresAt)$/.test(key) ? undefined : value));
const inline = { mediaType: 'text/plain', text };
const announced = { mediaType: 'text/plain', sha256: hash, sizeBytes: Buffer.byteLength(text) };

const codeOf = async (work: Promise<unknown>): Promise<FailureCode | 'answered'> =>
  work.then(
    () => 'answered' as const,
    (error: unknown) => {
      if (error instanceof Failure) return error.code;
      throw error;
    },
  );

describe('A PDF whose pages have no text', () => {
  const scan = drawnPdf('');
  const body = { mediaType: 'application/pdf', contentBase64: Buffer.from(scan).toString('base64') };
  const word = { text: 'Rechnung', confidence: 0.9, box: { left: 0.1, top: 0.1, width: 0.1, height: 0.02 } };
  const sent = async (readScan?: ReadScan) => {
    const made = world(readScan);
    const { source } = (await made.post(body)) as { source: string };
    await made.upload(sourceName(source), scan.byteLength);
    return { ...made, source };
  };

  it('If no reader of scans is configured, the source is refused with source.no_text, and the answer names Amazon Textract', async () => {
    const { get, source } = await sent();
    expect(await get(source)).toMatchObject({
      state: 'refused',
      exception: { kind: 'source.no_text', next: expect.stringContaining('Amazon Textract') },
    });
  });

  it('If a reader of scans is configured, its words become the text of the source, and a second event of the upload asks it no more', async () => {
    let asked = 0;
    const readScan: ReadScan = async () => {
      asked += 1;
      return { model: '1.0', pages: [{ number: 1, words: [{ ...word, line: word.box }] }] };
    };
    const { get, upload, source } = await sent(readScan);
    await upload(sourceName(source), scan.byteLength);
    expect(await get(source)).toMatchObject({
      state: 'located',
      text: { extractor: 'textract', extractorVersion: '1+1.0' },
    });
    expect(asked).toBe(1);
  });

  it('If the reader of scans is unavailable, the source stays received, and the event is delivered again', async () => {
    let error: Error | undefined = new Failure('dependency.unavailable', 'not finished');
    const made = world(async () => {
      if (error) throw error;
      return { model: '1.0', pages: [{ number: 1, words: [{ ...word, line: word.box }] }] };
    });
    const { source } = (await made.post(body)) as { source: string };
    expect(await codeOf(made.upload(sourceName(source), scan.byteLength))).toBe('dependency.unavailable');
    expect(await made.get(source)).toMatchObject({ state: 'received' });
    error = undefined;
    await made.upload(sourceName(source), scan.byteLength);
    expect(await made.get(source)).toMatchObject({ state: 'located' });
  });
});

describe('A source in the body of a request', () => {
  it('A source in the body is stored under the hash in its id, with the markings of new sources; its text is made after the event of its upload', async () => {
    const { post, get, upload, content } = world();
    expect(await post(inline)).toEqual({ source: id, state: 'received', markings: ['pii.medium'] });
    expect(content.names('sources')).toEqual([name]);
    await upload(name, text.length);
    expect(await get(id)).toMatchObject({ source: id, state: 'located', text: { extractor: 'plain', textHash: hash } });
  });

  it('A source of 64 KB in the body is accepted, and a larger one is refused', async () => {
    const { post } = world();
    expect(await codeOf(post({ mediaType: 'text/plain', text: 'x'.repeat(64 * 1024) }))).toBe('answered');
    expect(await codeOf(post({ mediaType: 'text/plain', text: 'x'.repeat(64 * 1024 + 1) }))).toBe('source.too_large');
  });

  it('A source keeps the name of its file; the name of a later request replaces it, and a name that could mislead is refused', async () => {
    const { post, get, events } = world();
    await post({ ...inline, name: ' notice.txt ' });
    expect(await get(id)).toMatchObject({ source: id, name: 'notice.txt' });
    await post(inline);
    expect(await get(id)).toMatchObject({ name: 'notice.txt' });
    await post({ ...inline, name: 'loss notice.txt' });
    expect(await get(id)).toMatchObject({ source: id, name: 'loss notice.txt' });
    for (const wrong of ['', 'x'.repeat(256), 'notice\u202Etxt.exe'])
      expect(await codeOf(post({ ...inline, name: wrong }))).toBe('request.invalid');
    expect(JSON.stringify(events())).not.toContain('notice');
  });

  it.each([
    ['no media type', { text }],
    ['a malformed media type', { mediaType: 'text', text }],
    ['two members with content', { ...inline, contentBase64: 'eA==' }],
    ['an empty text', { mediaType: 'text/plain', text: '' }],
    ['a text in a charset other than UTF-8', { mediaType: 'text/plain; charset=windows-1254', text }],
    ['a marking that the tenant does not declare', { ...inline, markings: ['top-secret'] }],
    ['malformed base64', { mediaType: 'text/plain', contentBase64: '%%' }],
    ['a hash in capitals', { ...announced, sha256: hash.toUpperCase() }],
  ])('A source with %s is refused, and nothing is stored', async (_, body) => {
    const { post, stored, content } = world();
    expect(await codeOf(post(body))).toBe('request.invalid');
    expect([stored.items('sources'), content.requests]).toEqual([[], []]);
  });
});

describe('A body that does not match its form', () => {
  const members = 'Send mediaType, optionally markings and name, and one of: text; contentBase64; sha256 ';
  const parameter = 'must be a parameter of mediaType, as in text/csv; charset=windows-1254; delimiter=semicolon';
  it.each([
    [{ ...inline, charset: 'utf-8' }, '/charset', `/charset: ${parameter}`],
    [{ ...announced, delimiter: ';' }, '/delimiter', `/delimiter: ${parameter}`],
    [
      { ...inline, language: 'tr' },
      '/language',
      `/language: is not a known member: use "mediaType", "markings", "name", "text". ${members}`,
    ],
    [{ ...announced, sha256: 'AB' }, '/sha256', `/sha256: must match /^[0-9a-f]{64}$/. ${members}`],
    [{ ...inline, sha256: hash }, undefined, 'the body contains the bytes more than once: send mediaType'],
    [{ mediaType: 'text/plain' }, undefined, 'the body does not contain the bytes: send mediaType'],
    [[], undefined, 'the body does not contain the bytes: send mediaType'],
    [
      { ...inline, mediaType: 'text/csv; delimiter=;' },
      '/mediaType',
      '/mediaType: must have the form type/subtype; name=value, as in text/csv; charset=',
    ],
  ])('The body %j is refused with the wrong member', async (body, pointer, message) => {
    const error = await world()
      .post(body)
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    expect(error).toMatchObject({ code: 'request.invalid', pointer });
    expect((error as Failure).message).toContain(message);
  });
});

describe('A source that is uploaded', () => {
  it('A source is awaited with a URL for exactly its bytes, then received after the upload, then located', async () => {
    const { post, get, upload, content } = world();
    expect(await post(announced)).toMatchObject({
      source: id,
      state: 'awaited',
      upload: { method: 'PUT', url: 'https://upload.example' },
    });
    expect(await get(id)).toMatchObject({ state: 'awaited' });
    await content.put('sources', name, Buffer.from(text));
    await upload(name, text.length);
    expect(await get(id)).toMatchObject({ state: 'located' });
  });

  it('A source over 20 MB is refused before the caller gets a URL', async () => {
    const { post } = world();
    expect(await codeOf(post({ ...announced, sizeBytes: 20 * 1024 * 1024 + 1 }))).toBe('source.too_large');
  });

  it('If other or more bytes arrive than announced, the source is refused; after it is announced again and the right bytes arrive, it is read', async () => {
    const { post, get, upload, content } = world();
    await post(announced);
    content.tamper('sources', name, Buffer.from('something else'));
    await upload(name, text.length);
    expect(await get(id)).toMatchObject({ state: 'refused', exception: { kind: 'source.corrupt' } });
    await upload(name, 20 * 1024 * 1024 + 1);
    expect(await get(id)).toMatchObject({ state: 'refused', exception: { kind: 'source.too_large' } });
    expect(await post(announced)).toHaveProperty('upload');
    content.tamper('sources', name, Buffer.from(text));
    await upload(name, text.length);
    expect(await get(id)).toMatchObject({ state: 'located' });
    expect(await get(id)).not.toHaveProperty('exception');
  });

  it('If nobody announced an uploaded object, its event fails with source.unknown, and no source is stored', async () => {
    const { upload, content, stored } = world();
    await content.put('sources', name, Buffer.from(text));
    await expect(upload(name, text.length)).rejects.toMatchObject({ code: 'source.unknown' });
    expect(() => uploadedBy({ detail: { object: { key: 'texts/x', size: 1 } } })).toThrow(
      'the key of the object is not sources/',
    );
    expect(stored.items('sources')).toEqual([]);
  });
});

describe('The markings of a source', () => {
  it('The markings of a source rise if its sender asks for higher ones, and stay if its sender asks for lower ones', async () => {
    const { post, row } = world();
    await post({ ...inline, markings: ['pii.high'] });
    await post({ ...inline, markings: ['regulated.kvkk'] });
    await post({ ...inline, markings: ['pii.low'] });
    expect((await row(id)).markings).toEqual(['pii.high', 'regulated.kvkk']);
  });

  it('A caller who is not cleared for the markings of a source gets a 404', async () => {
    const { post, get } = world();
    await post(inline);
    expect(await codeOf(get(id, uncleared))).toBe('source.unknown');
    expect(await codeOf(get(`src-${'0'.repeat(64)}`))).toBe('source.unknown');
    expect(await codeOf(get('constructor'))).toBe('source.unknown');
    await post({ ...inline, markings: ['pii.high'] });
    expect(await codeOf(get(id))).toBe('source.unknown');
  });

  it('A caller that the release does not define can neither send nor read a source', async () => {
    const { post, get, stored } = world();
    expect(await codeOf(post(inline, nobody))).toBe('caller.unknown');
    expect(await codeOf(get(id, nobody))).toBe('caller.unknown');
    expect(stored.items('sources')).toEqual([]);
  });

  it.each([
    ['all', 'all.suspended'],
    ['agent/claims-agent', 'agent.suspended'],
  ])('While %s is suspended, an agent cannot send a source, and no row is stored', async (suspended, code) => {
    const { post, stored, headWriter } = world();
    await headWriter.write({ release: 'release-1', withdrawn: [], suspended: [suspended] }, 0);
    expect(await codeOf(post(inline))).toBe(code);
    expect(stored.items('sources')).toEqual([]);
  });

  it('If the markings of a source rise while its text is made, the higher markings are kept', async () => {
    const { post, upload, row } = world();
    await post(inline);
    await Promise.all([upload(name, text.length), post({ ...inline, markings: ['pii.high'] })]);
    expect(await row(id)).toMatchObject({ state: 'located', markings: ['pii.high'] });
  });
});

describe('Equal bytes', () => {
  it('Equal bytes of one sender are one source, however often they are sent', async () => {
    const { post, stored, content } = world();
    await Promise.all(Array.from({ length: 3 }, () => post(inline)));
    expect(stored.items('sources')).toHaveLength(1);
    expect(content.names('sources')).toHaveLength(1);
  });

  it('If two senders send the same bytes, they have two sources, and neither can raise the markings of the other’s source', async () => {
    const { post, get, row } = world();
    await post(inline);
    const theirs = await post({ ...inline, markings: ['pii.high', 'regulated.kvkk'] }, other);
    expect(theirs['source']).not.toBe(id);
    expect((await row(id)).markings).toEqual(['pii.medium']);
    expect(await codeOf(get(id))).toBe('answered');
  });

  it.each([['announced', announced] as const, ['sent', inline] as const])(
    'If another caller has already %s the same bytes, a caller gets the same answers as without the other caller',
    async (_, theirs) => {
      const alone = world();
      const after = world();
      await after.post({ ...theirs, markings: ['pii.high'] }, other);
      await after.upload(sourceName(idOf(other)), text.length).catch(() => undefined);
      for (const body of [announced, { ...announced, sizeBytes: 1 }, inline, { ...inline, mediaType: 'text/csv' }]) {
        expect(stable(await after.post(body))).toEqual(stable(await alone.post(body)));
        expect(stable(await after.get(id))).toEqual(stable(await alone.get(id)));
      }
    },
  );

  it('Equal bytes with another media type are another source, so that a wrong charset does not block the right one', async () => {
    const { post, upload, get } = world();
    const bytes = { contentBase64: Buffer.from('Parça;Tutar', 'latin1').toString('base64') };
    const wrong = await post({ mediaType: 'text/csv; charset=utf-8', ...bytes });
    const right = await post({ mediaType: 'text/csv; charset=iso-8859-9', ...bytes });
    for (const sent of [wrong, right]) await upload(sourceName(String(sent['source'])), 11);
    expect(await get(String(right['source']))).toMatchObject({ state: 'located' });
    expect(await get(String(wrong['source']))).toMatchObject({ state: 'refused' });
  });

  it('Two texts that differ only in the charset of their media types do not share one stored text', async () => {
    const { post, upload, row, sources: reader } = world();
    const bytes = { contentBase64: Buffer.from('40 \u00a3', 'latin1').toString('base64') };
    const texts: string[] = [];
    for (const charset of ['iso-8859-1', 'windows-1254']) {
      const sent = await post({ mediaType: `text/plain; charset=${charset}`, ...bytes });
      await upload(sourceName(String(sent['source'])), 4);
      texts.push((await reader.text(await row(String(sent['source'])))).mediaType);
    }
    expect(texts).toEqual(['text/plain; charset=iso-8859-1', 'text/plain; charset=windows-1254']);
  });
});

describe('An announcement', () => {
  it('Until the bytes arrive, a source exists only for the caller who announced it', async () => {
    const { post, get, upload, content } = world();
    await post(announced);
    expect(await get(id)).toMatchObject({ state: 'awaited' });
    expect(await codeOf(get(id, other))).toBe('source.unknown');
    await content.put('sources', name, Buffer.from(text));
    await upload(name, text.length);
    expect(await get(id, other)).toMatchObject({ state: 'located' });
  });

  it('If the bytes of a source do not arrive in time, only the caller who announced it can see that it is refused', async () => {
    const { post, get, pass } = world();
    await post(announced);
    pass(75);
    expect(await get(id)).toMatchObject({ state: 'refused', exception: { kind: 'source.stalled' } });
    expect(await codeOf(get(id, other))).toBe('source.unknown');
    expect(await post(announced)).toMatchObject({ state: 'awaited' });
    expect(await get(id)).not.toHaveProperty('exception');
  });

  it('If a refused source is sent again in the body, its bytes are stored again and it is read again', async () => {
    const { post, get, upload, content, deaths } = world();
    await post(inline);
    deaths.left = 3;
    await upload(name, text.length);
    expect(await get(id)).toMatchObject({ state: 'refused' });
    expect(await post(inline)).toEqual({ source: id, state: 'received', markings: ['pii.medium'] });
    expect(content.requests.at(-1)).toBe('put again sources');
    await upload(name, text.length);
    expect(await get(id)).toMatchObject({ state: 'located' });
  });

  it.each([['in the body', inline] as const, ['by an upload', announced] as const])(
    'If the sender of an erased source sends it again %s, it is read again',
    async (_, body) => {
      const { post, get, upload, content, sourceStore, row, events } = world();
      await post(inline);
      await upload(name, text.length);
      const from = await row(id);
      const exception = { kind: 'source.erased', detail: 'erased' } as const;
      const to: Source = {
        ...from,
        sourceHash: '0'.repeat(64),
        state: 'refused',
        exception,
        version: from.version + 1,
      };
      const [event] = events();
      if (!event) throw new Error('the source has an event');
      await sourceStore.put({ from, to, event: { ...event, eventId: ownEventId('sources', newUuid()) } });
      await post(body);
      content.tamper('sources', name, Buffer.from(text));
      await upload(name, text.length);
      expect(await get(id)).toMatchObject({ state: 'located' });
    },
  );

  it('If a source is sent again before its text is made, its bytes get no second version, so that its reading does not start again', async () => {
    const { post, content } = world();
    await post(inline);
    await post(inline);
    expect(content.requests).toEqual(['put sources', 'put sources']);
  });
});

describe('The text of a source', () => {
  it('The text of a source is made once, however often its upload is reported', async () => {
    const { post, upload, located, content } = world();
    await post(inline);
    await upload(name, text.length);
    await upload(name, text.length);
    expect([located(), content.names('texts')]).toEqual([1, [expect.any(String)]]);
  });

  it('If the content store does not respond, or does not have the bytes yet, the event fails and is delivered again', async () => {
    const { post, upload, get, content } = world();
    await post(announced);
    await expect(upload(name, text.length)).rejects.toMatchObject({ code: 'dependency.unavailable' });
    await content.put('sources', name, Buffer.from(text));
    content.away = true;
    await expect(upload(name, text.length)).rejects.toMatchObject({ code: 'dependency.unavailable' });
    content.away = false;
    expect(await get(id)).toMatchObject({ state: 'received' });
    await upload(name, text.length);
    expect(await get(id)).toMatchObject({ state: 'located' });
  });

  it('If one byte of a stored text is changed, its digest differs, and no tool gets the text', async () => {
    const { post, upload, row, sources: reader, content } = world();
    await post(inline);
    await upload(name, text.length);
    const located = await reader.text(await row(id));
    expect(located.text).toBe(text);
    const [stored = ''] = content.names('texts');
    content.tamper('texts', stored, Buffer.from(JSON.stringify({ ...located, text: `${text}6` })));
    await expect(reader.text(await row(id))).rejects.toMatchObject({ code: 'internal' });
  });
});

describe('A source that cannot be read', () => {
  it('If the reader of a source crashes three times, the source is refused with source.unreadable', async () => {
    const { post, upload, get, deaths, located } = world();
    await post(inline);
    deaths.left = 3;
    await upload(name, text.length);
    expect(located()).toBe(3);
    expect(await get(id)).toMatchObject({
      state: 'refused',
      exception: {
        kind: 'source.unreadable',
        detail: 'reading the file was started 3 times and never finished: SIGKILL',
      },
    });
  });

  it('If the reader of a source crashes twice and then succeeds, the source is located', async () => {
    const { post, upload, get, deaths, row } = world();
    await post(inline);
    deaths.left = 2;
    await upload(name, text.length);
    expect(await get(id)).toMatchObject({ state: 'located' });
    expect(await row(id)).not.toHaveProperty('attempts');
  });

  it('If each of three attempts to read a source is broken off before an outcome is written, the source is refused at the next attempt', async () => {
    const { post, upload, get, content, row } = world();
    await post(inline);
    for (let attempt = 1; attempt <= 3; attempt++) {
      content.away = true;
      await expect(upload(name, text.length)).rejects.toMatchObject({ code: 'dependency.unavailable' });
      expect((await row(id)).attempts).toBe(attempt);
    }
    content.away = false;
    await upload(name, text.length);
    expect(await get(id)).toMatchObject({ state: 'refused', exception: { kind: 'source.unreadable' } });
    await upload(name, text.length);
    expect(await get(id)).toMatchObject({ state: 'located' });
  });

  it.each(['awaited', 'received'] as const)(
    'After 75 minutes a source that is still %s counts as refused for callers and tools; if it is sent again, it is read',
    async (state) => {
      const { post, get, upload, pass, seenByTools, content } = world();
      await post(state === 'awaited' ? announced : inline);
      pass(74);
      expect(await get(id)).toMatchObject({ state });
      expect(await seenByTools(id)).toMatchObject({ state });
      pass(1);
      const refused = { state: 'refused', exception: { kind: 'source.stalled' } };
      expect(await get(id)).toMatchObject(refused);
      expect(await seenByTools(id)).toMatchObject(refused);
      expect(await post(announced)).toHaveProperty('upload');
      await content.put('sources', name, Buffer.from(text));
      await upload(name, text.length);
      expect(await get(id)).toMatchObject({ state: 'located' });
    },
  );
});

describe('The parts of a source', () => {
  const mail = (inner: string, file = 'note.txt'): string =>
    [
      'From: a@b.example',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'see attached',
      '--b',
      'Content-Type: text/plain; name=note.txt',
      `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(file)}`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(inner).toString('base64'),
      '--b--',
    ].join('\r\n');

  it('The parts of a source become sources of their own, with the markings of the whole', async () => {
    const { post, upload, row, content } = world();
    const letter = mail(text);
    const sent = await post({ mediaType: 'message/rfc822', text: letter, markings: ['pii.high'] });
    await upload(sourceName(String(sent['source'])), letter.length);
    expect((await row(String(sent['source']))).parts).toEqual([{ name: 'note.txt', id, mediaType: 'text/plain' }]);
    expect(await row(id)).toMatchObject({
      name: 'note.txt',
      partOf: sent['source'],
      state: 'received',
      depth: 1,
      markings: ['pii.high'],
    });
    expect(content.names('sources')).toContain(name);
    await upload(name, text.length);
    expect(await row(id)).toMatchObject({ state: 'located' });
  });

  it('If the name of a part contains a character that could mislead people, a replacement character is shown in its place', async () => {
    const { post, upload, get } = world();
    const letter = mail(text, 'invoice\u202Efdp.txt');
    const { source } = await post({ mediaType: 'message/rfc822', text: letter });
    await upload(sourceName(String(source)), letter.length);
    expect(await get(String(source))).toMatchObject({ parts: [{ name: 'invoice\uFFFDfdp.txt' }] });
  });

  it('A part belongs to the sender of the whole, and does not change an equal source of another sender', async () => {
    const { post, upload, row } = world();
    await post(inline, other);
    const letter = mail(text);
    const sent = await post({ mediaType: 'message/rfc822', text: letter, markings: ['pii.high'] });
    await upload(sourceName(String(sent['source'])), letter.length);
    expect((await row(id)).by).toEqual({ kind: 'agent', id: agent.id, name: agent.name });
    expect((await row(idOf(other))).markings).toEqual(['pii.medium']);
  });

  it('If a part has the same bytes as an earlier source of the same sender, the markings of that source rise', async () => {
    const { post, upload, row } = world();
    await post(inline);
    const letter = mail(text);
    const sent = await post({ mediaType: 'message/rfc822', text: letter, markings: ['pii.high'] });
    await upload(sourceName(String(sent['source'])), letter.length);
    expect((await row(id)).markings).toContain('pii.high');
  });
});

describe('The events of a source', () => {
  it('Each step of a source writes one event with facts and without values', async () => {
    const { post, upload, events } = world();
    await post(announced);
    await post(inline);
    await post({ ...inline, markings: ['pii.high'] });
    await upload(name, text.length);
    expect(events().map(({ step, actor, subject }) => [step, actor.id, subject])).toEqual([
      ['announced', 'claims-agent', id],
      ['joined', 'claims-agent', id],
      ['joined', 'claims-agent', id],
      ['received', 'source-text', id],
      ['located', 'source-text', id],
    ]);
    expect(JSON.stringify(events())).not.toContain('3.2.2026');
  });
});
