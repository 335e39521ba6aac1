import { MemoryDatabase } from '../../../adapters/memory/database.ts';
import { failCall, faulty, type FaultPlan } from '../../../adapters/memory/faults.ts';
import { storeLaws } from '../stores/laws.ts';

const stored = new MemoryDatabase();

storeLaws('in memory', () => {
  let plan: FaultPlan | undefined;
  let base = 0;
  let seen = 0;
  const database = faulty(stored, () => (call) => {
    seen = call.index + 1;
    return plan?.({ ...call, index: call.index - base });
  });
  return {
    database,
    failCall: (index, fault) => {
      base = seen;
      plan = failCall(index, fault);
    },
    failAll: (fault) => {
      plan = () => fault;
    },
    heal: () => {
      plan = undefined;
    },
  };
});
