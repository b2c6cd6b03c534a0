import { json } from '../../core/calls/answer.ts';
import type { Answer, Call } from '../../core/platform.ts';
import { ownLocation } from './access.ts';
import { invalidField, notFound } from './errors.ts';
import { objectOf, textOf } from './fields.ts';
import { nextPage, pageOf } from './paging.ts';
import { checkSource, formatOf } from './posts/photo-input.ts';
import type { Google, MediaRow } from './store.ts';

const categories = [
  'COVER',
  'PROFILE',
  'LOGO',
  'EXTERIOR',
  'INTERIOR',
  'PRODUCT',
  'AT_WORK',
  'FOOD_AND_DRINK',
  'MENU',
  'COMMON_AREA',
  'ROOMS',
  'TEAMS',
  'ADDITIONAL',
];

/** https://developers.google.com/my-business/reference/rest/v4/accounts.locations.media */
function mediaView({ world }: Google, row: MediaRow): Record<string, unknown> {
  const url = `https://lh3.googleusercontent.com/p/${row.name.slice(row.name.lastIndexOf('/') + 1)}`;
  return {
    name: row.name,
    sourceUrl: row.source_url,
    mediaFormat: row.media_format,
    locationAssociation: { category: row.category },
    googleUrl: url,
    thumbnailUrl: `${url}=s300`,
    createTime: world.clock.iso(row.created_at),
    ...(row.width !== null &&
      row.height !== null && { dimensions: { widthPixels: row.width, heightPixels: row.height } }),
    ...(row.description !== '' && { description: row.description }),
  };
}

/** `POST /v4/{location}/media`: a photo or a video of the place itself, not of a post. */
export async function addMedia(google: Google, call: Call): Promise<Answer> {
  const { world, store } = google;
  const location = ownLocation(google, call).name;
  const media_format = formatOf(call.body, 'media_format');
  const category = textOf(objectOf(call.body, 'locationAssociation') ?? {}, 'category') ?? '';
  if (!categories.includes(category)) throw invalidField('location_association', 'A category is required.', category);
  const description = textOf(call.body, 'description') ?? '';
  const source_url = textOf(call.body, 'sourceUrl') ?? '';
  const { width, height } = await checkSource(google, { media_format, source_url, field: 'source_url' });
  const row = call.effect(() => {
    const made: MediaRow = {
      name: `${location}/media/${world.ids.text('AF1Qip', 38)}`,
      location,
      media_format,
      category,
      source_url,
      description,
      width,
      height,
      created_at: world.clock.now(),
    };
    store.media.put(made.name, made);
    const type = media_format === 'PHOTO' ? 'image' : 'video';
    call.record({ kind: 'media', platform_id: made.name, text: description, media: [{ type, url: source_url }] });
    return made;
  });
  return json(mediaView(google, row));
}

/** `GET /v4/{location}/media`. */
export function listMedia(google: Google, call: Call): Answer {
  const rows = google.store.media.where('location', ownLocation(google, call).name).reverse();
  const page = pageOf(call, rows, { usual: 100, max: 2500 });
  if (rows.length === 0) return json({});
  const mediaItems = page.rows.map((row) => mediaView(google, row));
  return json({ mediaItems, totalMediaItemCount: rows.length, ...nextPage(page) });
}

function ownMedia(google: Google, call: Call): MediaRow {
  const row = google.store.media.get(`${ownLocation(google, call).name}/media/${call.param('media')}`);
  if (!row) throw notFound();
  return row;
}

export function readMedia(google: Google, call: Call): Answer {
  return json(mediaView(google, ownMedia(google, call)));
}

export function deleteMedia(google: Google, call: Call): Answer {
  const row = ownMedia(google, call);
  call.effect(() => {
    google.store.media.delete(row.name);
    call.record({ kind: 'delete_media', platform_id: row.name, text: row.description });
  });
  return json({});
}
