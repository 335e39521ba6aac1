import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { Execute, Executed, Execution } from '../../contract/dispatch/execution.ts';
import { Failure } from '../../contract/failures.ts';
import { received, type Answered, type AskedExecution } from './message.ts';

interface Waiting {
  readonly execution: Execution;
  readonly resolve: (executed: Executed) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Executes patterns in a thread that is created ahead of time. If an execution takes too long, its thread is ended, its
 * call is refused with `deadline.passed`, and a new thread is created. Other executions of the ended thread begin again in
 * the new thread, because an execution only reads.
 * @param entry a module that calls `serveExecutions` when it is loaded in a worker
 */
export function executeInWorker(
  entry: URL,
  options: Pick<WorkerOptions, 'resourceLimits' | 'workerData'> = {},
): Execute {
  const thread = new ExecutionThread(entry, options);
  return (execution, deadlineAt) => thread.execute(execution, deadlineAt);
}

class ExecutionThread {
  readonly #entry: URL;
  readonly #options: WorkerOptions;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #asked = 0;

  constructor(entry: URL, options: WorkerOptions) {
    this.#entry = entry;
    this.#options = options;
    this.#worker = this.#started();
  }

  execute(execution: Execution, deadlineAt: number): Promise<Executed> {
    const id = (this.#asked += 1);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#end(id), Math.max(0, deadlineAt - Date.now()));
      this.#waiting.set(id, { execution, resolve, reject, timer });
      this.#send({ id, execution });
    });
  }

  #send(asked: AskedExecution): void {
    this.#worker ??= this.#started();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
    this.#worker.postMessage(asked);
  }

  #started(): Worker {
    const worker = new Worker(this.#entry, this.#options);
    worker.on('message', (answer: Answered) => this.#settle(answer));
    worker.on('error', (error: Error & { code?: string }) => this.#lost(worker, failureOf(error)));
    worker.on('exit', () => this.#lost(worker, new Error('the thread that executes patterns ended unexpectedly')));
    // While an execution runs, its timer keeps the process alive. An idle thread must not do so, which `unref` ensures.
    // A listener that is added afterwards would undo this.
    worker.unref();
    return worker;
  }

  #settle(answer: Answered): void {
    const waiting = this.#taken(answer.id);
    if ('executed' in answer) waiting?.resolve(answer.executed);
    else waiting?.reject(received(answer));
  }

  /**
   * Rejects the execution, and ends the thread without waiting for it. If native code runs in the thread, it ends only when
   * that code returns.
   */
  #end(id: number): void {
    const worker = this.#worker;
    this.#taken(id)?.reject(new Failure('deadline.passed', 'the execution exceeded its time limit and was ended'));
    this.#worker = this.#started();
    void worker?.terminate();
    for (const [other, { execution }] of this.#waiting) this.#send({ id: other, execution });
  }

  /** Rejects all open executions with the error. A new thread is created for the next call. */
  #lost(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const id of this.#waiting.keys()) this.#taken(id)?.reject(error);
  }

  #taken(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    return waiting;
  }
}

function failureOf(error: Error & { code?: string }): Error {
  if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
  return new Failure('result.too_large', 'the execution exceeded its memory limit');
}
