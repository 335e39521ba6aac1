import type { DynamoDBRecord } from 'aws-lambda';
import { toAttributes } from '../../../adapters/aws/attributes.ts';
import { MemoryObjects } from '../../../adapters/memory/log-objects.ts';
import { auditLogRows } from '../../../adapters/tables/audit-log-rows.ts';
import { auditTable } from '../../../adapters/tables/audit-table.ts';
import { headWriter } from '../../../adapters/tables/head.ts';
import { releases } from '../../../adapters/tables/releases.ts';
import { append } from '../../../audit-log/append.ts';
import { noteAndSeal } from '../../../lambdas/audit-seal/note-and-seal.ts';
import { carry, type WindowedStreamEvent } from '../../../lambdas/audit-stream/carry.ts';
import { deployRelease } from '../../../lambdas/release/deploy-release.ts';
import { checkRelease } from '../../../lambdas/release-check/check-release.ts';
import { memorySigner, origin } from '../../audit-log/memory-log.ts';
import { arrivedOf, SimulatedStream } from '../../audit-log/simulated-stream.ts';
import { start } from '../../support/plane.ts';
import { packageOf } from '../../support/release-package.ts';
import type { Outside } from '../outside.ts';
import { sceneOf, type Scene } from '../scene.ts';
import { planeOf, portsOver, type Plane } from './plane.ts';
import { reconciled } from './reconciled.ts';
import { stages } from './stage.ts';

const signer = memorySigner();
const shard = 'shard-0';
/** A witness that does not cosign, so that this is reported. */
const witness: Outside['witness'] = {
  key: { name: 'witness.example', publicKey: new Uint8Array(32) },
  add: async () => ({ status: 403, type: 'text/plain', body: '' }),
};

const batchOf = ({ stored }: Plane): WindowedStreamEvent => ({
  shardId: shard,
  Records: stored.items('ledger').map((item, index): DynamoDBRecord => ({
    eventName: 'INSERT',
    dynamodb: {
      SequenceNumber: String(index + 1),
      ApproximateCreationDateTime: start / 1000,
      NewImage: toAttributes(item) as NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>,
    },
  })),
});

/** The rows of the audit table and of the log, and the objects of the log. */
const logOf =
  ({ stored }: Plane, objects: MemoryObjects) =>
  () => ({
    audited: stored.items('audit').length,
    rows: stored
      .items('log')
      .map(({ pk }) => String(pk))
      .sort(),
    objects: [...objects.objects.keys()].sort(),
    checkpoint: Buffer.from(objects.objects.get('checkpoint') ?? '').toString(),
  });

const carried = sceneOf({ of: 'audit-stream', title: 'events have arrived in the ledger', isHttp: false }, async () => {
  const objects = new MemoryObjects();
  const world = await planeOf<'audit-stream'>(await stages.granted(), (plane) => {
    // The last event is too large for the log, so it is set aside.
    const batch = batchOf(plane);
    const [large] = batch.Records.slice(-1);
    if (large?.dynamodb?.NewImage) large.dynamodb.NewImage['event'] = { S: '{' };
    return {
      ports: (outside) => ({
        ...portsOver(outside),
        audit: auditTable(outside.database),
        log: { rows: auditLogRows(outside.database), objects: outside.logObjects },
        failed: outside.alarms.failed,
        setAside: outside.alarms.setAside,
      }),
      invoke: (ports) => carry(ports)(batch),
      isDone: (answer) => (answer as { batchItemFailures: unknown[] }).batchItemFailures.length === 0,
      // How the entries are divided into batches depends on the deliveries.
      state: async () => [plane.stored.items('audit').length, (await auditLogRows(plane.stored).head()).row],
    };
  });
  return { ...world, outside: { ...world.outside, logObjects: objects } };
});

const sealed = sceneOf(
  { of: 'audit-seal', title: 'entries have been appended to the log', isHttp: false },
  async () => {
    const [objects, stream] = [new MemoryObjects(), new SimulatedStream()];
    const [first] = stream.all;
    const written = new Date(start).toISOString();
    const records = first ? [1, 2, 3].map(() => stream.write(first, written)) : [];
    const world = await planeOf<'audit-seal'>(await stages.empty(), (plane) => ({
      ports: (outside) => ({
        rows: auditLogRows(outside.database),
        objects: outside.logObjects,
        signer: outside.signer,
        stream: outside.stream,
        witness: outside.witness,
        origin,
        now: () => outside.clock.now(),
        notCosigned: (error) => outside.alarms.failed(error, 'audit-seal'),
      }),
      invoke: (ports) => noteAndSeal(ports)(),
      // The next minute continues where the log is sealed.
      isDone: () => false,
      state: logOf(plane, objects),
    }));
    await append(
      { rows: auditLogRows(world.outside.database as Outside['database']), objects },
      shard,
      records.map(arrivedOf),
    );
    return { ...world, outside: { ...world.outside, logObjects: objects, signer, stream, witness } };
  },
);

const next = packageOf('next');

const deployed = sceneOf({ of: 'release', title: 'a build is deployed', isHttp: false }, async () =>
  planeOf<'release'>(await stages.empty(), ({ stored, content }) => ({
    ports: ({ database, content: store, clock }) => ({
      head: headWriter(database, clock.now),
      releases: releases(database),
      content: store,
      now: clock.now,
    }),
    invoke: (ports) => deployRelease(ports, next, false),
    state: async () => ({
      inForce: (await headWriter(stored).read()).state?.release,
      stored: (await releases(stored).find(next.id))?.release,
      parts: content.names('parts').length,
      policies: content.names('policies').length,
      events: stored.items('ledger').length,
    }),
  })),
);

const checked = sceneOf({ of: 'release-check', title: 'a deploy begins', isHttp: false }, async () => {
  const world = await planeOf<'release-check'>(await stages.empty(), () => ({
    ports: ({ database }) => ({ head: headWriter(database), releases: releases(database) }),
    invoke: (ports) => checkRelease(ports, next, false),
    state: () => 'nothing',
  }));
  const database = world.outside.database as Outside['database'];
  const storedAt = new Date(start).toISOString();
  await releases(database).store({ release: next.id, format: 2, needs: next.needs, storedAt });
  const { version } = await headWriter(database).read();
  await headWriter(database).write({ release: next.id, withdrawn: [], suspended: [] }, version);
  return world;
});

/** The audit stream, the transparency log, and a deploy. */
export const logScenes: readonly Scene[] = [carried, sealed, reconciled, deployed, checked];
