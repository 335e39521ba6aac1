import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { corpora } from '../../adapters/corpora/corpora.ts';
import { tool } from '../../contract/tool.ts';
import { search } from '../../patterns/search/pattern.ts';
import { toolHandler } from '../http.ts';
import { awsBase, awsSystem } from '../system.ts';

const base = await awsBase();
const directory = join(tmpdir(), 'logic-plane-corpora');
export const handler = toolHandler(
  'search',
  tool(search, awsSystem(base), { corpora: corpora({ ...base, directory }) }),
);
