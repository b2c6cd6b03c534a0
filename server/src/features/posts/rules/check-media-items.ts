import type { Limits } from '../../../core/limits.ts';
import { areVideoFacts, isFittedImage, type UnfitVideo, whyImageUnfit, whyVideoUnfit } from '../../media/index.ts';
import type { CheckedMedia } from './checked-content.ts';
import { altTextLengths, altTextMax } from './lengths.ts';
import { type Finding, forEachItem, isImage, isVideo, type Part, type Rule } from './rule.ts';

const REACHABLE = 'Set PUBLIC_URL to its public address, or keep files in an S3 store.';

/** Rules about each item. Unknown facts are left to the platform. */
export const MEDIA_ITEM_RULES: readonly Rule<Part>[] = [
  {
    id: 'media_address',
    severity: 'error',
    find: ({ limits }, { media }) =>
      forEachItem(media, ({ type, isOutOfReach }) =>
        isOutOfReach === true && limits.media.loads?.some((loaded) => loaded === type)
          ? { message: `the platform loads the file itself and cannot reach this service. ${REACHABLE}` }
          : undefined,
      ),
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
        if (!isImage(item)) return undefined;
        if (item.facts !== undefined && isFittedImage(item.facts)) {
          const why = whyImageUnfit(item.facts, limits);
          return why === undefined ? undefined : { message: `the file ${why}.` };
        }
        return wrongType(item, [...limits.imageTypes, ...limits.imageTypesUncertain]);
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
      forEachItem(media, (item) => {
        if (!isVideo(item)) return undefined;
        return areVideoFacts(item.facts) ? unfit(item, limits, 'video_type') : wrongType(item, limits.media.videoTypes);
      }),
  },
  {
    id: 'image_size',
    severity: 'error',
    find: ({ limits: { media: limits } }, { media }) =>
      forEachItem(media, (item) =>
        isImage(item) && !isFittedImage(item.facts) && !(isLoneGif(item, media) && limits.gifBytesMax > 0)
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
      forEachItem(media, (item) => {
        if (!isVideo(item)) return undefined;
        return areVideoFacts(item.facts)
          ? unfit(item, limits, 'video_size')
          : tooLarge(item, limits.media.videoBytesMax);
      }),
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
    find: ({ limits }, { media }) =>
      forEachItem(media, (item) => {
        const { videoFpsMax: most } = limits.media;
        const { fps } = item;
        if (!isVideo(item)) return undefined;
        if (areVideoFacts(item.facts)) return unfit(item, limits, 'video_fps');
        return most > 0 && fps !== undefined && fps > most
          ? { message: `the video has ${fps} frames a second, at most ${most} are allowed.`, limit: most }
          : undefined;
      }),
  },
  {
    id: 'alt_text_length',
    severity: 'error',
    find: (sheet, { media }) =>
      altTextLengths(sheet, media)
        .filter(({ length, limit }) => length > limit)
        .map(({ field, limit }) => ({ field, limit, message: `a description has at most ${limit} characters.` })),
  },
  {
    id: 'alt_text_ignored',
    severity: 'warning',
    find: ({ limits }, { media }) =>
      forEachItem(
        media,
        (item) =>
          item.altText !== '' && altTextMax(limits, item) === 0
            ? { message: 'the description of this item is not kept.' }
            : undefined,
        (index) => `media.${index}.alt_text`,
      ),
  },
];

function wrongType({ contentType }: CheckedMedia, taken: readonly string[]): Omit<Finding, 'field'> | undefined {
  if (contentType === undefined || taken.length === 0 || taken.includes(contentType)) return undefined;
  return { message: `${contentType} is not taken; ${taken.join(', ')} ${taken.length === 1 ? 'is' : 'are'}.` };
}

/** Why a stored video that breaks this rule cannot be transcoded to fit. */
function unfit(
  { facts, canConvert = false }: CheckedMedia,
  { media: limits }: Limits,
  rule: UnfitVideo['rule'],
): Omit<Finding, 'field'> | undefined {
  const found = areVideoFacts(facts) && limits.videosMax > 0 ? whyVideoUnfit(facts, limits, canConvert) : undefined;
  if (found?.rule !== rule) return undefined;
  const { why, limit } = found;
  return { message: `the video ${why}.`, ...(limit === undefined || limit === 0 ? {} : { limit }) };
}

function tooLarge({ bytes }: CheckedMedia, most: number): Omit<Finding, 'field'> | undefined {
  if (most === 0 || bytes === undefined || bytes <= most) return undefined;
  return { message: `the file has ${bytes} bytes, at most ${most} are allowed.`, limit: most };
}

function isLoneGif(item: CheckedMedia, media: readonly CheckedMedia[]): boolean {
  return media.length === 1 && item.contentType === 'image/gif';
}

/** The maximal length of an item's description. */
