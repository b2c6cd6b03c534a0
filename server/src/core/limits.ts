/**
 * The limits of a platform, as data: validation, publishing, the reference and the dashboard read the same sheet.
 * Numbers of items: 0 means none. Lengths, sizes and durations: 0 means no known limit.
 */
export interface Limits {
  readonly text: TextLimits;
  readonly title: TitleLimits;
  readonly media: MediaLimits;
  /**
   * Several items in one post; absent when a post has one item at most. `media` decides whether videos may be among
   * them.
   */
  readonly carousel?: CarouselLimits;
  readonly altText: AltTextLimits;
  /** The platform's audiences. Any other is rejected, never widened. */
  readonly visibility: readonly Visibility[];
  /** Further parts of a thread, where the connector has `thread`; 0: no limit. */
  readonly segments: { readonly itemsMax: number };
  /** Comments of our own: replies and first comments. Counted as `text` is. */
  readonly comment: { readonly lengthMax: number };
  /** The option of `platform_data` that turns a post into a poll; a poll has no media beside it. */
  readonly poll?: PollLimits;
  /** `native`: the platform keeps the post until its time; `server_side`: we do. */
  readonly scheduling: { readonly mode: 'native' | 'server_side' | '' };
  /** Kinds of posts that an option of `platform_data` selects, and their differences. */
  readonly kinds?: { readonly option: string; readonly limits: Readonly<Record<string, KindLimits>> };
}

export const VISIBILITIES = ['public', 'private', 'connections_only', 'logged_in', 'unlisted'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export const MEDIA_SOURCES = ['media_id', 'url', 'platform_attachment_id'] as const;
type MediaSource = (typeof MEDIA_SOURCES)[number];

export interface TextLimits {
  readonly lengthMax: number;
  readonly counting: 'chars' | 'utf16' | 'bytes' | 'graphemes' | 'twitter';
  /** Length as the platform counts it; default by `counting`. */
  readonly count?: (text: string) => number;
  /** A second bound, in bytes of UTF-8. */
  readonly bytesMax: number;
  /** Length beside images, where it differs from `lengthMax`. */
  readonly photoLengthMax: number;
  readonly hashtagsMax: number;
  readonly mentionsMax: number;
  /** Options of `platform_data` whose text counts towards the length too. */
  readonly countedOptions?: readonly string[];
  /** Characters that the platform rejects. */
  readonly rejectedCharacters?: string;
}

interface TitleLimits {
  /** 0: the platform has no titles. */
  readonly lengthMax: number;
  readonly required: boolean;
  /** The option of `platform_data` that stands in for a missing title. */
  readonly option?: string;
  /** Characters that the platform rejects. */
  readonly rejectedCharacters?: string;
}

export interface MediaLimits {
  /** Whether every post needs media. */
  readonly required: boolean;
  readonly itemsMax: number;
  /** Fewest images of a post that has images. */
  readonly imagesMin: number;
  readonly imagesMax: number;
  readonly videosMax: number;
  /** Whether images and videos may be in one post. */
  readonly mixed: boolean;
  /** Accepted MIME types. */
  readonly imageTypes: readonly string[];
  /** MIME types that are sometimes accepted: a warning, the platform decides. */
  readonly imageTypesUncertain: readonly string[];
  readonly videoTypes: readonly string[];
  readonly imageBytesMax: number;
  /** A GIF that stands alone, where it differs from `imageBytesMax`. */
  readonly gifBytesMax: number;
  readonly videoBytesMax: number;
  readonly videoSecondsMin: number;
  readonly videoSecondsMax: number;
  readonly videoFpsMax: number;
  /** Accepted codecs of video and sound, by their ffprobe names; absent where the platform states none. */
  readonly videoCodecs?: readonly string[];
  readonly audioCodecs?: readonly string[];
  /** Larger videos are scaled down to this. Where that is impossible, the platform decides. */
  readonly videoWidthMax?: number;
  readonly videoHeightMax?: number;
  readonly videoPixelsMax?: number;
  readonly sources: readonly MediaSource[];
  /** Media that the platform loads from an address itself, so that the address must be public. */
  readonly loads?: readonly ('image' | 'video')[];
  /** An item by `platform_attachment_id` is the whole post: it must be the only one, and it already has its text. */
  readonly attachmentAlone: boolean;
  /** The form of ids for `platform_attachment_id`; present with that source. */
  readonly attachmentIds?: Readonly<Record<'image' | 'video', AttachmentIds>>;
}

interface AttachmentIds {
  readonly form: RegExp;
  readonly example: string;
}

interface CarouselLimits {
  readonly itemsMin: number;
  readonly itemsMax: number;
  /** Still images only: no GIFs. */
  readonly photosOnly: boolean;
}

interface PollLimits {
  readonly option: string;
  /** The limit of the text, which is the question; 0: as for any other post. */
  readonly textLengthMax: number;
}

/** Descriptions of media items; `lengthMax` 0: the platform stores none. */
interface AltTextLimits {
  readonly lengthMax: number;
  /** Videos have descriptions too. */
  readonly onVideos: boolean;
}

/** A data sheet as a connector writes it: only the differences from `DEFAULTS`. */
export type LimitsSheet = Omit<Limits, keyof typeof DEFAULTS> & {
  readonly [Part in keyof typeof DEFAULTS]?: Partial<Limits[Part]>;
} & { readonly text: Pick<TextLimits, 'lengthMax' | 'counting'> };

/** A platform without titles, media, threads and alternative texts, whose texts are bounded in length alone. */
const DEFAULTS = {
  text: { lengthMax: 0, counting: 'chars', bytesMax: 0, photoLengthMax: 0, hashtagsMax: 0, mentionsMax: 0 },
  title: { lengthMax: 0, required: false },
  media: {
    required: false,
    itemsMax: 0,
    imagesMin: 0,
    imagesMax: 0,
    videosMax: 0,
    mixed: false,
    imageTypes: [],
    imageTypesUncertain: [],
    videoTypes: [],
    imageBytesMax: 0,
    gifBytesMax: 0,
    videoBytesMax: 0,
    videoSecondsMin: 0,
    videoSecondsMax: 0,
    videoFpsMax: 0,
    sources: [],
    attachmentAlone: false,
  },
  altText: { lengthMax: 0, onVideos: false },
  segments: { itemsMax: 0 },
} satisfies Pick<Limits, 'text' | 'title' | 'media' | 'altText' | 'segments'>;

/** Completes a data sheet with `DEFAULTS`. */
export function defineLimits(sheet: LimitsSheet): Limits {
  return {
    ...sheet,
    text: { ...DEFAULTS.text, ...sheet.text },
    title: { ...DEFAULTS.title, ...sheet.title },
    media: { ...DEFAULTS.media, ...sheet.media },
    altText: { ...DEFAULTS.altText, ...sheet.altText },
    segments: { ...DEFAULTS.segments, ...sheet.segments },
  };
}

/** The media limits for a content, whose options may select a kind of post with limits of its own. */
export function mediaLimitsFor(limits: Limits, options: Readonly<Record<string, unknown>>): MediaLimits {
  return { ...limits.media, ...kindFor(limits, options)?.media };
}

/** The differences of the kind of post that the options select; undefined where there are none. */
export function kindFor({ kinds }: Limits, options: Readonly<Record<string, unknown>>): KindLimits | undefined {
  const wanted = kinds === undefined ? undefined : options[kinds.option];
  if (kinds === undefined || typeof wanted !== 'string') return undefined;
  return Object.hasOwn(kinds.limits, wanted) ? kinds.limits[wanted] : undefined;
}

/** The differences of one kind of post. */
export interface KindLimits {
  readonly text?: Partial<TextLimits>;
  readonly media?: Partial<MediaLimits>;
  readonly altText?: Partial<AltTextLimits>;
  readonly itemsMin?: number;
  /** The platform shows no text with this kind. */
  readonly textIgnored?: boolean;
  /** Nobody can comment on this kind, so there is no first comment. */
  readonly commentsIgnored?: boolean;
}
