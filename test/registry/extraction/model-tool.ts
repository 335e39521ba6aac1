import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyOfDemo, type TenantCopy } from '../tenant-copy.ts';

export const modelTool = 'tool.letter.extract-loss-date';
export const model = 'anthropic.claude-3-haiku-20240307-v1:0';

const pack = `id: pack.letter.extract-loss-date
title: Days of losses in letters
at: "2026-11-27T09:00:00Z"
cases:
  - name: a letter in prose
    caller: { agent: claims-agent }
    purpose: claims.adjustment
    keyed: true
    sources:
      - { name: letter, mediaType: text/plain, text: "12 Mart 2026 günü çarptılar, 13 Mart 2026 günü bildirdim." }
      - { name: other, mediaType: text/plain, text: "Hasar tarihi: 01.02.2026" }
    model: [{ input: { found: true, quote: 12 Mart 2026 } }]
    arguments: { source: { $source: letter } }
    otherwise: { source: { $source: other } }
    expect:
      result:
        status: extracted
        value: "2026-03-12"
        method: model
        confidenceBasis: model
        evidence: { quote: 12 Mart 2026, start: 0, lineage: { promptVersion: loss-date-1 } }
  - name: a quote that is not in the letter
    caller: { agent: claims-agent }
    purpose: claims.adjustment
    sources: [{ name: letter, mediaType: text/plain, text: Dün çarptılar. }]
    model: [{ input: { found: true, quote: 12 Mart 2026 } }]
    arguments: { source: { $source: letter } }
    expect: { result: { status: not_extracted, reason: ungrounded }, exceptions: [extract.ungrounded] }
  - name: a model that is throttled
    caller: { agent: claims-agent }
    purpose: claims.adjustment
    sources: [{ name: letter, mediaType: text/plain, text: Dün çarptılar. }]
    model: [{ unavailable: ThrottlingException }]
    arguments: { source: { $source: letter } }
    expect: { refused: dependency.unavailable }
`;

/** Returns a copy of the demo with one more tool, a draft whose extractor asks a model. */
export async function demoWithModel(): Promise<TenantCopy> {
  const copy = await copyOfDemo();
  const record = (await copy.read('tools/tool.notice.extract-loss-date.yaml'))
    .replaceAll('tool.notice.', 'tool.letter.')
    .replace('extractor.loss-notice', 'extractor.letter')
    .replace('pack.notice.', 'pack.letter.')
    .replace('effectClass: pure\n', 'effectClass: pure\nnetwork: declared\n')
    .replace(/^release:.*\n/m, '');
  await copy.write(`tools/${modelTool}.yaml`, record);
  await copy.write('packs/pack.letter.extract-loss-date.yaml', pack);
  const letter = await readFile(join(import.meta.dirname, 'extractor.letter.yaml'), 'utf8');
  await copy.write('extractors/extractor.letter.yaml', letter);
  const agent = 'agents/claims-agent.yaml';
  await copy.edit(
    agent,
    '  - tool.notice.extract-loss-date.invoke',
    `  - ${modelTool}.invoke\n  - tool.notice.extract-loss-date.invoke`,
  );
  await copy.edit(
    agent,
    '  tool.notice.extract-loss-date: "1.0.0"',
    `  ${modelTool}: "1.0.0"\n  tool.notice.extract-loss-date: "1.0.0"`,
  );
  return copy;
}
