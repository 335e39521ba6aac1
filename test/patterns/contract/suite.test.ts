import { describe } from 'vitest';
import { specimens } from './specimens.ts';
import { audited } from './laws/audited.ts';
import { bounded } from './laws/bounded.ts';
import { idempotent } from './laws/idempotent.ts';
import { logged } from './laws/logged.ts';
import { marked } from './laws/marked.ts';
import { permitted } from './laws/permitted.ts';
import { pure } from './laws/pure.ts';
import { stateless } from './laws/stateless.ts';
import { typed } from './laws/typed.ts';
import { versioned } from './laws/versioned.ts';

/** The same laws with the same titles for every pattern and variant. A specimen is one file in `specimens/`. */
describe.each(specimens.map((specimen) => [specimen.declaration.function, specimen] as const))('%s', (_, specimen) => {
  typed(specimen);
  versioned(specimen);
  permitted(specimen);
  idempotent(specimen);
  audited(specimen);
  logged(specimen);
  marked(specimen);
  pure(specimen);
  bounded(specimen);
  stateless(specimen);
});
