import { forEachItem, isImage, isVideo, type Part, type Rule } from './rule.ts';

const ATTACHMENT = 'platform_attachment_id';
const at = (index: number) => `media.${index}.source`;

/** Rules about the sources of items. They also apply to drafts and when the caller skips validation. */
export const SOURCE_RULES: readonly Rule<Part>[] = [
  {
    id: 'media_source',
    severity: 'error',
    rejection: { code: 'unsupported_source', detailCode: 'publishing.media.unsupported_source' },
    find: ({ limits }, { media }) =>
      forEachItem(
        media,
        ({ source }) =>
          limits.media.sources.includes(source) ? undefined : { message: `media by ${source} is not taken.` },
        at,
      ),
  },
  {
    id: 'attachment_alone',
    severity: 'error',
    rejection: { code: 'mixing_unsupported', detailCode: 'publishing.media.mixing_unsupported' },
    find({ limits }, { media, isSegment }) {
      if (!limits.media.attachmentAlone || (media.length < 2 && !isSegment)) return [];
      const message = isSegment
        ? `an item by ${ATTACHMENT} cannot continue a thread.`
        : `an item by ${ATTACHMENT} must be the only one.`;
      return forEachItem(media, ({ source }) => (source === ATTACHMENT ? { message } : undefined), at);
    },
  },
  {
    id: 'attachment_id',
    severity: 'error',
    find: ({ limits: { media: limits } }, { media }) =>
      forEachItem(
        media,
        (item) => {
          const { source, attachmentId = '' } = item;
          if (source !== ATTACHMENT || limits.attachmentIds === undefined) return undefined;
          const { image, video } = limits.attachmentIds;
          const ids = isImage(item) ? image : isVideo(item) ? video : undefined;
          if (ids === undefined || ids.form.test(attachmentId)) return undefined;
          return { message: `the id of such ${isImage(item) ? 'an image' : 'a video'} looks like ${ids.example}.` };
        },
        at,
      ),
  },
];
