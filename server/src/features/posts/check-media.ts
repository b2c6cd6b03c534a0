import type { CheckedMedia } from './checked-content.ts';
import { count, type Finding, forEachItem, type Part, type Rule } from './rule.ts';

const isImage = ({ type }: CheckedMedia) => type === 'image';
const isVideo = ({ type }: CheckedMedia) => type === 'video';

/** Rules about how many items a part has, and of which sorts. At most one of them speaks about the same surplus. */
export const MEDIA_COUNT_RULES: readonly Rule<Part>[] = [
  {
    id: 'media_required',
    severity: 'error',
    find({ limits }, { media, isSegment }) {
      if (!limits.media.required || isSegment || media.length > 0) return undefined;
      return { field: 'media', message: 'a post needs an image or a video.' };
    },
  },
  {
    id: 'media_count',
    severity: 'error',
    find({ limits, kind }, { media }) {
      const { itemsMax } = limits.media;
      const itemsMin = kind.itemsMin ?? 0;
      if (media.length > itemsMax)
        return {
          field: 'media',
          message: `at most ${count(itemsMax, 'media item')} can be published, not ${media.length}.`,
          limit: itemsMax,
        };
      if (media.length > 0 && media.length < itemsMin)
        return {
          field: 'media',
          message: `this kind of post needs at least ${count(itemsMin, 'media item')}.`,
          limit: itemsMin,
        };
      return undefined;
    },
  },
  {
    id: 'image_count',
    severity: 'error',
    find({ limits: { media: limits } }, { media }) {
      const images = media.filter(isImage).length;
      if (images > limits.imagesMax && (media.length <= limits.itemsMax || limits.imagesMax === 0))
        return {
          field: 'media',
          message: `at most ${count(limits.imagesMax, 'image')} can be published, not ${images}.`,
          limit: limits.imagesMax,
        };
      if (images > 0 && images < limits.imagesMin)
        return {
          field: 'media',
          message: `a post with images needs at least ${limits.imagesMin}.`,
          limit: limits.imagesMin,
        };
      return undefined;
    },
  },
  {
    id: 'video_count',
    severity: 'error',
    find({ limits: { media: limits } }, { media }) {
      const videos = media.filter(isVideo).length;
      if (videos <= limits.videosMax || (media.length > limits.itemsMax && limits.videosMax > 0)) return undefined;
      return {
        field: 'media',
        message: `at most ${count(limits.videosMax, 'video')} can be published, not ${videos}.`,
        limit: limits.videosMax,
      };
    },
  },
  {
    id: 'media_mixed',
    severity: 'error',
    find({ limits: { media: limits } }, { media }) {
      if (limits.mixed || limits.imagesMax === 0 || limits.videosMax === 0) return undefined;
      return media.some(isVideo) && media.some(isImage)
        ? { field: 'media', message: 'images and videos cannot be mixed.' }
        : undefined;
    },
  },
  {
    id: 'carousel_count',
    severity: 'error',
    find({ limits: { carousel, media: limits } }, { media }) {
      if (carousel === undefined || media.length < 2 || media.length > limits.itemsMax) return undefined;
      const { itemsMin, itemsMax } = carousel;
      if (media.length >= itemsMin && media.length <= itemsMax) return undefined;
      return {
        field: 'media',
        message: `several items together must be ${itemsMin} to ${itemsMax}.`,
        limit: media.length < itemsMin ? itemsMin : itemsMax,
      };
    },
  },
  {
    id: 'carousel_photos',
    severity: 'error',
    find({ limits: { carousel } }, { media }) {
      if (carousel?.photosOnly !== true || media.length < 2) return [];
      return forEachItem(media, ({ contentType }) =>
        contentType === 'image/gif' ? { message: 'a GIF cannot stand among other images.' } : undefined,
      );
    },
  },
];

/** Rules about each item. What is not known of an item is left to the platform. */
export const MEDIA_ITEM_RULES: readonly Rule<Part>[] = [
  {
    id: 'media_source',
    severity: 'error',
    refusal: { code: 'unsupported_source', detailCode: 'publishing.media.unsupported_source' },
    find: ({ limits }, { media }) =>
      forEachItem(
        media,
        ({ source }) =>
          limits.media.sources.includes(source) ? undefined : { message: `media by ${source} is not taken.` },
        (index) => `media.${index}.source`,
      ),
  },
  {
    id: 'attachment_alone',
    severity: 'error',
    refusal: { code: 'mixing_unsupported', detailCode: 'publishing.media.mixing_unsupported' },
    find({ limits }, { media }) {
      if (!limits.media.attachmentAlone || media.length < 2) return [];
      return forEachItem(
        media,
        ({ source }) =>
          source === 'platform_attachment_id'
            ? { message: 'an item by platform_attachment_id must be the only one.' }
            : undefined,
        (index) => `media.${index}.source`,
      );
    },
  },
  {
    id: 'media_type',
    severity: 'error',
    find: (_sheet, { media }) =>
      forEachItem(media, (item) =>
        isImage(item) || isVideo(item) ? undefined : { message: 'only images and videos can be published.' },
      ),
  },
  {
    id: 'image_type',
    severity: 'error',
    find: ({ limits: { media: limits } }, { media }) =>
      forEachItem(media, (item) => {
        const taken = [...limits.imageTypes, ...limits.imageTypesUncertain];
        return isImage(item) ? wrongType(item, taken) : undefined;
      }),
  },
  {
    id: 'image_type_uncertain',
    severity: 'warning',
    find: ({ limits: { media: limits } }, { media }) =>
      forEachItem(media, ({ contentType = '' }) =>
        limits.imageTypesUncertain.includes(contentType)
          ? { message: `${contentType} is not always taken; ${limits.imageTypes.join(', ')} is safe.` }
          : undefined,
      ),
  },
  {
    id: 'video_type',
    severity: 'error',
    find: ({ limits }, { media }) =>
      forEachItem(media, (item) => (isVideo(item) ? wrongType(item, limits.media.videoTypes) : undefined)),
  },
  {
    id: 'image_size',
    severity: 'error',
    find: ({ limits: { media: limits } }, { media }) =>
      forEachItem(media, (item) =>
        isImage(item) && !(isLoneGif(item, media) && limits.gifBytesMax > 0)
          ? tooLarge(item, limits.imageBytesMax)
          : undefined,
      ),
  },
  {
    id: 'gif_size',
    severity: 'error',
    find: ({ limits: { media: limits } }, { media }) =>
      forEachItem(media, (item) => (isLoneGif(item, media) ? tooLarge(item, limits.gifBytesMax) : undefined)),
  },
  {
    id: 'video_size',
    severity: 'error',
    find: ({ limits }, { media }) =>
      forEachItem(media, (item) => (isVideo(item) ? tooLarge(item, limits.media.videoBytesMax) : undefined)),
  },
  {
    id: 'video_seconds_min',
    severity: 'error',
    find: (
      {
        limits: {
          media: { videoSecondsMin: least },
        },
      },
      { media },
    ) =>
      forEachItem(media, ({ type, seconds }) =>
        type === 'video' && seconds !== undefined && seconds < least
          ? { message: `the video is ${seconds} s long, at least ${least} s are needed.`, limit: least }
          : undefined,
      ),
  },
  {
    id: 'video_seconds_max',
    severity: 'error',
    find: (
      {
        limits: {
          media: { videoSecondsMax: most },
        },
      },
      { media },
    ) =>
      forEachItem(media, ({ type, seconds }) =>
        type === 'video' && most > 0 && seconds !== undefined && seconds > most
          ? { message: `the video is ${seconds} s long, at most ${most} s are allowed.`, limit: most }
          : undefined,
      ),
  },
  {
    id: 'video_fps',
    severity: 'error',
    find: (
      {
        limits: {
          media: { videoFpsMax: most },
        },
      },
      { media },
    ) =>
      forEachItem(media, ({ type, fps }) =>
        type === 'video' && most > 0 && fps !== undefined && fps > most
          ? { message: `the video has ${fps} pictures a second, at most ${most} are allowed.`, limit: most }
          : undefined,
      ),
  },
  {
    id: 'alt_text_length',
    severity: 'error',
    find: (
      {
        limits: {
          altText: { lengthMax },
        },
      },
      { media },
    ) =>
      forEachItem(
        media,
        ({ altText }) =>
          lengthMax > 0 && [...altText].length > lengthMax
            ? { message: `a description has at most ${lengthMax} characters.`, limit: lengthMax }
            : undefined,
        (index) => `media.${index}.alt_text`,
      ),
  },
  {
    id: 'alt_text_ignored',
    severity: 'warning',
    find: ({ limits }, { media }) =>
      forEachItem(
        media,
        ({ altText }) =>
          limits.altText.lengthMax === 0 && altText !== ''
            ? { message: 'descriptions of media are not kept.' }
            : undefined,
        (index) => `media.${index}.alt_text`,
      ),
  },
];

function wrongType({ contentType }: CheckedMedia, taken: readonly string[]): Omit<Finding, 'field'> | undefined {
  if (contentType === undefined || taken.length === 0 || taken.includes(contentType)) return undefined;
  return { message: `${contentType} is not taken; ${taken.join(', ')} ${taken.length === 1 ? 'is' : 'are'}.` };
}

function tooLarge({ bytes }: CheckedMedia, most: number): Omit<Finding, 'field'> | undefined {
  if (most === 0 || bytes === undefined || bytes <= most) return undefined;
  return { message: `the file has ${bytes} bytes, at most ${most} are allowed.`, limit: most };
}

function isLoneGif(item: CheckedMedia, media: readonly CheckedMedia[]): boolean {
  return media.length === 1 && item.contentType === 'image/gif';
}
