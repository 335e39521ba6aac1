import { Tracer } from '@aws-lambda-powertools/tracer';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { lambdaObserver } from '../../../adapters/aws/observer.ts';
import { Failure } from '../../../contract/failures.ts';

/** A segment of X-Ray that records what is added to it. */
class RecordedSegment {
  readonly children: RecordedSegment[] = [];
  readonly annotations: Record<string, unknown> = {};
  readonly metadata: Record<string, unknown> = {};
  isClosed = false;
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  addNewSubsegment(name: string): RecordedSegment {
    const child = new RecordedSegment(name);
    this.children.push(child);
    return child;
  }

  addAnnotation(name: string, value: unknown): void {
    this.annotations[name] = value;
  }

  addMetadata(name: string, value: unknown): void {
    this.metadata[name] = value;
  }

  close(): void {
    this.isClosed = true;
  }
}

/** Makes Lambda's segment, with which the tracer begins, and sets the trace header of this call. */
function traced(header: string | undefined = 'Root=1-1;Parent=2;Sampled=1'): RecordedSegment {
  const lambda = new RecordedSegment('lambda');
  let current: unknown = lambda;
  vi.stubEnv('_X_AMZN_TRACE_ID', header);
  vi.spyOn(Tracer.prototype, 'isTracingEnabled').mockReturnValue(true);
  vi.spyOn(Tracer.prototype, 'getSegment').mockImplementation(() => current as ReturnType<Tracer['getSegment']>);
  vi.spyOn(Tracer.prototype, 'setSegment').mockImplementation((segment) => {
    current = segment;
  });
  return lambda;
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('The spans of a call in X-Ray', () => {
  it('A span is a subsegment of the span around it, has its facts, and is closed at its end', async () => {
    const lambda = traced();
    const observer = lambdaObserver('demo');
    const answer = await observer.span('tool.a.dispatch', async (add) => {
      add({ outcome: 'answered', durationMillis: 40, scopes: ['claims.read'] });
      return observer.span('tool.a.run', async () => 'the answer');
    });
    expect(answer).toBe('the answer');
    const [dispatch] = lambda.children;
    expect(dispatch).toMatchObject({
      name: 'tool.a.dispatch',
      annotations: { outcome: 'answered', durationMillis: 40 },
      metadata: { scopes: ['claims.read'] },
      isClosed: true,
    });
    expect(dispatch?.children).toMatchObject([{ name: 'tool.a.run', isClosed: true }]);
    await observer.span('tool.b.dispatch', async () => undefined);
    expect(lambda.children.map(({ name }) => name)).toEqual(['tool.a.dispatch', 'tool.b.dispatch']);
  });

  it('If the work in a span fails, the span has the code of the failure without its message, and is closed', async () => {
    const lambda = traced();
    const work = lambdaObserver('demo').span('tool.a.run', async () =>
      Promise.reject(new Failure('internal', 'a message that may quote a value')),
    );
    await expect(work).rejects.toMatchObject({ name: 'internal' });
    expect(lambda.children).toMatchObject([{ annotations: { error: 'internal' }, isClosed: true }]);
    expect(JSON.stringify(lambda)).not.toContain('quote');
  });

  it.each([undefined, 'Root=1-1;Parent=2;Sampled=0', 'Root=1-1;Parent=2'])(
    'If X-Ray does not sample the call (%j), the work runs without a span, and the tracer is not loaded',
    async (header) => {
      const lambda = traced();
      vi.stubEnv('_X_AMZN_TRACE_ID', header);
      const load = vi.fn<() => Promise<Tracer>>();
      expect(await lambdaObserver('demo', load).span('tool.a.run', async () => 'the answer')).toBe('the answer');
      expect(lambda.children).toEqual([]);
      expect(load).not.toHaveBeenCalled();
    },
  );
});
