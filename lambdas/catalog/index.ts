import { requestHandler } from '../request.ts';
import { awsBase } from '../system.ts';
import { catalog } from './catalog.ts';

const base = await awsBase();
export const handler = requestHandler('catalog', base, catalog(base));
