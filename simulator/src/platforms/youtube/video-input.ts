import { invalid } from './errors.ts';
import type { Youtube } from './store.ts';
import { type Privacy, privacies, type Snippet, type Status, type VideoInput } from './store.ts';

const titleMax = 100;
const descriptionBytesMax = 5000;
const tagsMax = 500;

type Fields = Readonly<Record<string, unknown>>;

/** The parts of a video resource that a caller may write. https://developers.google.com/youtube/v3/docs/videos */
export function videoInput({ world }: Youtube, body: Fields, parts: readonly string[]): VideoInput {
  const recording = fieldsOf(body.recordingDetails);
  return {
    snippet: snippetOf(fieldsOf(body.snippet), parts.includes('snippet')),
    status: statusOf(parts.includes('status') ? fieldsOf(body.status) : {}, world.clock.now()),
    recording_date: parts.includes('recordingDetails')
      ? dateOf(recording.recordingDate, 'invalidRecordingDetails')
      : null,
  };
}

/** An insert may leave the category out, and without a title the file's name stands for it. */
export function snippetOf(said: Fields, isGiven = true): Snippet {
  const snippet = isGiven ? said : {};
  const title = textOf(snippet.title, 'invalidTitle', 'title') ?? 'unknown';
  const description = textOf(snippet.description, 'invalidDescription', 'description') ?? '';
  const tags = snippet.tags ?? [];
  const category = snippet.categoryId ?? '22';
  const language = snippet.defaultLanguage ?? null;
  if (title.trim() === '' || [...title].length > titleMax || /[<>]/.test(title))
    throw invalid(
      'invalidTitle',
      'The request metadata specifies an invalid or empty video title.',
      'body.snippet.title',
    );
  if (Buffer.byteLength(description) > descriptionBytesMax || /[<>]/.test(description)) {
    const message = 'The request metadata specifies an invalid video description.';
    throw invalid('invalidDescription', message, 'body.snippet.description');
  }
  if (!isListOfTexts(tags) || lengthOfTags(tags) > tagsMax || tags.some((tag) => /[<>]/.test(tag)))
    throw invalid('invalidTags', 'The request metadata specifies invalid video keywords.', 'body.snippet.tags');
  if (typeof category !== 'string' || !assignable.has(category)) {
    const message = 'The <code>snippet.categoryId</code> property specifies an invalid category ID.';
    throw invalid('invalidCategoryId', message, 'body.snippet.categoryId');
  }
  if (language !== null && (typeof language !== 'string' || !/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language)))
    throw invalid('invalidVideoMetadata', 'The request metadata is invalid.', 'body.snippet.defaultLanguage');
  return { title, description, tags, category_id: category, default_language: language };
}

/** Categories that a video may have, as in the United States. https://developers.google.com/youtube/v3/docs/videoCategories */
const assignable: ReadonlyMap<string, string> = new Map([
  ['1', 'Film & Animation'],
  ['2', 'Autos & Vehicles'],
  ['10', 'Music'],
  ['15', 'Pets & Animals'],
  ['17', 'Sports'],
  ['19', 'Travel & Events'],
  ['20', 'Gaming'],
  ['22', 'People & Blogs'],
  ['23', 'Comedy'],
  ['24', 'Entertainment'],
  ['25', 'News & Politics'],
  ['26', 'Howto & Style'],
  ['27', 'Education'],
  ['28', 'Science & Technology'],
  ['29', 'Nonprofits & Activism'],
]);

export function statusOf(said: Fields, now: number): Status {
  const privacy = said.privacyStatus ?? 'public';
  const license = said.license ?? 'youtube';
  if (!privacies.includes(privacy as Privacy) || (license !== 'youtube' && license !== 'creativeCommon'))
    throw invalid('invalidVideoMetadata', 'The request metadata is invalid.', 'body.status');
  const publish_at = dateOf(said.publishAt, 'invalidPublishAt');
  if (publish_at !== null && privacy !== 'private') {
    const message = 'The request metadata specifies an invalid scheduled publishing time.';
    throw invalid('invalidPublishAt', message, 'body.status.publishAt');
  }
  const isPast = publish_at !== null && Date.parse(publish_at) <= now;
  return {
    privacy: isPast ? 'public' : (privacy as Privacy),
    publish_at: isPast ? null : publish_at,
    license,
    embeddable: said.embeddable !== false,
    public_stats: said.publicStatsViewable !== false,
    made_for_kids: said.selfDeclaredMadeForKids === true,
    synthetic: said.containsSyntheticMedia === true,
  };
}

/** Tags are joined by commas; one with a space is put in quotes. */
function lengthOfTags(tags: readonly string[]): number {
  const quoted = tags.map((tag) => [...tag].length + (tag.includes(' ') ? 2 : 0));
  return quoted.reduce((sum, length) => sum + length, 0) + Math.max(0, tags.length - 1);
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function textOf(value: unknown, reason: string, name: string): string | undefined {
  if (value === undefined || value === null || typeof value === 'string') return value ?? undefined;
  throw invalid(reason, `Invalid value for ${name}.`, `body.snippet.${name}`);
}

function dateOf(value: unknown, reason: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))) return value;
  throw invalid(reason, 'The request metadata specifies an invalid time.', 'body');
}
