import { readFileSync } from 'node:fs';
import { z } from 'zod';

const json = z.string().transform((text, context) => {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: 'custom', message: 'is not a JSON object of strings' });
    return z.NEVER;
  }
});

const data = z.object({
  UserPoolId: z.string(),
  AgentClients: json,
  ReadSecrets: json,
  WriteSecrets: json,
  /** Name of the table of each store. */
  Tables: json,
  ContentBucket: z.string(),
  /** Bucket, signing key and name of the audit log. */
  AuditLog: json.pipe(z.object({ bucket: z.string(), signingKey: z.string(), origin: z.string() })),
  /** ARN of the topic of notifications, and name of the event bus. */
  NotificationTopic: z.string(),
  EventBus: z.string(),
  /** ARNs of the roles that a person assumes for commands. */
  AuditOperatorRole: z.string(),
  ErasureOperatorRole: z.string(),
  HeadOperatorRole: z.string(),
});
const plane = z.object({ ApiId: z.string(), ConsoleClientId: z.string(), CliClientId: z.string() });

export interface StackOutputs {
  readonly data: z.infer<typeof data>;
  readonly plane: z.infer<typeof plane>;
}

/** Reads the outputs of a tenant's two stacks from the JSON file that `cdk deploy` wrote. */
export function readOutputs(file: string, tenant: string, stage: string): StackOutputs {
  const all = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')));
  const name = `LogicPlane-${tenant}-${stage}`;
  return { data: data.parse(all[`${name}-Data`]), plane: plane.parse(all[name]) };
}
