import { count, forEachItem, isImage, isVideo, type Part, type Rule } from './rule.ts';

/** Rules about the number and types of a part's media. At most one rule reports the same surplus. */
export const MEDIA_COUNT_RULES: readonly Rule<Part>[] = [
  {
    id: 'media_required',
    severity: 'error',
    find({ limits }, { media, isSegment }) {
      if (!limits.media.required || isSegment || media.length > 0) return undefined;
      const what = limits.media.imagesMax === 0 ? 'a video' : 'an image or a video';
      return { field: 'media', message: `a post needs ${what}.` };
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
    id: 'poll_media',
    severity: 'error',
    find({ limits }, { media, options, isSegment }) {
      const { option } = limits.poll ?? {};
      if (option === undefined || isSegment || media.length === 0 || options[option] === undefined) return undefined;
      return { field: `platform_data.${option}`, message: 'a post has media or a poll, not both.' };
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
