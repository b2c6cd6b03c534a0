import type { DatasetHead } from '../dataset.ts';
import { labelOf } from './metric-names.ts';
import type { Summary } from './summary.ts';
import { shortDay, wallClock } from './wall-clock.ts';

export interface Fact {
  readonly label: string;
  readonly value: string | number;
}

/** Whose export it is. */
export function originOf({ account, brand, createdAt }: DatasetHead): readonly Fact[] {
  return [
    { label: 'Brand', value: brand.name },
    { label: 'Account', value: account.displayName },
    { label: 'User name', value: account.username },
    { label: 'Platform', value: account.platformName ?? labelOf(account.platform) },
    { label: 'Exported', value: wallClock(brand.timezone).minute(createdAt) },
  ];
}

/** The contents of the export. */
export function scopeOf({ brand }: DatasetHead, summary: Summary): readonly Fact[] {
  const { published, measured, holds } = summary;
  const clock = wallClock(brand.timezone);
  return [
    { label: 'Time zone', value: brand.timezone },
    {
      label: `${labelOf(holds)} from`,
      value: published === undefined ? 'none' : period(clock.day(published.first), clock.day(published.last)),
    },
    {
      label: 'Numbers by day from',
      value: measured === undefined ? 'none' : period(measured.first, measured.last),
    },
    { label: labelOf(holds), value: summary.items },
    { label: 'Comments', value: summary.comments },
    ...(summary.asksTranscripts ? [{ label: 'Transcripts', value: summary.transcripts }] : []),
  ];
}

function period(first: string, last: string): string {
  return first === last ? shortDay(first) : `${shortDay(first)} to ${shortDay(last)}`;
}
