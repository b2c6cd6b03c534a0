import { VISIBILITIES } from '../../../core/limits.ts';
import { type Breaker, type Broken, MEDIA_BREAKERS } from './broken-media.fixture.ts';
import { image, pollPost, times, type Variant, validPost, video } from './valid-posts.fixture.ts';

function withText(variant: Variant, text: string, limit: number): Broken {
  return { post: { ...validPost(variant), text }, field: 'text', limit };
}

const isShown = ({ sheet }: Variant) => sheet.kind.textIgnored !== true;

/** A post that breaks each rule; undefined when the sheet has no such limit. */
export const BREAKERS: Readonly<Record<string, Breaker>> = {
  ...MEDIA_BREAKERS,
  content_required: (variant) =>
    variant.sheet.limits.media.required
      ? undefined
      : { post: { ...validPost(variant), media: [] }, own: { text: ' \n' }, field: 'text' },
  text_length(variant) {
    const { lengthMax, photoLengthMax } = variant.sheet.limits.text;
    if (lengthMax === 0 || !isShown(variant)) return undefined;
    const broken = withText(variant, 'a'.repeat(lengthMax + 1), lengthMax);
    if (photoLengthMax === 0) return broken;
    const { required } = variant.sheet.limits.media;
    return { ...broken, post: { ...broken.post, media: required ? [video(variant.sheet)] : [] } };
  },
  photo_text_length(variant) {
    const { photoLengthMax } = variant.sheet.limits.text;
    if (photoLengthMax === 0) return undefined;
    const media = times(Math.max(1, variant.sheet.limits.media.imagesMin), image(variant.sheet));
    return {
      post: { ...validPost(variant), media, text: 'a'.repeat(photoLengthMax + 1) },
      field: 'text',
      limit: photoLengthMax,
    };
  },
  text_bytes(variant) {
    const { bytesMax } = variant.sheet.limits.text;
    const family = '👨‍👩‍👧‍👦';
    return bytesMax === 0 ? undefined : withText(variant, family.repeat(Math.ceil((bytesMax + 1) / 25)), bytesMax);
  },
  text_characters(variant) {
    const [character] = variant.sheet.limits.text.rejectedCharacters ?? '';
    return character === undefined || !isShown(variant)
      ? undefined
      : { post: { ...validPost(variant), text: `A ${character} B` }, field: 'text' };
  },
  hashtag_count(variant) {
    const { hashtagsMax } = variant.sheet.limits.text;
    return hashtagsMax === 0 || !isShown(variant)
      ? undefined
      : withText(variant, times(hashtagsMax + 1, '#a').join(' '), hashtagsMax);
  },
  mention_count(variant) {
    const { mentionsMax } = variant.sheet.limits.text;
    return mentionsMax === 0 || !isShown(variant)
      ? undefined
      : withText(variant, times(mentionsMax + 1, '@a').join(' '), mentionsMax);
  },
  poll_text_length(variant) {
    const { textLengthMax = 0 } = variant.sheet.limits.poll ?? {};
    const post = pollPost(variant);
    return textLengthMax === 0 || post === undefined
      ? undefined
      : { post: { ...post, text: 'a'.repeat(textLengthMax + 1) }, field: 'text', limit: textLengthMax };
  },
  text_ignored: (variant) => (isShown(variant) ? undefined : { post: validPost(variant), field: 'text' }),
  title_required: (variant) =>
    variant.sheet.limits.title.required ? { post: { ...validPost(variant), title: ' ' }, field: 'title' } : undefined,
  title_length(variant) {
    const { lengthMax } = variant.sheet.limits.title;
    if (lengthMax === 0) return undefined;
    return { post: { ...validPost(variant), title: 'a'.repeat(lengthMax + 1) }, field: 'title', limit: lengthMax };
  },
  title_characters(variant) {
    const [character] = variant.sheet.limits.title.rejectedCharacters ?? '';
    return character === undefined
      ? undefined
      : { post: { ...validPost(variant), title: `A ${character} B` }, field: 'title' };
  },
  title_ignored: (variant) =>
    variant.sheet.limits.title.lengthMax > 0
      ? undefined
      : { post: { ...validPost(variant), title: 'A title' }, field: 'title' },
  visibility(variant) {
    const visibility = VISIBILITIES.find((known) => !variant.sheet.limits.visibility.includes(known));
    return visibility === undefined ? undefined : { post: { ...validPost(variant), visibility }, field: 'visibility' };
  },
  segment_count(variant) {
    const { itemsMax } = variant.sheet.limits.segments;
    if (variant.sheet.connector.thread === undefined || itemsMax === 0) return undefined;
    return {
      post: { ...validPost(variant), segments: times(itemsMax + 1, 'More') },
      field: 'segments',
      limit: itemsMax,
    };
  },
  segments_ignored: (variant) =>
    variant.sheet.connector.thread === undefined
      ? { post: { ...validPost(variant), segments: ['More'] }, field: 'segments' }
      : undefined,
  first_comment_length({ sheet, ...variant }) {
    const { lengthMax } = sheet.limits.comment;
    if (lengthMax === 0 || sheet.connector.comments?.reply === undefined || sheet.kind.commentsIgnored)
      return undefined;
    const first_comment = 'a'.repeat(lengthMax + 1);
    return { post: { ...validPost({ sheet, ...variant }), first_comment }, field: 'first_comment', limit: lengthMax };
  },
  first_comment_ignored({ sheet, ...variant }) {
    if (sheet.connector.comments?.reply !== undefined && !sheet.kind.commentsIgnored) return undefined;
    return { post: { ...validPost({ sheet, ...variant }), first_comment: 'First!' }, field: 'first_comment' };
  },
  schedule_unsupported: (variant) =>
    variant.sheet.limits.scheduling.mode === ''
      ? { post: { ...validPost(variant), scheduled_at: '2030-01-01T00:00:00Z' }, field: 'scheduled_at' }
      : undefined,
  options(variant) {
    const { connector } = variant.sheet;
    const options = { ...variant.options, no_such_option: true };
    if (connector.options.safeParse(options).success) return undefined;
    return {
      post: { ...validPost(variant), platform_data: { [connector.platform]: options } },
      field: 'platform_data.no_such_option',
    };
  },
};
