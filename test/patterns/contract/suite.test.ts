import { describe } from 'vitest';
import { samples } from './samples.ts';
import { audited } from './laws/audited.ts';
import { bounded } from './laws/bounded.ts';
import { idempotent } from './laws/idempotent.ts';
import { logged } from './laws/logged.ts';
import { marked } from './laws/marked.ts';
import { permitted } from './laws/permitted.ts';
import { pure } from './laws/pure.ts';
import { stateless } from './laws/stateless.ts';
import { suspended } from './laws/suspended.ts';
import { typed } from './laws/typed.ts';
import { versioned } from './laws/versioned.ts';

/**
 * Runs the same contract tests, with the same titles, over every pattern and variant. Each file in `samples/` is one sample.
 */
describe.each(samples.map((sample) => [sample.declaration.function, sample] as const))(
  'The contract of the function %s',
  (_, sample) => {
    typed(sample);
    versioned(sample);
    suspended(sample);
    permitted(sample);
    idempotent(sample);
    audited(sample);
    logged(sample);
    marked(sample);
    pure(sample);
    bounded(sample);
    stateless(sample);
  },
);
