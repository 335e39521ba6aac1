import * as z from 'zod';

/** A calendar date without a zone (ISO 8601). The engine checks if the day exists. */
export const plainDate = z.string().regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/);

/** A point in time with its offset (RFC 3339), never a local time without a zone. No leap second. */
export const instant = z
  .string()
  .regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-5][0-9](?:\.[0-9]{1,9})?(?:Z|[+-][0-9]{2}:[0-9]{2})$/);

/** A name of the IANA time zone database, such as `Europe/Istanbul`. */
export const zone = z.string().regex(/^[A-Z][A-Za-z0-9_+/-]{1,63}$/);
