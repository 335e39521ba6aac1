import * as z from 'zod';

/** One request in the access log of the API's gateway. */
export interface AccessLine {
  readonly requestId: string;
  /** The time at which the gateway received the request; epoch milliseconds, whole seconds. */
  readonly at: number;
  readonly route: string;
  /** The status that the caller got. */
  readonly status: number;
  /** The status that the function answered. Absent if the gateway answered without the function. */
  readonly answered?: number;
}

/** A line, with the number of times that the access log has it. */
export type NamedLine = AccessLine & { readonly times: number };

/** The form of a line, as the stage of the API writes it (`lib/api`). The gateway writes `-` for a value that it does not have. */
const form = z.looseObject({
  requestId: z.string().min(1),
  at: z.string(),
  route: z.string(),
  status: z.coerce.number().int(),
  answered: z.string().optional(),
  error: z.string().optional(),
});

/** Parses a line of the access log. Undefined if the line is malformed. */
export function accessLineOf(text: string): AccessLine | undefined {
  const line = form.safeParse(parsed(text)).data;
  const at = line && instantOf(line.at);
  if (line === undefined || at === undefined) return undefined;
  const { requestId, route, status } = line;
  const answered = Number(line.answered ?? answeredBefore(line));
  return { requestId, at, route, status, ...(Number.isInteger(answered) && answered > 0 ? { answered } : {}) };
}

/** Returns the status of a line from before the log had `answered`. The gateway names an error if it answered itself. */
const answeredBefore = ({ status, error }: z.infer<typeof form>): number | undefined =>
  error === '-' ? status : undefined;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Parses the time in the Common Log Format, such as `10/Apr/2026:12:00:07 +0000`, to epoch milliseconds. */
function instantOf(text: string): number | undefined {
  const found = /^(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}:\d{2}:\d{2}) ([+-]\d{2})(\d{2})$/.exec(text);
  if (found === null) return undefined;
  const [, day, month = '', year, time, hours, minutes] = found;
  const number = String(months.indexOf(month) + 1).padStart(2, '0');
  const at = Date.parse(`${year}-${number}-${day}T${time}${hours}:${minutes}`);
  return Number.isNaN(at) ? undefined : at;
}

/** The routes whose answered requests leave no event: the catalog says nothing that a release does not say. */
const silentRoutes = new Set(['GET /v1/me', 'GET /v1/tools', 'GET /v1/tools/{tool}']);

/**
 * Returns true if the request must have left an event. The gateway answers some requests itself, and a function that
 * does not know the caller answers 401: neither leaves an event.
 */
export function mustHaveEvent({ route, answered }: AccessLine): boolean {
  if (answered === undefined || answered === 401) return false;
  return answered >= 300 || !silentRoutes.has(route);
}

/** Returns true if the function answered that the outcome is unknown or that it failed, so the event may be missing. */
export const isUnknownOutcome = ({ answered = 0 }: AccessLine): boolean => answered >= 500;
