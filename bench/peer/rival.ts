import { createHash, randomUUID } from 'node:crypto';
import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import { BatchGetItemCommand, PutItemCommand, TransactWriteItemsCommand, type Put } from '@aws-sdk/client-dynamodb';
import {
  preparsePolicySet,
  preparseSchema,
  statefulIsAuthorized,
  type PolicySet as CedarPolicies,
  type Schema,
} from '@cedar-policy/cedar-wasm/nodejs';
import type { Context } from 'aws-lambda';
import type * as z from 'zod';
import { directoryRelease } from '../../adapters/release/directory.ts';
import type { EffectClass } from '../../contract/effects.ts';
import type { HttpAnswer, HttpEvent } from '../../lambdas/http.ts';
import type { Handlers } from './ours.ts';
import { tabulate } from '../../patterns/conversion/tables/tabulate.ts';
import type { TableTarget } from '../../patterns/conversion/tables/shapes.ts';
import { claim, lookupRequest, lookupResult, stageRequest, tableRequest, tableResult } from './rival-schemas.ts';
import { tablesClient, type Setting } from './setting.ts';

/**
 * The same three tools as one writes them by hand: Powertools Idempotency, zod, Cedar over the tenant's policies, and one
 * audit item a call. The engine that renders tables is the product's own, because its work is not compared. The tools
 * have no runs, pins, versions, markings or receipts, and their audit item can be changed by whoever may write the table.
 */
export async function rival(setting: Setting): Promise<Handlers> {
  const client = tablesClient(setting);
  const release = await directoryRelease(setting.release);
  const agent = await release.agent('claims-agent');
  const { policySet, schema } = await release.policies();
  preparseSchema('rival', schema as Schema);
  preparsePolicySet('rival', policySet as CedarPolicies);
  const persistenceStore = new DynamoDBPersistenceLayer({ tableName: 'idempotency', awsSdkV3Client: client });

  async function mayCall(tool: string, action: EffectClass, purpose: string): Promise<readonly string[]> {
    const record = await release.tool(tool, '1.0.0');
    const uid = { type: 'Agent', id: 'claims-agent' };
    const resource = { type: 'Tool', id: tool };
    const markings = [...(record?.markings ?? [])];
    const answer = statefulIsAuthorized({
      principal: uid,
      action: { type: 'Action', id: action },
      resource,
      context: { purpose, markings },
      entities: [
        {
          uid,
          attrs: {
            scopes: [...(agent?.scopes ?? [])],
            clearances: [...(agent?.clearances ?? [])],
            purposes: [...(agent?.purposes ?? [])],
            groups: [],
          },
          parents: [],
        },
        {
          uid: resource,
          attrs: {
            scopes: [...(record?.scopes ?? [])],
            markings,
            purposes: [...(record?.purposes ?? [])],
            pattern: record?.pattern ?? '',
          },
          parents: [],
        },
      ],
      preparsedSchemaName: 'rival',
      preparsedPolicySetId: 'rival',
      validateRequest: true,
    });
    if (answer.type === 'failure' || answer.response.decision !== 'allow') throw new Refused('permission.denied');
    return answer.response.diagnostics.reason;
  }

  const auditPut = (facts: Readonly<Record<string, unknown>>): Put => ({
    TableName: 'audit',
    Item: { id: { S: randomUUID() }, event: { S: JSON.stringify({ at: new Date().toISOString(), ...facts }) } },
  });
  const audited = (facts: Readonly<Record<string, unknown>>) => client.send(new PutItemCommand(auditPut(facts)));

  /** Makes a handler: validate, decide, execute once for each key, answer. */
  function tool<T>(
    { id, action, request }: { readonly id: string; readonly action: EffectClass; readonly request: z.ZodType<T> },
    execute: (asked: Asked<T>) => Promise<object>,
  ): (event: HttpEvent) => Promise<HttpAnswer> {
    const config = new IdempotencyConfig({ eventKeyJmesPath: 'key' });
    config.registerLambdaContext({ getRemainingTimeInMillis: () => 20_000 } as Context);
    const once = makeIdempotent(
      async ({ event, args }: { readonly key: string; readonly event: HttpEvent; readonly args: unknown }) => {
        const purpose = event.headers['purpose-of-use'] ?? '';
        const policies = await mayCall(id, action, purpose);
        const valid = request.safeParse(args);
        if (!valid.success) throw new Refused('arguments.invalid');
        const facts = { tool: id, caller: 'claims-agent', purpose, policies, argsHash: hashOf(args) };
        const result = await execute({ args: valid.data, facts, key: event.headers['idempotency-key'] });
        return { result, resultHash: hashOf(result) };
      },
      { persistenceStore, config },
    );
    return async (event) => {
      try {
        const args: unknown = JSON.parse(event.body ?? '');
        const key = event.headers['idempotency-key'] ?? hashOf(args);
        const body = JSON.stringify(await once({ key: `${id} claims-agent ${key}`, event, args }));
        return { statusCode: 200, headers: { 'content-type': 'application/json' }, body };
      } catch (error) {
        const code = error instanceof Refused ? error.message : 'internal';
        return { statusCode: code === 'internal' ? 500 : 400, body: JSON.stringify({ code }) };
      }
    };
  }

  return {
    conversion: tool({ id: 'tool.table.render', action: 'pure', request: tableRequest }, async ({ args, facts }) => {
      const result = tableResult.parse(tabulate(args.value, args.target as TableTarget).result);
      await audited({ ...facts, resultHash: hashOf(result) });
      return result;
    }),
    lookup: tool(
      { id: 'tool.claim.lookup', action: 'read-external', request: lookupRequest },
      async ({ args, facts }) => {
        const answer = await fetch(`${setting.sorUrl}/claims/${encodeURIComponent(args.identifier)}`, {
          headers: { authorization: `Bearer ${setting.sorToken}`, accept: 'application/json' },
          signal: AbortSignal.timeout(3000),
        });
        if (!answer.ok) throw new Refused('dependency.unavailable');
        const object = claim.parse(await answer.json());
        const sourceVersion = answer.headers.get('etag') ?? '';
        const result = lookupResult.parse({ status: 'found', object, sourceVersion });
        await audited({ ...facts, resultHash: hashOf(result), sourceVersion });
        return result;
      },
    ),
    'action-staging': tool(
      { id: 'tool.reserve.stage', action: 'stage', request: stageRequest },
      async ({ args, facts, key }) => {
        const cited = [args.basis, ...args.evidence.map(({ event }) => event)];
        const { Responses } = await client.send(
          new BatchGetItemCommand({ RequestItems: { audit: { Keys: cited.map((id) => ({ id: { S: id } })) } } }),
        );
        if (Responses?.['audit'] === undefined) throw new Refused('event.unknown');
        const payload = JSON.stringify(args.action.payload);
        const row = {
          id: `act-${hashOf(key ?? '')}`,
          state: 'staged',
          ...args.action,
          basis: args.basis,
          rationale: args.rationale,
          evidence: args.evidence,
          payloadHash: hashOf(payload),
          stagedAt: new Date().toISOString(),
        };
        await client.send(
          new TransactWriteItemsCommand({
            TransactItems: [
              {
                Put: {
                  TableName: 'actions',
                  Item: { id: { S: row.id }, row: { S: JSON.stringify(row) } },
                  ConditionExpression: 'attribute_not_exists(id)',
                },
              },
              { Put: auditPut({ ...facts, actionId: row.id }) },
            ],
          }),
        );
        return row;
      },
    ),
  };
}

interface Asked<T> {
  readonly args: T;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly key: string | undefined;
}

class Refused extends Error {}

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
