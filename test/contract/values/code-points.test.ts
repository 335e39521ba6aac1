import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareCodePoints } from '../../../contract/values/code-points.ts';

const text = fc.string({ unit: 'binary', maxLength: 6 });

it('Texts are compared by code point, which is the order of their UTF-8 bytes', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const order = Math.sign(compareCodePoints(a, b));
      expect(order).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))));
    }),
    { examples: [['\u{1f600}', '\uffff']] },
  );
});
