import { MEDIA_SOURCES } from '../../../core/limits.ts';
import type { StoredMedia } from '../../../db/column-types.ts';
import type { TargetInput } from '../model/post.ts';
import type { MediaFacts, PostContent } from './checked-content.ts';
import { file, image, ofType, pollPost, times, type Variant, validPost, video } from './valid-posts.fixture.ts';

/** A post that breaks one rule of a data sheet. It is made from that sheet, so a new platform needs no change here. */
export interface Broken {
  readonly post: PostContent;
  /** The fields that the post's one target overrides. */
  readonly own?: TargetInput;
  /** The path of the issue within the content. */
  readonly field: string;
  readonly limit?: number;
  /** Facts of uploaded media, by media id. */
  readonly uploads?: Readonly<Record<string, MediaFacts>>;
}

export type Breaker = (variant: Variant) => Broken | undefined;

/** The valid post with other media. */
function withMedia(variant: Variant, media: readonly StoredMedia[], field: string, limit?: number): Broken {
  return { post: { ...validPost(variant), media }, field, ...(limit === undefined ? {} : { limit }) };
}

/** The fewest items that the sheet allows, this one first. Videos stand alone unless the kind of post needs more. */
function withFirst(variant: Variant, first: StoredMedia, field = 'media.0', limit?: number, isVideo = false): Broken {
  const rest = isVideo && variant.sheet.kind.itemsMin === undefined ? [] : validPost(variant).media.slice(1);
  return withMedia(variant, [first, ...rest], field, limit);
}

function withUpload(variant: Variant, facts: MediaFacts, limit: number): Broken {
  const isVideo = facts.contentType?.startsWith('video/') === true;
  const item: StoredMedia = { source_type: 'media_id', source: 'med_sample' };
  return { ...withFirst(variant, item, 'media.0', limit, isVideo), uploads: { med_sample: facts } };
}

const imageOrVideo = ({ sheet }: Variant) => (sheet.limits.media.imagesMax > 0 ? image(sheet) : video(sheet));

/** An item that the platform has already. */
function attachment({ sheet }: Variant, source: string): StoredMedia {
  return { source_type: 'platform_attachment_id', source, type: sheet.limits.media.imagesMax > 0 ? 'image' : 'video' };
}

const isImage = ({ source }: StoredMedia) => /\.(jpg|png|gif|webp)$/.test(source);
/** A post that breaks each rule about media; undefined when the sheet has no such limit. */
export const MEDIA_BREAKERS: Readonly<Record<string, Breaker>> = {
  media_required: (variant) => (variant.sheet.limits.media.required ? withMedia(variant, [], 'media') : undefined),
  media_count(variant) {
    const { itemsMax, imagesMax } = variant.sheet.limits.media;
    const item = imagesMax > 0 ? image(variant.sheet) : video(variant.sheet);
    const { itemsMin = 0 } = variant.sheet.kind;
    if (itemsMin > 1) return withMedia(variant, times(itemsMin - 1, item), 'media', itemsMin);
    return withMedia(variant, times(itemsMax + 1, item), 'media', itemsMax);
  },
  image_count({ sheet, ...variant }) {
    const { itemsMax, imagesMin, imagesMax } = sheet.limits.media;
    const wrong = imagesMin > 1 ? imagesMin - 1 : imagesMax < itemsMax ? imagesMax + 1 : imagesMax === 0 ? 1 : 0;
    const limit = imagesMin > 1 ? imagesMin : imagesMax;
    return wrong === 0 ? undefined : withMedia({ sheet, ...variant }, times(wrong, image(sheet)), 'media', limit);
  },
  video_count({ sheet, ...variant }) {
    const { itemsMax, videosMax } = sheet.limits.media;
    if (videosMax >= itemsMax) return undefined;
    return withMedia({ sheet, ...variant }, times(videosMax + 1, video(sheet)), 'media', videosMax);
  },
  media_mixed(variant) {
    const { mixed, imagesMax, videosMax } = variant.sheet.limits.media;
    if (mixed || imagesMax === 0 || videosMax === 0) return undefined;
    return withMedia(variant, [image(variant.sheet), video(variant.sheet)], 'media');
  },
  poll_media(variant) {
    const { sheet } = variant;
    const post = pollPost(variant);
    return post && { post: { ...post, media: [image(sheet)] }, field: `platform_data.${sheet.limits.poll?.option}` };
  },
  carousel_count({ sheet, ...variant }) {
    const { carousel, media } = sheet.limits;
    if (carousel === undefined) return undefined;
    const wrong = carousel.itemsMin > 2 ? 2 : carousel.itemsMax < media.itemsMax ? carousel.itemsMax + 1 : 0;
    const limit = wrong === 2 ? carousel.itemsMin : carousel.itemsMax;
    return wrong === 0 ? undefined : withMedia({ sheet, ...variant }, times(wrong, image(sheet)), 'media', limit);
  },
  carousel_photos: (variant) =>
    variant.sheet.limits.carousel?.photosOnly && variant.sheet.limits.media.itemsMax > 1
      ? withMedia(variant, [image(variant.sheet), file('image/gif')], 'media.1')
      : undefined,
  media_source(variant) {
    const source = MEDIA_SOURCES.find((known) => !variant.sheet.limits.media.sources.includes(known));
    if (source === undefined) return undefined;
    return withFirst(variant, { source_type: source, source: '123', type: 'image' }, 'media.0.source');
  },
  attachment_alone(variant) {
    const { sources, attachmentAlone } = variant.sheet.limits.media;
    if (!attachmentAlone || !sources.includes('platform_attachment_id')) return undefined;
    return withMedia(variant, [imageOrVideo(variant), attachment(variant, '123')], 'media.1.source');
  },
  attachment_id(variant) {
    if (variant.sheet.limits.media.attachmentIds === undefined) return undefined;
    const wrong = attachment(variant, 'urn:li:document:1/../2');
    return withFirst(variant, wrong, 'media.0.source', undefined, wrong.type === 'video');
  },
  media_address(variant) {
    const { loads = [], imagesMax, imageTypes, videoTypes } = variant.sheet.limits.media;
    const type = loads.find((loaded) => loaded === 'video' || imagesMax > 0);
    if (type === undefined) return undefined;
    const contentType = type === 'image' ? (imageTypes[0] ?? 'image/jpeg') : (videoTypes[0] ?? 'video/mp4');
    const item: StoredMedia = { source_type: 'media_id', source: 'med_sample' };
    const broken = withFirst(variant, item, 'media.0', undefined, type === 'video');
    return { ...broken, uploads: { med_sample: { contentType, isOutOfReach: true } } };
  },
  media_type: (variant) =>
    withFirst(variant, { source_type: 'url', source: 'https://simulator.test/files/sample.mp3', type: 'audio' }),
  image_type(variant) {
    const { imagesMax, imageTypes, imageTypesUncertain } = variant.sheet.limits.media;
    const wrong = ofType('image/').find((type) => ![...imageTypes, ...imageTypesUncertain].includes(type));
    return imagesMax === 0 || imageTypes.length === 0 || wrong === undefined
      ? undefined
      : withFirst(variant, file(wrong));
  },
  image_type_uncertain(variant) {
    const [type] = variant.sheet.limits.media.imageTypesUncertain;
    return type === undefined ? undefined : withFirst(variant, file(type));
  },
  video_type(variant) {
    const { videosMax, videoTypes } = variant.sheet.limits.media;
    const wrong = ofType('video/').find((type) => !videoTypes.includes(type));
    if (videosMax === 0 || videoTypes.length === 0 || wrong === undefined) return undefined;
    return withFirst(variant, file(wrong), 'media.0', undefined, true);
  },
  image_size(variant) {
    const { imagesMax, imageBytesMax: most, imageTypes } = variant.sheet.limits.media;
    if (imagesMax === 0 || most === 0) return undefined;
    return withUpload(variant, { contentType: imageTypes[0] ?? 'image/jpeg', bytes: most + 1 }, most);
  },
  gif_size(variant) {
    const { gifBytesMax: most } = variant.sheet.limits.media;
    return most === 0 ? undefined : withUpload(variant, { contentType: 'image/gif', bytes: most + 1 }, most);
  },
  video_size(variant) {
    const { videosMax, videoBytesMax: most, videoTypes } = variant.sheet.limits.media;
    if (videosMax === 0 || most === 0) return undefined;
    return withUpload(variant, { contentType: videoTypes[0] ?? 'video/mp4', bytes: most + 1 }, most);
  },
  video_seconds_min({ sheet, ...variant }) {
    const { videosMax, videoSecondsMin: least } = sheet.limits.media;
    if (videosMax === 0 || least === 0) return undefined;
    return withUpload({ sheet, ...variant }, { contentType: 'video/mp4', seconds: least - 0.1 }, least);
  },
  video_seconds_max({ sheet, ...variant }) {
    const { videosMax, videoSecondsMax: most } = sheet.limits.media;
    if (videosMax === 0 || most === 0) return undefined;
    return withUpload({ sheet, ...variant }, { contentType: 'video/mp4', seconds: most + 0.1 }, most);
  },
  video_fps({ sheet, ...variant }) {
    const { videosMax, videoFpsMax: most } = sheet.limits.media;
    if (videosMax === 0 || most === 0) return undefined;
    return withUpload({ sheet, ...variant }, { contentType: 'video/mp4', fps: most + 1 }, most);
  },
  alt_text_length(variant) {
    const { altText, media } = variant.sheet.limits;
    const isKept = altText.lengthMax > 0 && (media.imagesMax > 0 || altText.onVideos);
    if (!isKept) return undefined;
    const item = media.imagesMax > 0 ? image(variant.sheet) : video(variant.sheet);
    const alt_text = 'a'.repeat(altText.lengthMax + 1);
    return withFirst(variant, { ...item, alt_text }, 'media.0.alt_text', altText.lengthMax);
  },
  alt_text_ignored(variant) {
    const { altText, media } = variant.sheet.limits;
    const item = altText.lengthMax === 0 && media.imagesMax > 0 ? image(variant.sheet) : video(variant.sheet);
    const isKept = altText.lengthMax > 0 && (altText.onVideos || media.videosMax === 0);
    if (isKept) return undefined;
    return withFirst(variant, { ...item, alt_text: 'What it shows' }, 'media.0.alt_text', undefined, !isImage(item));
  },
};
