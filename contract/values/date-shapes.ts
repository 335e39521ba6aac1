import * as z from 'zod';

/** A calendar date without a time zone (ISO 8601). The engine checks that the day exists. */
export const plainDate = z.string().regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/);

/** An instant with its offset (RFC 3339). A local time without an offset and a leap second are refused. */
export const instant = z
  .string()
  .regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-5][0-9](?:\.[0-9]{1,9})?(?:Z|[+-][0-9]{2}:[0-9]{2})$/);

/** The name of a time zone in the IANA database, such as `Europe/Istanbul`. */
export const zone = z.string().regex(/^[A-Z][A-Za-z0-9_+/-]{1,63}$/);
