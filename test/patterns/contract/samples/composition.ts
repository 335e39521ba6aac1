import { composition } from '../../../../patterns/composition/pattern.ts';
import { template } from '../../composition/templates.ts';
import { artefactOf, closed, secretName, sampleOf } from '../sample.ts';

const letter = (greeting: string) =>
  template({
    to: { $part: '/name' },
    letter: { $text: `${greeting} {{ name }}, {{ reserve }}`, maxLength: 500 },
  });
const { id, version } = letter('');
const text = { type: 'string', maxLength: 500 };
const asked = (name: string) => ({ parts: { name, reserve: '73910.55' }, template: id });

export const sample = sampleOf(composition, {
  signature: {
    request: closed({
      parts: closed({ name: text, reserve: { $ref: 'platform/Decimal' } }),
      template: { type: 'string', enum: [id] },
    }),
    response: closed({
      status: { type: 'string', const: 'draft' },
      draftType: { type: 'string', const: 'Note' },
      template: { $ref: 'platform/ArtefactRef' },
      content: closed({ to: text, letter: text }),
      contentHash: { $ref: 'platform/Sha256' },
    }),
  },
  artefacts: (flavour) => [artefactOf('Template', letter(flavour === 'plain' ? 'Dear' : 'Hello'), ['pii.low'])],
  prepare: () => ({ first: asked(secretName), second: asked('Somebody') }),
  reads: ['pii.low'],
  secrets: { arguments: ['/parts/name', '/parts/reserve'], result: ['/content/to', '/content/letter', '/contentHash'] },
  pins: [`${id}@${version}`],
});
