import type { Google, PhotoRow, PostRow } from '../store.ts';

/** `LIVE` at once, unless it is scheduled, comes again and again, is still looked at, or was turned down. */
function stateOf({ world }: Google, row: PostRow): string {
  if (row.polls_left > 0) return 'PROCESSING';
  if (row.is_rejected) return 'REJECTED';
  if (row.scheduled_at !== null && row.scheduled_at > world.clock.now()) return 'SCHEDULED';
  return row.recurrence ? 'RECURRING' : 'LIVE';
}

/** The LocalPost as Google answers it. */
export function postView(google: Google, row: PostRow): Record<string, unknown> {
  const { clock } = google.world;
  return {
    name: row.name,
    ...(row.language_code !== null && { languageCode: row.language_code }),
    ...(row.summary !== '' && { summary: row.summary }),
    ...(row.call_to_action && { callToAction: row.call_to_action }),
    state: stateOf(google, row),
    ...(row.event && { event: row.event }),
    ...(row.offer && { offer: row.offer }),
    updateTime: clock.iso(row.updated_at),
    createTime: clock.iso(row.created_at),
    searchUrl: searchUrl(google, row),
    ...(row.media.length > 0 && { media: row.media.map(photoView) }),
    topicType: row.topic_type,
    ...(row.alert_type !== null && { alertType: row.alert_type }),
    ...(row.scheduled_at !== null && { scheduledTime: clock.iso(row.scheduled_at) }),
    ...(row.recurrence && { recurrenceInfo: row.recurrence }),
  };
}

function photoView({ name, media_format, google_url }: PhotoRow) {
  return { name, mediaFormat: media_format, googleUrl: google_url };
}

export function searchUrl({ store }: Google, row: PostRow): string {
  const location = store.locations.get(row.location)?.location.slice('locations/'.length) ?? '';
  const post = row.name.slice(row.name.lastIndexOf('/') + 1);
  return `https://local.google.com/place?id=${location}&use=posts&lpsid=${post}`;
}

/** For the ledger and the page. Google keeps no descriptions of photos. */
export function shownMedia(row: Pick<PostRow, 'media'>): { type: string; url: string }[] {
  return row.media.map(({ media_format, source_url }) => ({
    type: media_format === 'PHOTO' ? 'image' : 'video',
    url: source_url,
  }));
}
