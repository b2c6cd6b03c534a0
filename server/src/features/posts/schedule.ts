import { z } from 'zod';
import { invalid } from '../../core/errors.ts';

const PATTERN = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;
const DAYS_AHEAD_MAX = 730;

/** An instant as RFC 3339; date-only and zone-less values are read as UTC. */
export const Instant = z
  .string()
  .max(40)
  .refine((text) => toInstant(text) !== undefined, 'must be a date and time such as 2027-01-31T09:00:00Z')
  .meta({ wire: { type: 'string', format: 'date-time' } });

/** The instant that a text names, or undefined. */
export function toInstant(text: string): Date | undefined {
  if (!PATTERN.test(text)) return undefined;
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(text) && text.length > 10;
  const date = new Date(
    text.length === 10 ? `${text}T00:00:00Z` : hasZone ? text.replace(' ', 'T') : `${text.replace(' ', 'T')}Z`,
  );
  if (Number.isNaN(date.getTime())) return undefined;
  // Date rolls 31 February over into March; such a day does not exist.
  const day = Number(text.slice(8, 10));
  return new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, day)).getUTCDate() === day
    ? date
    : undefined;
}

/** The instant, which must lie in the future and not absurdly far; null when there is none. */
export function futureInstant(text: string | undefined, field: string): Date | null {
  if (text === undefined) return null;
  const at = toInstant(text) as Date;
  if (at.getTime() <= Date.now())
    throw invalid(field, `${field} must lie in the future; ${at.toISOString()} has passed.`);
  if (at.getTime() > Date.now() + DAYS_AHEAD_MAX * 86_400_000)
    throw invalid(field, `${field} may lie at most two years ahead.`);
  return at;
}
