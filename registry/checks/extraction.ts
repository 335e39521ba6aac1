import type { Extractor, IdentifierScheme, PropertyType } from '../../contract/artefacts/extractor.ts';
import { extraction, extractionModel } from '../../patterns/extraction/pattern.ts';
import { settings } from '../../patterns/extraction/schema.ts';
import { differences } from '../signature/bump/subset.ts';
import { suggestion } from '../tenant/did-you-mean.ts';
import { platformShapes } from '../signature/platform-shapes.ts';
import type { ToolFile } from '../tenant/schemas/tool-file.ts';
import { entries, isSchema } from '../signature/keywords.ts';
import type { LoadedFile } from '../tenant/tenant.ts';
import type { ToolCheck } from '../tenant/cross-file/tenant-check.ts';
import { gatedFunction, type PatternRow } from '../pattern-row.ts';
import type { NameCheck } from '../tenant/cross-file/names.ts';
import { extractionAnswers } from '../extraction/answers.ts';
import { branches, constantsOf, memberOf, namesOnly } from '../signature/schema-members.ts';

export const extractionRow: PatternRow = {
  functions: [
    gatedFunction(extraction, extraction, () => ({})),
    gatedFunction(extractionModel, extractionModel, ({ model }) => ({ model })),
  ],
  checkTool: checkExtraction,
};

/**
 * Checks an extraction tool. The tool must use one extractor, name one of its properties, and allow every answer of its
 * finders. The tool must have the network if and only if a finder asks a model.
 */
function checkExtraction({ file, signature, tenant, check }: ToolCheck): void {
  if (!signature) return;
  const { schema } = signature;
  const used = tenant.artefacts.flatMap((one) =>
    one.kind === 'Extractor' && file.value.uses.includes(`${one.value.artefact.id}@${one.value.artefact.version}`)
      ? [one.value.artefact]
      : [],
  );
  if (file.value.uses.some((name) => check.isBroken(name))) return;
  const [extractor] = used;
  if (!extractor || used.length > 1) {
    return check.tell(
      { file, path: ['uses'] },
      `/uses has ${used.length} extractors, but an extraction needs exactly one`,
      'List exactly one extractor in uses',
    );
  }
  const parsed = settings.safeParse(file.value.settings);
  // Malformed settings are already reported.
  if (!parsed.success) return;
  const { property } = parsed.data;
  const declared = Object.hasOwn(extractor.properties, property) ? extractor.properties[property] : undefined;
  if (!declared) {
    const known = Object.keys(extractor.properties);
    const at = { file, path: ['settings', 'property'] };
    return check.tell(
      at,
      `/settings/property is ${property}, which ${extractor.id} does not have`,
      suggestion(property, known),
    );
  }
  checkNetwork(file, { extractor, property }, check);
  const all = branches(schema.response);
  const scans = tenant.file.value.sources?.textract !== undefined;
  checkAnswers(file, { extractor, property, scans, all }, check);
  for (const answer of all.filter((one) => namesOnly(memberOf(one, 'status'), ['extracted']))) {
    const reason = unfit(declared.type, memberOf(answer, 'value'));
    if (reason === undefined) continue;
    const path = ['signature', 'response'];
    check.tell(
      { file, path },
      `in signature.response, the member /value cannot hold every ${declared.type.kind} that ${extractor.id} finds: ${reason}`,
      'Widen the schema of /value in signature.response',
    );
  }
}

/**
 * Checks that the response allows every answer of the finders. Otherwise a call would fail although it found a value.
 */
function checkAnswers(
  file: LoadedFile<ToolFile>,
  {
    extractor,
    property,
    scans,
    all,
  }: {
    readonly extractor: Extractor;
    readonly property: string;
    readonly scans: boolean;
    readonly all: readonly unknown[];
  },
  check: NameCheck,
): void {
  const whats = new Map<string, string[]>();
  for (const { status, what, schema } of extractionAnswers(extractor, { property, scans })) {
    const found = all
      .filter((one) => constantsOf(memberOf(one, 'status')).includes(status))
      .map((one) => differences({ sub: schema, sup: withoutValue(one) }, { tolerant: false })[0]);
    const [difference] = found;
    // If no alternative has the status, the check against the pattern already reports it.
    if (!difference || found.includes(undefined)) continue;
    const place = difference.path.filter((step) => step !== 'properties').map(String);
    const why = `${place.join('.')} ${difference.message}`;
    whats.set(why, [...(whats.get(why) ?? []), what]);
  }
  for (const [why, what] of whats) {
    const message = `the response does not allow ${what.join(', ')}, which ${extractor.id} can answer: ${why}`;
    check.tell({ file, path: ['signature', 'response'] }, message, 'Change signature.response so that it allows this');
  }
}

/**
 * Returns the schema changed so that it allows any `value`, because another check compares the value with the
 * property's type.
 */
const withoutValue = (schema: unknown): unknown =>
  isSchema(schema) && memberOf(schema, 'value') !== undefined
    ? { ...schema, properties: { ...Object.fromEntries(entries(schema['properties'])), value: true } }
    : schema;

function checkNetwork(
  file: LoadedFile<ToolFile>,
  { extractor, property }: { readonly extractor: Extractor; readonly property: string },
  check: NameCheck,
): void {
  const asks = (extractor.properties[property]?.find ?? []).some(({ by }) => by === 'model');
  const reaches = file.value.network === extractionModel.network;
  if (asks === reaches) return;
  const message = asks
    ? `a model finds ${property}, so the tool needs network: declared`
    : `no model finds ${property}, so the tool must not have network: declared`;
  check.tell({ file, path: ['network'] }, message, asks ? 'Write network: declared' : 'Remove the member network');
}

const identifiers: Readonly<Record<IdentifierScheme, { least: number; most: number; pattern: string }>> = {
  iban: { least: 15, most: 34, pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' },
  tckn: { least: 11, most: 11, pattern: '^[1-9][0-9]{10}$' },
  vkn: { least: 10, most: 10, pattern: '^[0-9]{10}$' },
  vin: { least: 17, most: 17, pattern: '^[A-HJ-NPR-Z0-9]{17}$' },
};

/** Returns the reason why a value of the property's type might not fit the schema, or undefined. */
function unfit(type: PropertyType, schema: unknown): string | undefined {
  if (type.kind === 'text' && type.form !== undefined && isSchema(schema) && schema['type'] === 'string') {
    const said = [`^(?:${type.form})$`, ...(type.form.includes('|') ? [] : [`^${type.form}$`])];
    if (typeof schema['pattern'] === 'string' && said.includes(schema['pattern'])) return undefined;
  }
  return differences({ sub: schemaOf(type), sup: schema }, { tolerant: false })[0]?.message;
}

function schemaOf(type: PropertyType): unknown {
  switch (type.kind) {
    case 'date':
      // Every extracted date is a real day and has the form of `platform/Date`. So it fits a schema that requires only
      // one of the two.
      return { ...platformShapes['Date'], format: 'date' };
    case 'money':
      return platformShapes['Money'];
    case 'decimal':
      return platformShapes['Decimal'];
    case 'identifier': {
      const { least, most, pattern } = identifiers[type.scheme];
      return { type: 'string', minLength: least, maxLength: most, pattern };
    }
    case 'text':
      return { type: 'string', minLength: 1, maxLength: type.maxLength };
    case 'enum':
      break;
  }
  return { enum: Object.keys(type.values) };
}
