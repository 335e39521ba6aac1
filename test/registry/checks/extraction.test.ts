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

describe('A tool that asks a model', () => {
  it("The gate of a tool that asks a model uses the recorded answers, and only this tool's function is granted the model", async () => {
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

describe('The type of an extracted value', () => {
  it.each(['platform/Date', 'ontology/Claim#lossDate'])(
    'An extracted date fits a response whose value has the type %s',
    async (type) => {
      await using copy = await demoWithModel();
      await copy.edit(tool, 'value: { $ref: ontology/Claim#lossDate }', `value: { $ref: ${type} }`);
      expect(await problemsOf(copy)).toEqual([]);
    },
  );
});

const extractor = 'extractors/extractor.letter.yaml';

describe('The response of an extraction', () => {
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
      'the method of a finder',
      'enum: [pointer, table, label, pattern, model]',
      'enum: [pointer, table, label, pattern]',
      'the response does not allow a lossDate found by model, which extractor.letter can answer: method has values that are not allowed: "model"',
    ],
    [
      'the basis of a confidence',
      'enum: [rule, check_digit, model]',
      'enum: [check_digit, model]',
      'the response does not allow a lossDate found by label, which extractor.letter can answer: confidenceBasis has values that are not allowed: "rule"',
    ],
    [
      'the confidence of a finder',
      'confidence: { type: number, minimum: 0, maximum: 1 }',
      'confidence: { type: number, minimum: 0.9, maximum: 1 }',
      'the response does not allow a lossDate found by model, which extractor.letter can answer: confidence has values that are not allowed: 0.7',
    ],
    [
      'a reason for no value',
      '\n      - { $ref: platform/ExtractionNotExtracted }',
      notExtracted('not_found, malformed, source_refused, ungrounded'),
      'the response does not allow the reason model_answer, which extractor.letter can answer: reason has values that are not allowed: "model_answer"',
      'the response does not allow the reason too_long, which extractor.letter can answer: reason has values that are not allowed: "too_long"',
    ],
    [
      'the name of the extractor',
      'extractor: { type: string, maxLength: 130 }',
      'extractor: { type: string, maxLength: 16 }',
      'the response does not allow a lossDate found by label, a lossDate found by model, which extractor.letter can answer: extractor has values that are not allowed: "extractor.letter@1.0.0"',
    ],
  ])(
    'If the response of an extraction has no place for %s, the compiler refuses the tenant',
    async ([, from, to, ...messages]) => {
      await using copy = await demoWithModel();
      await copy.edit(tool, from, to);
      expect(await problemsOf(copy)).toEqual(messages);
    },
  );

  it('The response of an extraction needs no place for answers that no finder of the property can give', async () => {
    await using copy = await demoWithModel();
    await copy.edit(tool, 'enum: [pointer, table, label, pattern, model]', 'enum: [label, model]');
    await copy.edit(tool, 'enum: [rule, check_digit, model]', 'enum: [rule, model]');
    const to = notExtracted('not_found, malformed, source_refused, ungrounded, model_answer, too_long');
    await copy.edit(tool, '\n      - { $ref: platform/ExtractionNotExtracted }', to);
    expect(await problemsOf(copy)).toEqual([]);
  });
});

describe('An extraction that does not fit its extractor', () => {
  it.for<[string, string, string | RegExp, string, string]>([
    [
      'a model without the network',
      tool,
      'network: declared\n',
      '',
      'a model finds lossDate, so the tool needs network: declared',
    ],
    [
      'the network without a model',
      extractor,
      /      - by: model[^]*/,
      '',
      'no model finds lossDate, so the tool must not have network: declared',
    ],
    [
      'a property that the extractor does not have',
      tool,
      'property: lossDate',
      'property: lossDay',
      '/settings/property is lossDay, which extractor.letter does not have',
    ],
    ['no extractor', tool, 'uses: [extractor.letter@1.0.0]', 'uses: []', '/uses has 0 extractors'],
    [
      'two extractors',
      tool,
      'uses: [extractor.letter@1.0.0]',
      'uses: [extractor.letter@1.0.0, extractor.loss-notice@1.0.0]',
      '/uses has 2 extractors',
    ],
    [
      'a value that is not of its property’s type',
      tool,
      'value: { $ref: ontology/Claim#lossDate }',
      'value: { $ref: platform/Money }',
      'in signature.response, the member /value cannot hold every date that extractor.letter finds',
    ],
    [
      'a pattern that RE2 does not support',
      extractor,
      'by: label',
      "by: pattern\n        pattern: '(?<=a)b'\n      - by: label",
      'is not valid in RE2, which has no look-around and no backreferences: ',
    ],
    [
      'a pattern that matches the empty text',
      extractor,
      'by: label',
      "by: pattern\n        pattern: 'a*'\n      - by: label",
      'matches the empty text',
    ],
    [
      'a label that has only invisible characters',
      extractor,
      '[Hasar tarihi]',
      '["\\u00ad"]',
      'has neither a letter nor a digit',
    ],
    [
      'an inference profile without its regions',
      extractor,
      'model: anthropic',
      'model: eu.anthropic',
      'is missing, but the inference profile eu.anthropic',
    ],
    ['an unknown notation', extractor, '[tr-TR]', '[pl-PL]', 'notations'],
  ])('If an extraction has %s, the compiler refuses the tenant', async ([, file, from, to, message]) => {
    await using copy = await demoWithModel();
    const text = await copy.read(file);
    const broken = text.replace(from, to);
    expect(broken).not.toBe(text);
    await copy.write(file, broken);
    expect((await problemsOf(copy)).join('\n')).toContain(message);
  });
});
