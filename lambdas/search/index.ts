import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { corpora } from '../../adapters/corpora/corpora.ts';
import { search } from '../../patterns/search/pattern.ts';
import { toolFunction } from '../tool-function.ts';

const directory = join(tmpdir(), 'logic-plane-corpora');
export const handler = await toolFunction(import.meta.url, search, (base) => ({
  corpora: corpora({ ...base, directory }),
}));
