import { contentClient } from '../../adapters/aws/client.ts';
import { s3Uploads } from '../../adapters/aws/s3-uploads.ts';
import { sourceStore } from '../../adapters/tables/sources.ts';
import { requestHandler } from '../request.ts';
import { awsBase, contentBucket } from '../system.ts';
import { sourcesHandler } from './sources.ts';

const base = await awsBase();
const store = sourceStore(base.database);
const uploads = s3Uploads(contentClient(), contentBucket);
export const handler = requestHandler('sources', base, sourcesHandler({ ...base, store, uploads }));
