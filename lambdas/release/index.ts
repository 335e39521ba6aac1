import { headWriter } from '../../adapters/tables/head.ts';
import { awsBase } from '../system.ts';
import { keepPolicies } from './keep-policies.ts';
import { moveHead } from './move-head.ts';

const { database, library, content } = await awsBase();
export const handler = async () => {
  const release = await library.open(library.bundled);
  if (!release) throw new Error('the bundle of this function does not contain its release. Deploy again');
  await keepPolicies(release, content);
  return moveHead(headWriter(database), library.bundled);
};
