import { locateSource } from '../../../adapters/located-text/locate.ts';
import { sourceStore } from '../../../adapters/tables/sources.ts';
import { sha256OfBytes } from '../../../contract/rows/content.ts';
import { newUuid } from '../../../contract/dispatch/keys.ts';
import { sourceIdOf, sourceName, type Source } from '../../../contract/rows/located-text.ts';
import { requestHandler } from '../../../lambdas/request.ts';
import { announcedRow } from '../../../lambdas/sources/announced-row.ts';
import { sourceEvent } from '../../../lambdas/sources/source-event.ts';
import { sourcesHandler } from '../../../lambdas/sources/sources.ts';
import { makeText } from '../../../lambdas/source-text/make-text.ts';
import { eventOf, type Asked } from '../../support/journey/gateway.ts';
import { agent, start } from '../../support/plane.ts';
import type { Outside } from '../outside.ts';
import { sceneOf, type Scene } from '../scene.ts';
import { planeOf, portsOver, type Plane } from './plane.ts';
import { routeIn } from './request-scene.ts';
import { release, stages } from './stage.ts';

const text = 'Hasar tarihi: 3.2.2026';
const mediaType = 'text/plain';
const bytes: Uint8Array = Buffer.from(text);
const sha256 = sha256OfBytes(bytes);
const announcement = { mediaType, sha256, sizeBytes: bytes.byteLength };
const id = sourceIdOf({ by: agent, sourceHash: sha256, mediaType });
/** A file inside of the source, such as the attachment of an e-mail. */
const part = { name: 'part.txt', mediaType, bytes: Buffer.from('Tutar: 1150,00 TRY') };

const sourcesOf = (outside: Outside) => ({
  ...portsOver(outside),
  store: sourceStore(outside.database),
  content: outside.content,
  uploads: outside.presigner.sign,
});

/** The rows and the bytes that are stored, without their times. */
const stateOf =
  ({ stored, content }: Plane) =>
  () => ({
    sources: stored.items('sources').map(({ row }) => {
      const { state, attempts, parts } = JSON.parse(String(row)) as Source;
      return [state, attempts ?? 0, parts?.length ?? 0];
    }),
    bytes: [...content.names('sources')].sort(),
    texts: [...content.names('texts')].sort(),
  });

const requested = (route: string, asked: Omit<Asked, 'who' | 'route'>, isSent = false): Scene =>
  sceneOf({ of: 'sources', title: route }, async () => {
    const world = await planeOf<'sources'>(await stages.empty(), (plane) => ({
      ports: sourcesOf,
      invoke: (ports) =>
        requestHandler(
          'sources',
          ports,
          sourcesHandler(ports),
        )(eventOf({ who: agent, route: routeIn(route), ...asked })),
      state: stateOf(plane),
    }));
    if (isSent) await sent(world.outside as Outside);
    return world;
  });

/** Stores the row of the source, as `POST /v1/sources` does. */
async function sent({ database, content }: Outside): Promise<void> {
  const at = new Date(start).toISOString();
  const to = announcedRow({ announcement: { ...announcement, markings: [], bytes }, by: agent, release, at });
  const by = { function: 'sources', uuid: newUuid(), at, actor: agent, release: release.id };
  await sourceStore(database).put({ to, event: sourceEvent(by, 'announced', { source: to }) });
  await content.put('sources', sourceName(id), bytes);
}

/** The ports of the function that reads a source. */
const readerOf = (outside: Outside) => ({
  store: sourceStore(outside.database),
  content: outside.content,
  locate: outside.reader.locate,
  head: portsOver(outside).head,
  now: outside.clock.now,
  uuid: newUuid,
});

const uploaded = sceneOf(
  { of: 'source-text', title: 'the bytes of a source have arrived', isHttp: false },
  async () => {
    const world = await planeOf<'source-text'>(await stages.empty(), (plane) => ({
      ports: readerOf,
      invoke: (ports) => makeText(ports)({ name: sourceName(id), sizeBytes: bytes.byteLength }),
      state: stateOf(plane),
    }));
    await sent(world.outside as Outside);
    const locate: Outside['reader']['locate'] = async (...source) => ({
      ...(await locateSource(...source)),
      parts: [part],
    });
    return { ...world, outside: { ...world.outside, reader: { locate } } };
  },
);

/** The words of the scan, as its reader answers. */
const box = { left: 0.1, top: 0.1, width: 0.2, height: 0.02 };
const pages = [{ number: 1, words: [{ text: 'Hasar', confidence: 0.99, box, line: box }] }];

const scanned = sceneOf({ of: 'source-text', title: 'the bytes of a scan have arrived', isHttp: false }, async () => {
  const world = await planeOf<'source-text'>(await stages.empty(), (plane) => ({
    ports: (outside) => ({
      ...readerOf(outside),
      readScan: outside.scanReader.read,
    }),
    invoke: (ports) => makeText(ports)({ name: sourceName(id), sizeBytes: bytes.byteLength }),
    state: stateOf(plane),
  }));
  await sent(world.outside as Outside);
  const locate: Outside['reader']['locate'] = async () => ({
    kind: 'source.no_text',
    detail: 'the pages are pictures',
  });
  const read: Outside['scanReader']['read'] = async () => ({ model: '1.0', pages });
  return { ...world, outside: { ...world.outside, reader: { locate }, scanReader: { read } } };
});

/** The upload of a source, and the reading of its text. */
export const sourceScenes: readonly Scene[] = [
  requested('POST /v1/sources', { body: { mediaType, text } }),
  requested('POST /v1/sources, for an upload', { body: announcement }),
  requested('GET /v1/sources/{id}', { path: { id } }, true),
  uploaded,
  scanned,
];
