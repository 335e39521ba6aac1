import { expect, it } from 'vitest';
import { answered, refusedWith } from '../../../support/calls.ts';
import { benchOf } from '../bench.ts';
import type { Sample } from '../sample.ts';
import { headWith } from './versioned.ts';

const codes = { ActionKind: 'kind.suspended', Queue: 'queue.suspended', Sor: 'sor.suspended' } as const;

/** Returns the names of the artefacts that an operator can suspend and that the arguments of the sample name. */
function suspendableRefs({ declaration, artefacts }: Sample): readonly (readonly [string, string])[] {
  const kinds = new Set(Object.values(declaration.refs).map(({ kind }) => kind));
  return Object.entries(codes).flatMap(([kind, code]) =>
    artefacts('plain')
      .filter(({ descriptor }) => descriptor.kind === kind && kinds.has(descriptor.kind))
      .map(({ descriptor: { name } }) => [name, code] as const),
  );
}

/** Checks that a call is refused if an artefact that its arguments name is suspended. */
export function suspended(sample: Sample): void {
  const refs = suspendableRefs(sample);

  it('Suspended: A call that names a suspended action kind, queue or system of record is refused: no system of record is asked, and no effect is recorded', async () => {
    for (const [name, code] of refs) {
      const bench = await benchOf(sample);
      await headWith(() => ({ suspended: [name] }))(bench);
      expect(refusedWith(await bench.ask(bench.asked.one.first))).toBe(code);
      expect(bench.touched.filter(({ port }) => port === 'connectors')).toEqual([]);
      expect([bench.records(), bench.effects()]).toEqual([[], 0]);
      expect(bench.events()).toMatchObject([{ outcome: 'refused', code }]);
    }
  });

  it('Suspended: A call is answered while other agents, tools, action kinds, queues and systems of record are suspended', async () => {
    const bench = await benchOf(sample);
    const others = [
      'agent/other-agent',
      'tool.another',
      `${bench.record.id}@9.9.9`,
      'action.none',
      'queue.none',
      'sor.none',
    ];
    await headWith(() => ({ suspended: others }))(bench);
    expect(answered(await bench.ask(bench.asked.one.first)).replayed).toBe(false);
  });
}
