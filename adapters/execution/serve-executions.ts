import { parentPort } from 'node:worker_threads';
import type { Execute } from '../../contract/dispatch/execution.ts';
import { sent, type Answered, type AskedExecution } from './message.ts';

/** Executes the requests of the main thread until the main thread ends this thread. */
export function serveExecutions(execute: Execute): void {
  const port = parentPort;
  if (port === null) throw new Error('serveExecutions must be called in a worker thread');
  port.on('message', ({ id, execution }: AskedExecution) => {
    void answerOf(execute, { id, execution }).then((answer) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
      port.postMessage(answer);
    });
  });
}

async function answerOf(execute: Execute, { id, execution }: AskedExecution): Promise<Answered> {
  try {
    // There is no deadline here. The main thread has the timer and ends this thread.
    return { id, executed: await execute(execution, Infinity) };
  } catch (error) {
    return { id, ...sent(error) };
  }
}
