import { pattern } from '../../contract/pattern.ts';
import { extract } from './extract.ts';
import { modelAsker } from './model/ask-model.ts';
import { request, response, settings } from './schema.ts';

const declared = {
  name: 'extraction',
  effectClass: 'pure',
  request,
  response,
  settings,
  refs: {
    source: { kind: 'Source', at: ['/source'], count: 'one' },
    extractor: { kind: 'Extractor', at: [], from: 'uses', count: 'one' },
  },
} as const;

/** Extracts a property from a source by rules alone, with the evidence span that proves it. docs/spec.md, 9.3, pure. */
export const extraction = pattern({
  ...declared,
  function: 'extraction',
  network: 'none',
  ports: [],
  execute: ({ args, refs, settings }) => extract({ ...refs, ...settings, hints: args.hints }),
});

/** Extracts a property in the same way, and may also ask a model. It is the only pure pattern that has a port. */
export const extractionModel = pattern({
  ...declared,
  function: 'extraction-model',
  network: 'declared',
  ports: ['model'],
  execute: ({ args, refs, settings, ports, call }) =>
    extract({
      ...refs,
      ...settings,
      hints: args.hints,
      askModel: modelAsker(ports.model, call.deadlineAt),
    }),
});
