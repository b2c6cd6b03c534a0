import type { LedgerMedia } from '../../../core/world/world.ts';
import { illegal, missingField, tooLong, wrongUrn } from '../errors.ts';
import type { LinkedIn, MediaRow } from '../store.ts';

/** The variants of `content`: https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api#content */
interface Content {
  readonly content: Readonly<Record<string, unknown>> | null;
  readonly media: readonly LedgerMedia[];
  /** `share`, or `ugcPost` when it carries a video, a poll or several images. */
  readonly urnType: 'share' | 'ugcPost';
}

export type Fields = Readonly<Record<string, unknown>>;

const imagesMin = 2;
const imagesMax = 20;
const altTextLengthMax = 4_086;
const questionLengthMax = 140;
const optionLengthMax = 30;
const durations = ['ONE_DAY', 'THREE_DAYS', 'SEVEN_DAYS', 'FOURTEEN_DAYS'];

export function readContent(linkedin: LinkedIn, author: string, value: unknown): Content {
  if (value === undefined || value === null) return { content: null, media: [], urnType: 'share' };
  const content = fields(value, '/content');
  const [name = '', ...others] = Object.keys(content);
  if (others.length > 0 || name === '') throw illegal('/content :: must have exactly one member type');
  const inner = fields(content[name], `/content/${name}`);
  switch (name) {
    case 'media':
      return mediaContent(linkedin, author, content, inner);
    case 'multiImage':
      return imagesContent(linkedin, author, content, inner);
    case 'article':
      return articleContent(linkedin, author, content, inner);
    case 'poll':
      return pollContent(inner);
    default:
      throw illegal(`/content/${name} :: unrecognized member type`);
  }
}

function mediaContent(linkedin: LinkedIn, author: string, content: Fields, inner: Fields): Content {
  onlyFields(inner, '/content/media', ['id', 'title', 'altText']);
  const row = asset(linkedin, author, inner.id, '/content/media/id', 'image', 'video');
  const media = [ledgerMedia(row, optionalText(inner.altText, '/content/media/altText', altTextLengthMax))];
  optionalText(inner.title, '/content/media/title');
  return { content, media, urnType: row.kind === 'video' ? 'ugcPost' : 'share' };
}

function imagesContent(linkedin: LinkedIn, author: string, content: Fields, inner: Fields): Content {
  onlyFields(inner, '/content/multiImage', ['images', 'altText']);
  const images = Array.isArray(inner.images) ? inner.images : [];
  if (images.length < imagesMin || images.length > imagesMax)
    throw illegal(`/content/multiImage/images :: must have ${imagesMin} to ${imagesMax} images`);
  const media = images.map((value, index) => {
    const at = `/content/multiImage/images/${index}`;
    const image = fields(value, at);
    onlyFields(image, at, ['id', 'altText']);
    const row = asset(linkedin, author, image.id, `${at}/id`, 'image');
    return ledgerMedia(row, optionalText(image.altText, `${at}/altText`, altTextLengthMax));
  });
  return { content, media, urnType: 'ugcPost' };
}

/** Nothing is scraped: what is not given is not shown. */
function articleContent(linkedin: LinkedIn, author: string, content: Fields, inner: Fields): Content {
  onlyFields(inner, '/content/article', ['source', 'title', 'description', 'thumbnail', 'thumbnailAltText']);
  const source = inner.source;
  if (typeof source !== 'string') throw missingField('/content/article/source');
  if (!/^https?:\/\/[^\s.]/.test(source) || !URL.canParse(source))
    throw illegal('/content/article/source :: not a URL');
  if (typeof inner.title !== 'string' || inner.title === '') throw missingField('/content/article/title');
  optionalText(inner.description, '/content/article/description', altTextLengthMax);
  const media: LedgerMedia[] = [{ type: 'link', url: source }];
  if (inner.thumbnail !== undefined)
    media.push(ledgerMedia(asset(linkedin, author, inner.thumbnail, '/content/article/thumbnail', 'image'), undefined));
  return { content, media, urnType: 'share' };
}

function pollContent(inner: Fields): Content {
  onlyFields(inner, '/content/poll', ['question', 'options', 'settings']);
  const { question } = inner;
  if (typeof question !== 'string' || question === '') throw missingField('/content/poll/question');
  if ([...question].length > questionLengthMax) throw tooLong('/content/poll/question', questionLengthMax);
  const options = Array.isArray(inner.options) ? inner.options : [];
  if (options.length < 2 || options.length > 4) throw illegal('/content/poll/options :: must have 2 to 4 options');
  for (const [index, option] of options.entries()) {
    const at = `/content/poll/options/${index}/text`;
    const text = fields(option, `/content/poll/options/${index}`).text;
    if (typeof text !== 'string' || text === '') throw missingField(at);
    if ([...text].length > optionLengthMax) throw tooLong(at, optionLengthMax);
  }
  const settings = fields(inner.settings, '/content/poll/settings');
  onlyFields(settings, '/content/poll/settings', ['duration', 'voteSelectionType', 'isVoterVisibleToAuthor']);
  if (!durations.includes(String(settings.duration)))
    throw illegal(`/content/poll/settings/duration :: must be one of ${durations.join(', ')}`);
  const usual = { voteSelectionType: 'SINGLE_VOTE', isVoterVisibleToAuthor: true };
  const shown = options.map((option) => ({ ...(option as Fields), isVotedByViewer: false, voteCount: 0 }));
  const poll = { ...inner, options: shown, uniqueVotersCount: 0, settings: { ...usual, ...settings } };
  return { content: { poll }, media: [], urnType: 'ugcPost' };
}

/** An uploaded asset of the author that is ready. */
function asset(
  { store }: LinkedIn,
  author: string,
  urn: unknown,
  at: string,
  ...kinds: readonly MediaRow['kind'][]
): MediaRow {
  if (typeof urn !== 'string') throw missingField(at);
  if (!kinds.some((kind) => urn.startsWith(`urn:li:${kind}:`))) throw wrongUrn(at, urn);
  const row = store.media.get(urn);
  if (row?.owner !== author) throw illegal(`${at} :: media asset ${urn} is not owned by ${author}`);
  if (row.status !== 'AVAILABLE') throw illegal(`${at} :: media asset ${urn} is not ready: ${row.status}`);
  return row;
}

function ledgerMedia({ kind, url }: MediaRow, alt: string | undefined): LedgerMedia {
  return { type: kind, url, ...(alt && { alt }) };
}

export function fields(value: unknown, at: string): Fields {
  if (value === undefined || value === null) throw missingField(at);
  if (typeof value !== 'object' || Array.isArray(value)) throw illegal(`${at} :: is not an object`);
  return value as Fields;
}

export function onlyFields(value: Fields, at: string, names: readonly string[]): void {
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) throw illegal(`${at}/${unknown} :: unrecognized field found but not allowed`);
}

function optionalText(value: unknown, at: string, lengthMax = 400): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw illegal(`${at} :: is not a string`);
  if ([...value].length > lengthMax) throw tooLong(at, lengthMax);
  return value;
}
