import { afterEach, describe, expect, it, vi } from 'vitest';
import { callMetrics } from '../../../adapters/aws/call-metrics.ts';
import { lambdaObserver } from '../../../adapters/aws/observer.ts';
import type { DispatchMeasure } from '../../../contract/system.ts';

/** An entry of the embedded metric format of CloudWatch, as the observer writes it to the log. */
interface Emitted extends Readonly<Record<string, unknown>> {
  readonly _aws: {
    readonly CloudWatchMetrics: readonly {
      readonly Metrics: readonly { readonly Name: string; readonly Unit: string }[];
    }[];
  };
}

function emittedFor(call: DispatchMeasure): readonly Emitted[] {
  // In its development mode the library writes to the global console, and no metrics unless it is told to.
  vi.stubEnv('POWERTOOLS_DEV', 'true');
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  lambdaObserver('demo').dispatched(call);
  return log.mock.calls.map(([text]) => JSON.parse(String(text)) as Emitted);
}
const unitsOf = (all: readonly Emitted[]) =>
  Object.fromEntries(
    all
      .flatMap(({ _aws }) => _aws.CloudWatchMetrics.flatMap(({ Metrics }) => Metrics))
      .map(({ Name, Unit }) => [Name, Unit]),
  );

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('The metrics of a call', () => {
  const call = { tool: 'tool.a', function: 'lookup', durationMillis: 40 } as const;

  it('A refused call is counted in every metric of the table with the right unit, and the metric `errors` has the code of the refusal', () => {
    const emitted = emittedFor({ ...call, outcome: 'refused', code: 'permission.denied' });
    expect(unitsOf(emitted)).toEqual(
      Object.fromEntries(Object.entries(callMetrics).map(([name, { unit }]) => [name, unit])),
    );
    expect(emitted[0]).toMatchObject({ tool: 'tool.a', function: 'lookup', throughput: 1, success: 0, duration: 40 });
    expect(emitted[1]).toMatchObject({ tool: 'tool.a', code: 'permission.denied', errors: 1 });
  });

  it('An answered call counts as a success and does not raise the number of errors', () => {
    const emitted = emittedFor({ ...call, outcome: 'answered' });
    expect(emitted).toHaveLength(1);
    expect(emitted[0]).toMatchObject({ throughput: 1, success: 1 });
    expect(Object.keys(unitsOf(emitted))).not.toContain('errors');
  });
});
