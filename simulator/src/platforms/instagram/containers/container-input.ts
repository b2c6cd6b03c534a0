import type { Call } from '../../../core/platform.ts';
import { invalidParameter, missingParameter } from '../../meta/errors.ts';
import { booleanInput, isObject, listInput } from '../../meta/input.ts';
import { captionTooLong, carouselProblem, thumbOffset, tooManyTags, unknownMediaType } from '../errors.ts';
import type { MediaType, ProductType } from '../store.ts';

/** The checked parameters of `POST /{ig}/media`: everything that can be judged without looking at the file. */
export interface ContainerOptions {
  readonly media_type: MediaType;
  readonly product: ProductType;
  readonly is_carousel_item: boolean;
  readonly url: string;
  readonly cover_url: string | null;
  readonly thumbOffsetMs: number | null;
  readonly caption: string;
  readonly alt_text: string | null;
  readonly share_to_feed: boolean;
  readonly children: readonly string[];
  /** Usernames, for everything but stories and items of a carousel. */
  readonly collaborators: readonly string[];
}

const captionMax = 2200;
const altTextMax = 1000;

/** Throws the documented error of the first thing that is wrong. */
export function readContainer(call: Call): ContainerOptions {
  const is_carousel_item = booleanInput(call, 'is_carousel_item') ?? false;
  const { media_type, product } = readType(call, is_carousel_item);
  if (call.input('upload_type') !== undefined)
    throw invalidParameter('Param upload_type is not supported on this host; use graph.facebook.com');

  // A story ignores its caption, a carousel item has none.
  const caption = product === 'STORY' || is_carousel_item ? '' : readCaption(call);
  const alt_text = call.input('alt_text') ?? null;
  if (alt_text !== null && alt_text.length > altTextMax)
    throw invalidParameter(`Param alt_text must be at most ${altTextMax} characters long`);
  const collaborators = product === 'STORY' || is_carousel_item ? [] : readCollaborators(call);
  checkTags(call, media_type);

  const isCarousel = media_type === 'CAROUSEL_ALBUM';
  return {
    media_type,
    product,
    is_carousel_item,
    url: isCarousel ? '' : readUrl(call, media_type),
    cover_url: media_type === 'VIDEO' ? (call.input('cover_url') ?? null) : null,
    thumbOffsetMs: readThumbOffset(call),
    caption,
    alt_text: media_type === 'IMAGE' ? alt_text : null,
    share_to_feed: booleanInput(call, 'share_to_feed') ?? true,
    children: isCarousel ? readChildren(call) : [],
    collaborators,
  };
}

function readType(call: Call, isItem: boolean): { media_type: MediaType; product: ProductType } {
  const type = call.input('media_type') ?? 'IMAGE';
  const isVideo = call.input('video_url') !== undefined;
  switch (type) {
    case 'IMAGE':
      return { media_type: 'IMAGE', product: 'FEED' };
    case 'REELS':
      if (isItem) throw carouselProblem('A reel cannot be a carousel item.');
      return { media_type: 'VIDEO', product: 'REELS' };
    case 'VIDEO':
      if (!isItem) throw unknownMediaType(type);
      return { media_type: 'VIDEO', product: 'FEED' };
    case 'STORIES':
      if (isItem) throw carouselProblem('A story cannot be a carousel item.');
      return { media_type: isVideo ? 'VIDEO' : 'IMAGE', product: 'STORY' };
    case 'CAROUSEL':
      if (isItem) throw carouselProblem('A carousel cannot be a carousel item.');
      return { media_type: 'CAROUSEL_ALBUM', product: 'FEED' };
    default:
      throw unknownMediaType(type);
  }
}

function readUrl(call: Call, mediaType: MediaType): string {
  const name = mediaType === 'VIDEO' ? 'video_url' : 'image_url';
  const url = call.input(name);
  if (url === undefined || url === '') throw missingParameter(name);
  return url;
}

function readCaption(call: Call): string {
  const caption = call.input('caption') ?? '';
  const length = [...caption].length;
  if (length > captionMax) throw captionTooLong(length);
  if (count(caption, /(?<![\p{L}\p{N}_&])#[\p{L}\p{N}_]+/gu) > 30) throw tooManyTags('hashtags', 30);
  if (count(caption, /(?<![\p{L}\p{N}_])@[\w.]+/gu) > 20) throw tooManyTags('mentions', 20);
  return caption;
}

function readChildren(call: Call): string[] {
  const children = (listInput(call, 'children') ?? []).map(String).filter(Boolean);
  if (children.length < 2 || children.length > 10)
    throw carouselProblem(
      "Your post won't work as a carousel. Carousels need at least 2 photos/videos and no more than 10 photos/videos.",
    );
  return children;
}

function readThumbOffset(call: Call): number | null {
  const value = call.input('thumb_offset');
  if (value === undefined) return null;
  if (!/^-?\d+$/.test(value)) throw invalidParameter('Param thumb_offset must be an integer');
  if (Number(value) < 0) throw thumbOffset(null);
  return Number(value);
}

function readCollaborators(call: Call): string[] {
  const collaborators = listInput(call, 'collaborators') ?? [];
  if (collaborators.length > 3) throw invalidParameter('Param collaborators must have at most 3 elements.');
  return collaborators.map(String);
}

function checkTags(call: Call, mediaType: MediaType): void {
  const isPosition = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1;
  for (const tag of listInput(call, 'user_tags') ?? []) {
    if (!isObject(tag) || typeof tag.username !== 'string')
      throw invalidParameter('Param user_tags must be an array of objects with a username');
    if (mediaType === 'IMAGE' && call.input('media_type') !== 'STORIES' && !(isPosition(tag.x) && isPosition(tag.y)))
      throw invalidParameter('Param user_tags needs x and y between 0 and 1 for photos');
  }
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
