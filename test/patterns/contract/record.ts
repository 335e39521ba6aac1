import type { MarkingScheme } from '../../../contract/authority/markings.ts';
import type { ToolVersion } from '../../../contract/artefacts/tool-version.ts';
import { recordOf } from '../../support/tools.ts';
import type { Specimen } from './specimen.ts';

export const scheme: MarkingScheme = { chains: [['pii.low', 'pii.medium', 'pii.high']], flags: ['regulated.kvkk'] };

/** Markings that every specimen's signature reaches, whatever the call reads. */
const reaches = ['regulated.kvkk'];

/** The specimen's tool, as a release holds it. */
export const recordFor = (specimen: Specimen): ToolVersion => {
  const { name, effectClass, function: functionName, settings } = specimen.declaration;
  return recordOf(`tool.specimen.${functionName}`, name, effectClass, {
    function: functionName,
    markings: ['pii.high', 'regulated.kvkk'],
    reaches,
    idempotency: { key: specimen.idempotency ?? 'caller', ttlSeconds: 86_400 },
    uses: specimen.artefacts('plain').map(({ descriptor }) => `${descriptor.name}@${descriptor.version}`),
    settings: settings.parse(specimen.settings ?? {}),
  });
};
