import type { Call, Tool } from './call.ts';
import { chain } from './chain.ts';
import { audited } from './clauses/audited.ts';
import { evalGated } from './clauses/eval-gated.ts';
import { idempotent } from './clauses/idempotent.ts';
import { parsed } from './clauses/parsed.ts';
import { permissioned } from './clauses/permissioned.ts';
import { pinned } from './clauses/pinned.ts';
import { typed } from './clauses/typed.ts';
import { versioned } from './clauses/versioned.ts';
import type { EffectClass, PortName } from './effects.ts';
import { harmless } from './harmless.ts';
import { observed } from './observed.ts';
import type { Pattern, RefSlots } from './pattern.ts';
import type { Ports } from './ports.ts';
import type { System } from './system.ts';
import type { RefReaders } from './refs.ts';

/** The order of the law: one call in, one outcome out, one audit event left. It knows no HTTP and never throws. */
export const tool = <C extends EffectClass, A, R, Refs extends RefSlots, P extends PortName<C>, S>(
  pattern: Pattern<C, A, R, Refs, P, S>,
  given: System,
  ports: Pick<Ports, NoInfer<P>>,
): Tool => {
  const system = { ...given, observer: harmless(given.observer) };
  const readers: RefReaders = { ...ports, sources: system.sources };
  return observed(
    system,
    chain<Call>()
      .use(parsed)
      .use(versioned(system))
      .use(evalGated(system.head))
      .use(typed<A>())
      .use(pinned<A>(pattern.refs, readers))
      .use(permissioned(system.pdp))
      .end(idempotent(pattern, { ports, readers }, system), audited(system)),
  );
};
