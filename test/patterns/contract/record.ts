import type { MarkingScheme } from '../../../contract/authority/markings.ts';
import type { ToolVersion } from '../../../contract/artefacts/tool-version.ts';
import { recordOf } from '../../support/tools.ts';
import type { Sample } from './sample.ts';

export const scheme: MarkingScheme = { chains: [['pii.low', 'pii.medium', 'pii.high']], flags: ['regulated.kvkk'] };

/** Markings that the signature of every sample has, whatever the call reads. */
const reaches = ['regulated.kvkk'];

/** Returns the sample's tool version as a release contains it. */
export const recordFor = (sample: Sample): ToolVersion => {
  const { name, effectClass, function: functionName, settings } = sample.declaration;
  return recordOf(
    `tool.sample.${functionName}`,
    { pattern: name, effectClass },
    {
      function: functionName,
      markings: ['pii.high', 'regulated.kvkk'],
      reaches,
      idempotency: { key: sample.idempotency ?? 'caller', ttlSeconds: 86_400 },
      uses: sample.artefacts('plain').map(({ descriptor }) => `${descriptor.name}@${descriptor.version}`),
      settings: settings.parse(sample.settings ?? {}),
    },
  );
};
