import { dynamoClient } from '../../adapters/aws/client.ts';
import { DynamoDatabase } from '../../adapters/aws/dynamo-database.ts';
import { tableName } from '../../adapters/aws/table-names.ts';
import { headWriter } from '../../adapters/tables/head.ts';
import { releases } from '../../adapters/tables/releases.ts';
import { deployedPackage, isToldToMove } from '../release/deployed-package.ts';
import { checkRelease } from './check-release.ts';

const database = new DynamoDatabase(dynamoClient(), tableName);
const dependencies = { head: headWriter(database), releases: releases(database) };
export const handler = async () => checkRelease(dependencies, await deployedPackage(), isToldToMove());
