/** A copy in which every date after `latest` is `latest`. Dates in texts stay. */
export function datesUpTo<T>(value: T, latest: Date): T {
  if (value instanceof Date) return (value.getTime() > latest.getTime() ? latest : value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => datesUpTo(part, latest)) as T;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, datesUpTo(part, latest)])) as T;
}
