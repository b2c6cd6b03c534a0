import type { DatasetHead } from '../dataset.ts';
import { labelOf } from './metric-names.ts';
import type { Summary } from './summary.ts';
import { wallClock } from './wall-clock.ts';

export interface Fact {
  readonly label: string;
  readonly value: string | number;
}

/** The facts at the head of the workbook and the report. */
export function aboutExport(head: DatasetHead, summary: Summary): readonly Fact[] {
  const { account, brand } = head;
  const { published, measured, holds } = summary;
  const clock = wallClock(brand.timezone);
  return [
    { label: 'Brand', value: brand.name },
    { label: 'Account', value: account.displayName },
    { label: 'User name', value: account.username },
    { label: 'Platform', value: account.platformName ?? labelOf(account.platform) },
    { label: 'Time zone', value: brand.timezone },
    { label: 'Exported', value: clock.minute(head.createdAt) },
    {
      label: `${labelOf(holds)} from`,
      value: published === undefined ? 'none' : period(clock, clock.day(published.first), clock.day(published.last)),
    },
    {
      label: 'Numbers by day from',
      value: measured === undefined ? 'none' : period(clock, measured.first, measured.last),
    },
    { label: labelOf(holds), value: summary.items },
    { label: 'Comments', value: summary.comments },
    ...(summary.asksTranscripts ? [{ label: 'Transcripts', value: summary.transcripts }] : []),
  ];
}

function period({ longDay }: { readonly longDay: (day: string) => string }, first: string, last: string): string {
  return first === last ? longDay(first) : `${longDay(first)} to ${longDay(last)}`;
}
