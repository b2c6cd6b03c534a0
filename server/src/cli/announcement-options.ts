import { toInstant } from '../core/instant.ts';
import type { AnnouncementKind, announcements } from '../features/announcements/index.ts';
import { UsageError } from './command.ts';

const TITLE_LENGTH_MAX = 200;
const BODY_LENGTH_MAX = 5000;
const LINK_LENGTH_MAX = 2000;
const LABEL_LENGTH_MAX = 100;

/** The options of `announcements create` as they were typed. */
export interface AnnouncementOptions {
  readonly kind: string;
  readonly title: string;
  readonly body: string;
  readonly 'link-url': string | undefined;
  readonly 'link-label': string | undefined;
  readonly 'window-start': string | undefined;
  readonly 'window-end': string | undefined;
}

/** Checks the options. Throws UsageError that names the wrong one. */
export function toNewAnnouncement(options: AnnouncementOptions): announcements.NewAnnouncement {
  const { kind, title, body, 'link-url': linkUrl, 'link-label': linkLabel } = options;
  const start = toTime('window-start', options['window-start']);
  const end = toTime('window-end', options['window-end']);
  if (kind !== 'maintenance' && (start ?? end) !== null)
    throw new UsageError('--window-start and --window-end are for --kind maintenance only.');
  if (start !== null && end !== null && end <= start)
    throw new UsageError('--window-end must be after --window-start.');
  assertLength('title', title, TITLE_LENGTH_MAX);
  assertLength('body', body, BODY_LENGTH_MAX);
  assertLength('link-url', linkUrl, LINK_LENGTH_MAX);
  assertLength('link-label', linkLabel, LABEL_LENGTH_MAX);
  if (linkUrl !== undefined && (!URL.canParse(linkUrl) || new URL(linkUrl).protocol !== 'https:'))
    throw new UsageError(`--link-url must be an address with https, not ${JSON.stringify(linkUrl)}.`);
  if (linkLabel !== undefined && linkUrl === undefined) throw new UsageError('--link-label needs --link-url.');
  return {
    kind: kind as AnnouncementKind,
    title,
    body,
    link_url: linkUrl ?? null,
    link_label: linkLabel ?? null,
    window_start: start,
    window_end: end,
  };
}

function toTime(name: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  const time = toInstant(text);
  if (time === undefined)
    throw new UsageError(`--${name} must be a time such as 2027-01-31T09:00:00Z, not ${JSON.stringify(text)}.`);
  return time;
}

function assertLength(name: string, text: string | undefined, max: number): void {
  if (text !== undefined && text.length > max) throw new UsageError(`--${name} has at most ${max} characters.`);
}
