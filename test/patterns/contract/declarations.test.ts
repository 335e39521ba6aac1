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

it('A pattern declaration does not compile if it has a port or an effect that its effect class does not allow', () => {
  // @ts-expect-error -- a pattern of class pure has no port objects
  pattern({ ...declared, effectClass: 'pure', ports: ['objects'] });
  // @ts-expect-error -- a pattern of class read-internal has no port to systems of record
  pattern({ ...declared, effectClass: 'read-internal', ports: ['connectors'] });
  // @ts-expect-error -- a pattern of class stage has no port to systems of record
  pattern({ ...declared, effectClass: 'stage', ports: ['connectors'] });
  // @ts-expect-error -- a pattern of class pure has no effect
  pattern({ ...declared, effectClass: 'pure', ports: [], execute: staged });
  // @ts-expect-error -- a pattern of class read-external has no effect
  pattern({ ...declared, effectClass: 'read-external', ports: ['connectors'], execute: staged });
  const portsOf = <C extends EffectClass>(_: C, ...ports: readonly PortName<C>[]): number => ports.length;
  const effectsOf = <C extends EffectClass>(_: C, ...effects: readonly EffectKind<C>[]): number => effects.length;
  expect([portsOf('pure', 'model'), portsOf('stage', 'dispatches')]).toEqual([1, 1]);
  expect([effectsOf('pure'), effectsOf('stage', 'Action'), effectsOf('commit-low', 'Task')]).toEqual([0, 1, 1]);
});
