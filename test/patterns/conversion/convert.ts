import type { Calendar } from '../../../contract/artefacts/calendar.ts';
import type { RateTable } from '../../../contract/artefacts/rate-table.ts';
import { conversion } from '../../../patterns/conversion/pattern.ts';
import type { Request } from '../../../patterns/conversion/schema.ts';
import { calendar, rates } from '../artefacts.ts';

/** Runs the engine with the artefacts that a call would load. */
export const convert = async (
  args: Request,
  pinned: { readonly rates?: RateTable; readonly calendar?: Calendar } = { rates, calendar },
) =>
  conversion.execute({
    args,
    refs: { rates: pinned.rates, calendar: pinned.calendar },
    ports: {},
    settings: {},
    call: undefined,
  });
