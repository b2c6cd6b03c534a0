import { badValue, requiredMissing } from './errors.ts';

/** A text of a body; rejected when it is missing or too long. */
export function textIn(object: Readonly<Record<string, unknown>>, field: string, most: number): string {
  const value = object[field];
  if (typeof value !== 'string' || value === '') throw requiredMissing(field);
  if (value.length > most) throw badValue(`Param ${field} must be at most ${most} characters long.`);
  return value;
}
