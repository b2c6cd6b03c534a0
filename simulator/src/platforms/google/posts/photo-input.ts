import { factsAt } from '../../meta/media-facts.ts';
import { invalidField } from '../errors.ts';
import { checkUrl, textOf } from '../fields.ts';
import type { Google, PhotoRow } from '../store.ts';

const photosMax = 10;
const photoBytesMin = 10 * 1024;
const photoBytesMax = 5 * 1024 * 1024;
const photoEdgeMin = 250;
const videoBytesMax = 100 * 1024 * 1024;

type Format = PhotoRow['media_format'];

/** The media of a post: fetched from public addresses, never sent as bytes. */
export async function photosOf(google: Google, location: string, value: unknown): Promise<PhotoRow[]> {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalidField('media', 'media must be a list.');
  if (value.length > photosMax) throw invalidField('media', 'Too many media items.');
  const photos: PhotoRow[] = [];
  for (const [index, item] of value.entries()) {
    const options = typeof item === 'object' && item !== null ? (item as Record<string, unknown>) : {};
    const media_format = formatOf(options, `media[${index}].media_format`);
    const source_url = textOf(options, 'sourceUrl') ?? '';
    await checkSource(google, { media_format, source_url, field: `media[${index}].source_url` });
    const key = google.world.ids.text('AF1Qip', 38);
    photos.push({
      name: `${location}/media/localPosts/${key}`,
      media_format,
      source_url,
      // Google copies it. Here it keeps its address, so that it can be loaded.
      google_url: source_url,
    });
  }
  return photos;
}

function formatOf(options: Readonly<Record<string, unknown>>, field: string): Format {
  const { mediaFormat } = options;
  if (mediaFormat === 'PHOTO' || mediaFormat === 'VIDEO') return mediaFormat;
  throw invalidField(field, 'Media format is required.');
}

/** Gives what is known of the file; throws when Google could not use it. */
async function checkSource(
  { world }: Google,
  options: { media_format: Format; source_url: string; field: string },
): Promise<{ width: number | null; height: number | null }> {
  const { media_format, source_url, field } = options;
  checkUrl(field, source_url);
  const reject = (message: string) => invalidField(field, message, source_url);
  const facts = await factsAt(world, source_url);
  if (facts === null) throw reject('Fetching media from the source URL failed.');
  const { contentType, sizeBytes, width = null, height = null } = facts;
  const isPhoto = media_format === 'PHOTO';
  const types = isPhoto ? ['image/jpeg', 'image/png'] : ['video/mp4', 'video/quicktime'];
  // A file of ours that cannot be recognised has the type null; one that is not asked may have none at all.
  if (contentType !== undefined && !types.includes(contentType ?? '')) throw reject('Unsupported media type.');
  if (sizeBytes !== undefined && isPhoto && sizeBytes < photoBytesMin) throw reject('Photo is too small.');
  if ((sizeBytes ?? 0) > (isPhoto ? photoBytesMax : videoBytesMax)) throw reject('Media file is too large.');
  if (isPhoto && width !== null && height !== null && Math.min(width, height) < photoEdgeMin)
    throw reject('Photo dimensions are too small.');
  return { width, height };
}
