import type { Area } from './figure.ts';

/** Areas by name. An area is imported only when it is measured. */
export const areas: Readonly<Record<string, () => Promise<Area>>> = {
  aggregation: async () => (await import('./aggregation.ts')).aggregation,
  calls: async () => (await import('./calls.ts')).calls,
  contract: async () => (await import('./contract.ts')).contract,
  execution: async () => (await import('./execution.ts')).execution,
  extraction: async () => (await import('./extraction.ts')).extraction,
  'extraction.accuracy': async () => (await import('./extraction-accuracy.ts')).extractionAccuracy,
  search: async () => (await import('./search.ts')).search,
  'search.recall': async () => (await import('./search-recall.ts')).searchRecall,
};
