import { actionPlaneStore } from '../../adapters/tables/action-plane-store.ts';
import { contentClient } from '../../adapters/aws/client.ts';
import { s3Downloads } from '../../adapters/aws/s3-downloads.ts';
import { sources } from '../../adapters/tables/sources.ts';
import { rowLists } from '../../adapters/tables/row-lists.ts';
import { requestHandler } from '../request.ts';
import { awsBase, contentBucket } from '../system.ts';
import { tasks } from './tasks.ts';

const base = await awsBase();
export const handler = requestHandler(
  'tasks',
  base,
  tasks({
    ...base,
    store: actionPlaneStore(base.database, base.content),
    lists: rowLists(base.database, base.content),
    sources: sources(base.database),
    downloads: s3Downloads(contentClient(), contentBucket),
  }),
);
