import { z } from 'zod';

const PATTERN = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** The instant that an RFC 3339 text names; date-only and zone-less values are UTC. Undefined when it names none. */
export function toInstant(text: string): Date | undefined {
  const [, day, time = '00:00', zone = 'Z'] = PATTERN.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return undefined;
  const date = new Date(`${day}T${time}${zone}`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Date rolls 31 February over into March; such a day does not exist. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** An instant as a field or query parameter takes it. */
export const Instant = z
  .string()
  .max(40)
  .refine((text) => toInstant(text) !== undefined, 'must be a date and time such as 2027-01-31T09:00:00Z')
  .meta({ wire: { type: 'string', format: 'date-time' } });
