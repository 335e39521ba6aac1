import { contentClient, dynamoClient } from '../../adapters/aws/client.ts';
import { DynamoDatabase } from '../../adapters/aws/dynamo-database.ts';
import { s3Content } from '../../adapters/aws/s3-content.ts';
import { tableName } from '../../adapters/aws/table-names.ts';
import { headWriter } from '../../adapters/tables/head.ts';
import { releases } from '../../adapters/tables/releases.ts';
import { contentBucket } from '../system.ts';
import { deployRelease } from './deploy-release.ts';
import { deployedPackage, isToldToMove } from './deployed-package.ts';

const database = new DynamoDatabase(dynamoClient(), tableName);
const dependencies = {
  content: s3Content(contentClient(), contentBucket),
  releases: releases(database),
  head: headWriter(database),
  now: Date.now,
};
export const handler = async () => deployRelease(dependencies, await deployedPackage(), isToldToMove());
