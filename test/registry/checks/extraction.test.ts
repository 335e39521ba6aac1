import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gateWorld } from '../../../bin/gate/world.ts';
import { bundledRelease } from '../../../lib/release/bundled-release.ts';
import { compileTenant } from '../../../registry/release/compile.ts';
import { gate } from '../../../registry/gate/gate.ts';
import { promoteTool } from '../../../registry/gate/promote.ts';
import { TenantInvalid } from '../../../registry/tenant/problem.ts';
import type { TenantCopy } from '../tenant-copy.ts';
import { demoWithModel, model, modelTool } from '../extraction/model-tool.ts';

const gated = (copy: TenantCopy) =>
  gate({
    tenantsDir: copy.tenantsDir,
    tenant: 'demo',
    tool: modelTool,
    version: '1.0.0',
    work: join(copy.tenantsDir, 'work'),
    world: gateWorld,
  });

async function problemsOf(copy: TenantCopy): Promise<readonly string[]> {
  try {
    await compileTenant({ tenantsDir: copy.tenantsDir, tenant: 'demo', out: join(copy.tenantsDir, 'release') });
    return [];
  } catch (error) {
    if (!(error instanceof TenantInvalid)) throw error;
    return error.problems.map(({ message }) => message);
  }
}

describe('a tool that asks a model', () => {
  it('is gated with the answers that were recorded, and its function alone is granted the model that it names', async () => {
    await using copy = await demoWithModel();
    const report = await gated(copy);
    expect([...report.cases, ...report.probes].filter(({ passed }) => !passed)).toEqual([]);
    await promoteTool({ tenantsDir: copy.tenantsDir, tenant: 'demo' }, report);
    const options = { tenantsDir: copy.tenantsDir, tenant: 'demo', out: join(copy.tenantsDir, 'release') };
    const { functions } = await bundledRelease(options);
    expect(functions.filter(({ models }) => models !== undefined)).toMatchObject([
      { name: 'extraction-model', effectClass: 'pure', models: [{ model }] },
    ]);
  });
});

const tool = `tools/${modelTool}.yaml`;

describe('an extracted value fits every type that holds it', () => {
  it.each(['platform/Date', 'ontology/Claim#lossDate'])('a day fits %s', async (type) => {
    await using copy = await demoWithModel();
    await copy.edit(tool, 'value: { $ref: ontology/Claim#lossDate }', `value: { $ref: ${type} }`);
    expect(await problemsOf(copy)).toEqual([]);
  });
});

const extractor = 'extractors/extractor.letter.yaml';

describe('a tool’s response holds all that the finders of its property can come to', () => {
  const notExtracted = (reasons: string) => `
      - type: object
        properties:
          status: { type: string, const: not_extracted }
          reason: { type: string, enum: [${reasons}] }
          evidence: { $ref: platform/EvidenceSpan }
          extractor: { type: string, maxLength: 130 }
        required: [status, reason, extractor]
        additionalProperties: false`;
  it.for<[string, string, string, ...string[]]>([
    [
      'a finder of a kind that `method` lacks',
      'enum: [pointer, table, label, pattern, model]',
      'enum: [pointer, table, label, pattern]',
      'does not hold a lossDate found by model of extractor.letter: method has values that are not allowed: "model"',
    ],
    [
      'a basis of the confidence',
      'enum: [rule, check_digit, model]',
      'enum: [check_digit, model]',
      'does not hold a lossDate found by label of extractor.letter: confidenceBasis has values that are not allowed: "rule"',
    ],
    [
      'a confidence',
      'confidence: { type: number, minimum: 0, maximum: 1 }',
      'confidence: { type: number, minimum: 0.9, maximum: 1 }',
      'does not hold a lossDate found by model of extractor.letter: confidence has values that are not allowed: 0.7',
    ],
    [
      'reasons',
      '\n      - { $ref: platform/ExtractionNotExtracted }',
      notExtracted('not_found, malformed, source_refused, ungrounded'),
      'does not hold the reason model_answer of extractor.letter: reason has values that are not allowed: "model_answer"',
      'does not hold the reason too_long of extractor.letter: reason has values that are not allowed: "too_long"',
    ],
    [
      'the extractor’s name',
      'extractor: { type: string, maxLength: 130 }',
      'extractor: { type: string, maxLength: 16 }',
      'does not hold a lossDate found by label, a lossDate found by model of extractor.letter: extractor has values that are not allowed: "extractor.letter@1.0.0"',
    ],
  ])('%s', async ([, from, to, ...messages]) => {
    await using copy = await demoWithModel();
    await copy.edit(tool, from, to);
    expect(await problemsOf(copy)).toEqual(messages);
  });

  it('what no finder of the property comes to need not be held', async () => {
    await using copy = await demoWithModel();
    await copy.edit(tool, 'enum: [pointer, table, label, pattern, model]', 'enum: [label, model]');
    await copy.edit(tool, 'enum: [rule, check_digit, model]', 'enum: [rule, model]');
    const to = notExtracted('not_found, malformed, source_refused, ungrounded, model_answer, too_long');
    await copy.edit(tool, '\n      - { $ref: platform/ExtractionNotExtracted }', to);
    expect(await problemsOf(copy)).toEqual([]);
  });
});

describe('an extraction that could not be served is refused when it is compiled', () => {
  it.for<[string, string, string | RegExp, string, string]>([
    ['a model without its network', tool, 'network: declared\n', '', 'lossDate asks a model'],
    ['a network without a model', extractor, /      - by: model[^]*/, '', 'lossDate asks no model'],
    ['a property that the extractor lacks', tool, 'property: lossDate', 'property: lossDay', 'has no lossDay'],
    ['no extractor', tool, 'uses: [extractor.letter@1.0.0]', 'uses: []', 'names 0 extractors'],
    [
      'two extractors',
      tool,
      'uses: [extractor.letter@1.0.0]',
      'uses: [extractor.letter@1.0.0, extractor.loss-notice@1.0.0]',
      'names 2 extractors',
    ],
    [
      'a value that is not of its property’s type',
      tool,
      'value: { $ref: ontology/Claim#lossDate }',
      'value: { $ref: platform/Money }',
      'value does not hold every date of extractor.letter',
    ],
    [
      'a pattern that is none of RE2',
      extractor,
      'by: label',
      "by: pattern\n        pattern: '(?<=a)b'\n      - by: label",
      'is not valid in RE2, which has no look-around and no backreferences: ',
    ],
    [
      'a pattern that matches nothing at all',
      extractor,
      'by: label',
      "by: pattern\n        pattern: 'a*'\n      - by: label",
      'matches nothing at all',
    ],
    [
      'a label of nothing but marks that fold away',
      extractor,
      '[Hasar tarihi]',
      '["\\u00ad"]',
      'has no letter and no digit',
    ],
    [
      'an inference profile without its regions',
      extractor,
      'model: anthropic',
      'model: eu.anthropic',
      'is an inference profile',
    ],
    ['a notation that nobody reads', extractor, '[tr-TR]', '[pl-PL]', 'notations'],
  ])('%s', async ([, file, from, to, message]) => {
    await using copy = await demoWithModel();
    const text = await copy.read(file);
    const broken = text.replace(from, to);
    expect(broken).not.toBe(text);
    await copy.write(file, broken);
    expect((await problemsOf(copy)).join('\n')).toContain(message);
  });
});
