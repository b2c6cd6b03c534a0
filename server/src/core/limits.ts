/**
 * What a platform takes, as data: validation, publishing, the reference and the dashboard read the same sheet.
 * Numbers of items: 0 means that there are none. Lengths, sizes and durations: 0 means no limit that we know of.
 */
export interface Limits {
  readonly text: TextLimits;
  readonly title: TitleLimits;
  readonly media: MediaLimits;
  /** Several items in one post; absent when a post has one item at most. Whether videos may be among them follows from `media`. */
  readonly carousel?: CarouselLimits;
  readonly altText: AltTextLimits;
  /** Audiences that the platform has. What is not listed is refused, never widened. */
  readonly visibility: readonly Visibility[];
  /** Further parts of a thread, where the connector has `thread`; 0: as many as one likes. */
  readonly segments: { readonly itemsMax: number };
  /** Comments of our own: answers and first comments. Counted as `text` is. */
  readonly comment: { readonly lengthMax: number };
  /** The option of `platform_data` that makes a poll of a post, where there is one: a poll has no media beside it. */
  readonly poll?: PollLimits;
  /** `native`: the platform holds the post until its time; `server_side`: we do. */
  readonly scheduling: { readonly mode: 'native' | 'server_side' | '' };
  /** Kinds of posts that an option of `platform_data` asks for, and what is different for them. */
  readonly kinds?: { readonly option: string; readonly limits: Readonly<Record<string, KindLimits>> };
}

export const VISIBILITIES = ['public', 'private', 'connections_only', 'logged_in', 'unlisted'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export const MEDIA_SOURCES = ['media_id', 'url', 'platform_attachment_id'] as const;
export type MediaSource = (typeof MEDIA_SOURCES)[number];

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
  /** Characters that the platform refuses. */
  readonly refusedCharacters?: string;
}

export interface TitleLimits {
  /** 0: the platform has no titles. */
  readonly lengthMax: number;
  readonly required: boolean;
  /** The option of `platform_data` that stands in for a missing title. */
  readonly option?: string;
  /** Characters that the platform refuses. */
  readonly refusedCharacters?: string;
}

export interface MediaLimits {
  /** A post without media is refused. */
  readonly required: boolean;
  readonly itemsMax: number;
  /** Fewest images of a post that has images. */
  readonly imagesMin: number;
  readonly imagesMax: number;
  readonly videosMax: number;
  /** Images and videos in one post. */
  readonly mixed: boolean;
  /** MIME types that are taken. */
  readonly imageTypes: readonly string[];
  /** MIME types that are sometimes taken: a warning, the platform decides. */
  readonly imageTypesUncertain: readonly string[];
  readonly videoTypes: readonly string[];
  readonly imageBytesMax: number;
  /** A GIF that stands alone, where it differs from `imageBytesMax`. */
  readonly gifBytesMax: number;
  readonly videoBytesMax: number;
  readonly videoSecondsMin: number;
  readonly videoSecondsMax: number;
  readonly videoFpsMax: number;
  /** How pictures and sound of a video may be coded, as ffprobe names it; absent where the platform says nothing. */
  readonly videoCodecs?: readonly string[];
  readonly audioCodecs?: readonly string[];
  /** What videos are made smaller to. The platform decides about larger ones where that is not possible. */
  readonly videoWidthMax?: number;
  readonly videoHeightMax?: number;
  readonly videoPixelsMax?: number;
  readonly sources: readonly MediaSource[];
  /** What the platform loads from an address by itself, so that the address must be one that it reaches. */
  readonly loads?: readonly ('image' | 'video')[];
  /** An item by `platform_attachment_id` is the whole post: it must be the only one, and says what the post says. */
  readonly attachmentAlone: boolean;
  /** How the ids look that `platform_attachment_id` takes; present with that source. */
  readonly attachmentIds?: Readonly<Record<'image' | 'video', AttachmentIds>>;
}

export interface AttachmentIds {
  readonly form: RegExp;
  readonly example: string;
}

/** Nothing but text. */
export const NO_MEDIA: MediaLimits = {
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
};

export interface CarouselLimits {
  readonly itemsMin: number;
  readonly itemsMax: number;
  /** Still pictures only: no GIFs. */
  readonly photosOnly: boolean;
}

export interface PollLimits {
  readonly option: string;
  /** Of the text, which is the question; 0: as of any other post. */
  readonly textLengthMax: number;
}

/** Descriptions of media items; `lengthMax` 0: the platform keeps none. */
export interface AltTextLimits {
  readonly lengthMax: number;
  /** Videos have descriptions too. */
  readonly onVideos: boolean;
}

/** The limits of media that count for a content: its options may ask for a kind of post that has its own. */
export function mediaLimitsFor(limits: Limits, options: Readonly<Record<string, unknown>>): MediaLimits {
  return { ...limits.media, ...kindFor(limits, options)?.media };
}

/** What differs for the kind of post that the options ask for; undefined where nothing does. */
export function kindFor({ kinds }: Limits, options: Readonly<Record<string, unknown>>): KindLimits | undefined {
  const wanted = kinds === undefined ? undefined : options[kinds.option];
  if (kinds === undefined || typeof wanted !== 'string') return undefined;
  return Object.hasOwn(kinds.limits, wanted) ? kinds.limits[wanted] : undefined;
}

/** What differs for one kind of post. */
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
