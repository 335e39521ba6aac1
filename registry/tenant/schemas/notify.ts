import * as z from 'zod';

/**
 * The people and programs that are told about the Tasks of a queue: `none`; `topic` if they subscribe outside the
 * tenant's folder; or mail addresses and queues of Amazon SQS, which a deploy subscribes.
 */
export type QueueNotify = 'none' | 'topic' | { readonly email?: readonly string[]; readonly sqs?: readonly string[] };

const address = z.email('Use an e-mail address, such as claims@insurer.example');
// A topic that keeps no order delivers only to queues that keep no order.
const sqsArn = z
  .string()
  .regex(
    /^arn:aws[a-z-]{0,20}:sqs:[a-z0-9-]{1,40}:[0-9]{12}:[A-Za-z0-9_-]{1,80}$/,
    'Use the ARN of a standard queue, such as arn:aws:sqs:eu-central-1:111122223333:claims',
  );

const howToSay =
  'Write notify: { email: [claims@insurer.example] }, notify: { sqs: [ARN] }, notify: topic if somebody subscribes to the topic outside this folder, or notify: none if its members look at the queue by themselves';

/** The schema of `notify` in a queue's file. A queue that does not say who is told is refused. */
export const queueNotify: z.ZodType<QueueNotify> = z
  .unknown()
  .superRefine((written, context) => {
    if (written !== undefined) return;
    const message = `is missing: the queue notifies nobody, so a Task could wait unseen. ${howToSay}`;
    context.addIssue({ code: 'custom', message });
  })
  .pipe(
    z.union([
      z.enum(['none', 'topic']),
      z
        .strictObject({ email: z.array(address).min(1).exactOptional(), sqs: z.array(sqsArn).min(1).exactOptional() })
        .refine(({ email, sqs }) => email !== undefined || sqs !== undefined, { error: `names nobody. ${howToSay}` }),
    ]),
  );
