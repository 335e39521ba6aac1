import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Extractor } from '../../contract/artefacts/extractor.ts';
import type { ToolVersion } from '../../contract/artefacts/tool-version.ts';
import { extractionModel } from '../../patterns/extraction/pattern.ts';
import type { ModelTarget, ToolFunctionRow } from '../deployment.ts';

/**
 * Returns the row of a function. If the function asks models, the row gets the models that the extractors of its tools
 * use.
 */
export function withModels(
  row: ToolFunctionRow,
  records: readonly ToolVersion[],
  extractors: readonly Extractor[],
): ToolFunctionRow {
  if (row.name !== extractionModel.function) return row;
  const finders = records
    .filter((record) => record.function === row.name)
    .flatMap(({ uses, settings }) => {
      const { property } = extractionModel.settings.parse(settings);
      const used = extractors.filter(({ id, version }) => uses.includes(`${id}@${version}`));
      return used.flatMap(({ properties }) => properties[property]?.find ?? []);
    });
  const models = new Map<string, ModelTarget>();
  for (const finder of finders) {
    if (finder.by !== 'model') continue;
    const regions = [...new Set([...(models.get(finder.model)?.regions ?? []), ...(finder.regions ?? [])])].sort();
    models.set(finder.model, { model: finder.model, ...(regions.length === 0 ? {} : { regions }) });
  }
  return { ...row, models: [...models.values()].sort((a, b) => (a.model < b.model ? -1 : 1)) };
}

/**
 * Returns the ARNs of the models. For an inference profile these are its own ARN, and its model's ARN in each region.
 */
export const modelArns = (models: readonly ModelTarget[], scope: Construct): readonly string[] => [
  ...new Set(models.flatMap((target) => [...profileArn(target, scope), ...foundationArns(target, scope)])),
];

export const profileArn = ({ model, regions }: ModelTarget, scope: Construct): readonly string[] =>
  regions ? [arn(scope, { resource: 'inference-profile', resourceName: model })] : [];

export const foundationArns = ({ model, regions }: ModelTarget, scope: Construct): readonly string[] =>
  regions
    ? regions.map((region) => foundation(scope, model.slice(model.indexOf('.') + 1), region))
    : [foundation(scope, model, Stack.of(scope).region)];

/** The ARN of a foundation model names no account. */
const foundation = (scope: Construct, model: string, region: string): string =>
  arn(scope, { account: '', region, resource: 'foundation-model', resourceName: model });

const arn = (
  scope: Construct,
  parts: { account?: string; region?: string; resource: string; resourceName: string },
): string => Stack.of(scope).formatArn({ service: 'bedrock', arnFormat: ArnFormat.SLASH_RESOURCE_NAME, ...parts });
