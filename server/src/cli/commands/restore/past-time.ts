import { UsageError } from '../../command.ts';

/** The time of an option. @throws UsageError when it is none, has no zone, or is still to come */
export function pastTime(name: string, text: string): Date {
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) || !(time.getTime() <= Date.now()))
    throw new UsageError(
      `--${name} must be a time in the past with its zone, such as 2026-01-31T02:00:00Z, not ${JSON.stringify(text)}.`,
    );
  return time;
}
