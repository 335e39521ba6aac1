import { runs } from '../../adapters/tables/runs.ts';
import { requestHandler } from '../request.ts';
import { awsBase } from '../system.ts';
import { openRun } from './open-run.ts';

const base = await awsBase();
const { open } = runs(base.database);
export const handler = requestHandler('runs', base, openRun({ ...base, open }));
