import { headWriter } from '../../adapters/tables/head.ts';
import { awsBase } from '../system.ts';
import { moveHead } from './move-head.ts';

const { database, library } = await awsBase();
export const handler = () => moveHead(headWriter(database), library.bundled);
