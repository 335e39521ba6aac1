import { beforeEach, describe, expect, it } from 'vitest';
import { locateSource } from '../../../adapters/located-text/locate.ts';
import { MemoryModel } from '../../../adapters/memory/model.ts';
import { persist } from '../../../adapters/tables/persist.ts';
import { putSource } from '../../../adapters/tables/sources.ts';
import { standSource } from '../../../bin/gate/source.ts';
import type { Extractor } from '../../../contract/artefacts/extractor.ts';
import { sha256OfBytes } from '../../../contract/rows/content.ts';
import { sourceId, textName, type Source } from '../../../contract/rows/located-text.ts';
import { canonicalJson, hashOf, hmac, sha256 } from '../../../contract/values/canonical.ts';
import type { Facts, Observer, System } from '../../../contract/system.ts';
import { tool } from '../../../contract/tool.ts';
import { extraction, extractionModel } from '../../../patterns/extraction/pattern.ts';
import { answered, callTo } from '../../support/calls.ts';
import { libraryOf } from '../../../adapters/release/library-of.ts';
import { releaseOf } from '../../support/release.ts';
import { recordOf } from '../../support/tools.ts';
import { definition } from '../../support/definition.ts';
import { policies } from '../../support/policies.ts';
import { testWorld } from '../../support/world.ts';
import { byLabel, extractorOf } from './located.ts';

const model = 'anthropic.claude-3-haiku-20240307-v1:0';
const extractor: Extractor = extractorOf({ kind: 'date' }, [
  byLabel('Hasar tarihi'),
  {
    by: 'model',
    model,
    promptVersion: 'v1',
    instruction: 'The day of the loss.',
    parameters: { maxTokens: 100, temperature: 0 },
    maxCharacters: 1000,
  },
]);
const { id: name, version } = extractor;
const descriptor = { kind: 'Extractor', name, version, digest: hashOf(extractor), markings: [] } as const;
const more = { uses: [`${name}@${version}`], settings: { property: 'wanted' }, function: 'extraction-model' };
const asking = recordOf('tool.notice.extract', { pattern: 'extraction', effectClass: 'pure' }, more);
const ruled = recordOf(
  'tool.notice.read',
  { pattern: 'extraction', effectClass: 'pure' },
  { ...more, function: 'extraction' },
);
const sure = recordOf(
  'tool.notice.read-surely',
  { pattern: 'extraction', effectClass: 'pure' },
  { ...more, settings: { property: 'wanted', minConfidence: 0.96 }, function: 'extraction' },
);

let spans: { name: string; facts: Facts }[];
let world: ReturnType<typeof testWorld>;
let system: System;
const answers = new MemoryModel();

const observer: Observer = {
  async span(name, inside) {
    let facts: Facts = {};
    const made = await inside((more) => {
      facts = { ...facts, ...more };
    });
    spans.push({ name, facts });
    return made;
  },
  dispatched: () => undefined,
  failed: () => undefined,
};

beforeEach(async () => {
  spans = [];
  const tools = [{ record: asking }, { record: ruled }, { record: sure }];
  world = testWorld(tools);
  const agents = { 'test-agent': definition([asking, ruled, sure]) };
  const artefacts = [{ descriptor, content: extractor }];
  const release = releaseOf({ id: world.release.id, tools, artefacts, agents, policies });
  await world.headWriter.write({ release: release.id, withdrawn: [], suspended: [], telemetryKey: 'secret' }, 0);
  system = { ...world.system, library: libraryOf(release), observer };
});

const send = (text: string, state?: 'received') =>
  standSource(
    world,
    { mediaType: 'text/plain', markings: ['pii.medium'], bytes: Buffer.from(text), ...(state && { state }) },
    new Date().toISOString(),
  );
const says = (input: unknown): void =>
  answers.answer({ kind: 'answer', input, complete: true, inputTokens: 9, outputTokens: 3 });

describe('A dispatch of an extraction', () => {
  it("The receipt of an extraction pins the source's text and the extractor, and has the markings of the source", async () => {
    const source = await send('Hasar tarihi: 12.03.2026');
    const { receipt } = answered(await tool(extraction, system, {})(callTo(ruled, { source })));
    expect(receipt.pins).toMatchObject({ [`${name}@${version}`]: descriptor.digest });
    expect(receipt.pins[source]).toMatch(/^[0-9a-f]{64}$/);
    expect(receipt.markings).toContain('pii.medium');
  });

  it('If the settings of a tool have a minConfidence, a value with less confidence is answered as ambiguous', async () => {
    const source = await send('Hasar tarihi: 12.03.2026');
    const asked = async (record: typeof ruled) =>
      answered(await tool(extraction, system, {})(callTo(record, { source })));
    expect((await asked(ruled)).result).toMatchObject({ status: 'extracted', confidence: 0.95 });
    const { result, body } = await asked(sure);
    expect(result).toMatchObject({ status: 'ambiguous', candidates: [{ quote: '12.03.2026' }] });
    expect(JSON.parse(body)).toMatchObject({ exceptions: [{ kind: 'extract.ambiguous' }] });
  });

  it('A text that an earlier version of its extractor made is still read, and the evidence names that version', async () => {
    const bytes = Buffer.from('Hasar tarihi: 12.03.2026');
    const { text } = await locateSource(bytes, sha256OfBytes(bytes), 'text/plain');
    const earlier = { ...text, extractorVersion: '0' };
    const json = canonicalJson(earlier);
    const id = sourceId(text.sourceHash);
    await world.content.put('texts', textName(text.sourceHash, earlier), Buffer.from(json));
    const by = { kind: 'platform', id: 'test', name: 'test' } as const;
    const stand = { id, by, sourceHash: text.sourceHash, mediaType: 'text/plain', sizeBytes: bytes.byteLength };
    const kept = { extractor: 'plain', extractorVersion: '0', textHash: text.textHash, digest: sha256(json) };
    const at = new Date().toISOString();
    const row: Source = { ...stand, markings: [], state: 'located', version: 1, at, depth: 0, text: kept };
    await persist(world.database, [putSource(row)]);
    const { result } = answered(await tool(extraction, system, {})(callTo(ruled, { source: id })));
    expect(result).toMatchObject({ status: 'extracted', value: '2026-03-12', evidence: { extractorVersion: '0' } });
  });

  it('If the text of a source is not ready, an extraction is refused with a retryable source_pending', async () => {
    const source = await send('Hasar tarihi: 12.03.2026', 'received');
    const refused = await tool(extraction, system, {})(callTo(ruled, { source }));
    expect(refused).toMatchObject({
      refused: 'dependency.unavailable',
      exceptions: [{ kind: 'extract.source_pending', retryable: true }],
    });
  });

  it('The trace spans of an extraction have the parameters of the model and an HMAC of the request, but no value', async () => {
    const source = await send('12 Mart 2026 günü çarptılar.');
    says({ found: true, quote: '12 Mart 2026' });
    const outcome = answered(await tool(extractionModel, system, { model: answers })(callTo(asking, { source })));
    const { evidence } = outcome.result as { evidence: { lineage: { requestHash: string } } };
    for (const end of ['dispatch', 'result']) {
      const span = spans.find((one) => one.name === `tool.notice.extract.${end}`);
      expect(span?.facts).toMatchObject({
        model,
        promptVersion: 'v1',
        temperature: 0,
        maxTokens: 100,
        requestHash: hmac('secret', evidence.lineage.requestHash),
      });
    }
    const told = JSON.stringify(spans);
    expect(told).not.toContain(evidence.lineage.requestHash);
    expect(told).not.toContain('Mart');
  });
});
