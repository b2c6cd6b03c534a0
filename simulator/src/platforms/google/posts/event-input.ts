import { invalidField } from '../errors.ts';
import { type Body, objectOf, textOf } from '../fields.ts';

export interface DateInput {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

interface TimeInput {
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly nanos: number;
}

export interface EventInput {
  readonly title: string;
  readonly schedule: {
    readonly startDate: DateInput;
    readonly startTime?: TimeInput;
    readonly endDate: DateInput;
    readonly endTime?: TimeInput;
  };
}

/** https://developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts#LocalPostEvent */
export function eventOf(options: Body): EventInput {
  const title = textOf(options, 'title') ?? '';
  if (title.trim() === '') throw invalidField('event.title', 'Event title is required.');
  const schedule = objectOf(options, 'schedule');
  if (!schedule) throw invalidField('event.schedule', 'Event schedule is required.');
  const startDate = dateOf(schedule, 'startDate');
  const endDate = dateOf(schedule, 'endDate');
  const startTime = timeOf(schedule, 'startTime');
  const endTime = timeOf(schedule, 'endTime');
  if (moment(endDate, endTime, 24) < moment(startDate, startTime, 0))
    throw invalidField('event.schedule', 'Event end must not be before its start.');
  return { title, schedule: { startDate, ...(startTime && { startTime }), endDate, ...(endTime && { endTime }) } };
}

function dateOf(schedule: Body, name: string): DateInput {
  const options = objectOf(schedule, name);
  const [year, month, day] = [options?.year, options?.month, options?.day].map(Number);
  const date = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day ?? 0));
  const isDay = date.getUTCFullYear() === year && date.getUTCMonth() + 1 === month && date.getUTCDate() === day;
  if (!isDay || year === undefined || month === undefined || day === undefined)
    throw invalidField(`event.schedule.${name}`, 'A full date is required.');
  return { year, month, day };
}

function timeOf(schedule: Body, name: string): TimeInput | undefined {
  const options = objectOf(schedule, name);
  if (!options) return undefined;
  const part = (field: string, max: number): number => {
    const value = options[field] ?? 0;
    if (!Number.isInteger(value) || Number(value) < 0 || Number(value) > max)
      throw invalidField(`event.schedule.${name}.${field}`, 'Out of range.');
    return Number(value);
  };
  return {
    hours: part('hours', 24),
    minutes: part('minutes', 59),
    seconds: part('seconds', 60),
    nanos: part('nanos', 999_999_999),
  };
}

function moment({ year, month, day }: DateInput, time: TimeInput | undefined, hoursOtherwise: number): number {
  return Date.UTC(year, month - 1, day, time?.hours ?? hoursOtherwise, time?.minutes ?? 0, time?.seconds ?? 0);
}
