import { z } from 'zod';

const PATTERN = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Parses an RFC 3339 text; date-only and zone-less values are UTC. Undefined when it is not valid. */
export function toInstant(text: string): Date | undefined {
  const [, day, time = '00:00', zone = 'Z'] = PATTERN.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return undefined;
  const date = new Date(`${day}T${time}${zone}`);
  const year = date.getUTCFullYear();
  // The database has no year 0, and writes later years in another form.
  return year >= 1 && year <= 9999 ? date : undefined;
}

/** Rejects days such as 31 February, which Date rolls over into March. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** An instant as an input field. */
export const Instant = z
  .string()
  .max(40)
  .refine((text) => toInstant(text) !== undefined, 'must be a date and time such as 2027-01-31T09:00:00Z')
  .meta({ wire: { type: 'string', format: 'date-time' } });
