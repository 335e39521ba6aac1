import { expect, it } from 'vitest';
import * as z from 'zod';
import type { EffectClass, EffectKind, PortName } from '../../../contract/effects.ts';
import { pattern, type Product } from '../../../contract/pattern.ts';
import type { Effect } from '../../../contract/system.ts';

const declared = {
  name: 'conversion',
  function: 'conversion',
  network: 'none',
  request: z.unknown(),
  response: z.unknown(),
  settings: z.unknown(),
  refs: {},
  execute: () => ({ result: null }),
} as const;
const staged = (): Product<null, Effect> => ({ result: null });

it('If a port or an effect does not belong to its class, the declaration does not compile', () => {
  // @ts-expect-error -- a pure pattern reads no objects
  pattern({ ...declared, effectClass: 'pure', ports: ['objects'] });
  // @ts-expect-error -- a read of the platform's own reaches no system of record
  pattern({ ...declared, effectClass: 'read-internal', ports: ['connectors'] });
  // @ts-expect-error -- what stages does not look at the world
  pattern({ ...declared, effectClass: 'stage', ports: ['connectors'] });
  // @ts-expect-error -- a pure pattern has no effect
  pattern({ ...declared, effectClass: 'pure', ports: [], execute: staged });
  // @ts-expect-error -- and neither has one that reads
  pattern({ ...declared, effectClass: 'read-external', ports: ['connectors'], execute: staged });
  const portsOf = <C extends EffectClass>(_: C, ...ports: readonly PortName<C>[]): number => ports.length;
  const effectsOf = <C extends EffectClass>(_: C, ...effects: readonly EffectKind<C>[]): number => effects.length;
  expect([portsOf('pure', 'model'), portsOf('stage', 'dispatches')]).toEqual([1, 1]);
  expect([effectsOf('pure'), effectsOf('stage', 'Action'), effectsOf('commit-low', 'Task')]).toEqual([0, 1, 1]);
});
