import { expect, test } from 'vitest';
import { hmac } from '../../../contract/values/canonical.ts';
import type { DispatchMeasure, Facts, Observer } from '../../../contract/system.ts';
import { tool } from '../../../contract/tool.ts';
import { answered, callTo, newKey } from '../../support/calls.ts';
import { pureTool, recordOf } from '../../support/tools.ts';
import { testWorld } from '../../support/world.ts';

const record = recordOf('tool.it', { pattern: 'conversion', effectClass: 'pure' });

/** Records the spans in the order in which they began, each with the spans around it and its facts. */
function recordingObserver() {
  const spans: {
    readonly name: string;
    readonly within: readonly string[];
    readonly facts: Record<string, unknown>;
  }[] = [];
  const measures: DispatchMeasure[] = [];
  const open: string[] = [];
  const observer: Observer = {
    async span(name, inside) {
      const facts: Record<string, unknown> = {};
      spans.push({ name, within: [...open], facts });
      open.push(name);
      try {
        return await inside((more: Facts) => Object.assign(facts, more));
      } finally {
        open.pop();
      }
    },
    dispatched: (measure) => measures.push(measure),
    failed: () => undefined,
  };
  return { spans, measures, observer };
}

test('A call writes three spans with their facts, and reports one measurement of its duration and outcome', async () => {
  const { system, head, events } = testWorld([{ record }]);
  const { spans, measures, observer } = recordingObserver();
  const current = async () => ({ ...(await head.current()), telemetryKey: 'secret' });
  const run = tool(
    pureTool(() => 1),
    { ...system, head: { current }, observer },
    {},
  );
  const key = newKey();
  const { receipt } = answered(await run(callTo(record, { a: 1 }, { key })));
  const [event] = events();
  const common = { eventId: event?.eventId };
  expect(spans).toEqual([
    {
      name: 'tool.it.dispatch',
      within: [],
      facts: {
        ...common,
        caller: 'agent:test-agent',
        scopes: ['test.invoke'],
        function: 'conversion',
        version: '1.0.0',
        verdict: 'allow',
        policies: receipt.policies,
        argsHash: hmac('secret', receipt.argsHash),
        idempotencyKey: hmac('secret', key),
      },
    },
    { name: 'tool.it.run', within: ['tool.it.dispatch'], facts: {} },
    {
      name: 'tool.it.result',
      within: ['tool.it.dispatch'],
      facts: {
        outcome: 'answered',
        durationMillis: expect.any(Number),
        exceptions: [],
        resultHash: hmac('secret', receipt.resultHash),
      },
    },
  ]);
  expect(measures).toEqual([
    { tool: 'tool.it', function: 'conversion', outcome: 'answered', durationMillis: expect.any(Number) },
  ]);
});

test('The metric of a refusal has its code; an unknown tool appears as "unknown", not under the name that the caller sent', async () => {
  const { system } = testWorld([{ record }]);
  const { spans, measures, observer } = recordingObserver();
  const run = tool(
    pureTool(() => 1),
    { ...system, observer },
    {},
  );
  await run({ ...callTo(record, {}), tool: 'tool.made-up' });
  expect(measures).toMatchObject([{ tool: 'unknown', outcome: 'refused', code: 'tool.unknown' }]);
  expect(spans.map(({ name, facts }) => [name, facts['code']])).toEqual([
    ['tool.made-up.dispatch', undefined],
    ['tool.made-up.result', 'tool.unknown'],
  ]);
});
