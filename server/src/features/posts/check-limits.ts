import type { Connector, Limits } from '../../core/connector.ts';
import { invalid } from '../../core/errors.ts';
import type { StoredMedia } from '../../db/schema.ts';
import { mediaType } from './resolve-content.ts';

export interface Issue {
  readonly rule: string;
  readonly field: string;
  readonly message: string;
  readonly limit?: number;
}

export interface Checked {
  readonly text: string;
  readonly media: readonly StoredMedia[];
}

/** What keeps a content from being published on a platform, by its data sheet. Empty: nothing. */
export function issuesOf(connector: Connector, content: Checked): Issue[] {
  const { limits, displayName } = connector;
  const issues: Issue[] = [];
  const add = (rule: string, field: string, message: string, limit?: number) =>
    issues.push({ rule, field, message: `${displayName}: ${message}`, ...(limit === undefined ? {} : { limit }) });

  if (content.text.trim() === '' && content.media.length === 0)
    add('content_required', 'text', 'a post needs text or media.');
  const length = textLength(limits, content.text);
  if (limits.text.lengthMax > 0 && length > limits.text.lengthMax) {
    add(
      'text_length',
      'text',
      `the text has ${length} characters, at most ${limits.text.lengthMax} are allowed.`,
      limits.text.lengthMax,
    );
  }
  if (limits.media.required && content.media.length === 0)
    add('media_required', 'media', 'a post needs an image or a video.');
  if (limits.media.itemsMax < content.media.length)
    add('media_count', 'media', `at most ${limits.media.itemsMax} media items are allowed.`, limits.media.itemsMax);
  const videos = content.media.filter((item) => mediaType(item) === 'video').length;
  const images = content.media.filter((item) => mediaType(item) === 'image').length;
  if (videos > limits.media.videosMax)
    add('video_count', 'media', `at most ${limits.media.videosMax} videos are allowed.`, limits.media.videosMax);
  if (images > limits.media.imagesMax)
    add('image_count', 'media', `at most ${limits.media.imagesMax} images are allowed.`, limits.media.imagesMax);
  if (videos > 0 && images > 0 && !limits.media.mixed)
    add('media_mixed', 'media', 'images and videos cannot be mixed.');
  if (content.media.some((item) => !['image', 'video'].includes(mediaType(item))))
    add('media_type', 'media', 'only images and videos can be published.');
  const { hashtagsMax, mentionsMax } = limits.text;
  if (hashtagsMax > 0 && countOf(content.text, '#') > hashtagsMax)
    add('hashtag_count', 'text', `at most ${hashtagsMax} hashtags are allowed.`, hashtagsMax);
  if (mentionsMax > 0 && countOf(content.text, '@') > mentionsMax)
    add('mention_count', 'text', `at most ${mentionsMax} mentions are allowed.`, mentionsMax);
  return issues;
}

/** Throws 400 for the first issue, naming field, rule and limit. */
export function assertNoIssues(connector: Connector, content: Checked, target: number): void {
  const [issue] = issuesOf(connector, content);
  if (issue === undefined) return;
  const error = invalid(issue.field, issue.message);
  Object.assign(error.meta ?? {}, {
    platform: connector.platform,
    rule: issue.rule,
    target,
    ...(issue.limit === undefined ? {} : { max: issue.limit }),
  });
  throw error;
}

/** The length of a text as the platform counts it. */
export function textLength(limits: Limits, text: string): number {
  if (limits.text.count !== undefined) return limits.text.count(text);
  switch (limits.text.counting) {
    case 'bytes':
      return Buffer.byteLength(text);
    case 'utf16':
      return text.length;
    case 'graphemes':
      return [...new Intl.Segmenter().segment(text)].length;
    default:
      return [...text].length;
  }
}

function countOf(text: string, sign: '#' | '@'): number {
  return [
    ...text.matchAll(sign === '#' ? /(?<![\p{L}\p{N}_])#[\p{L}\p{N}_]+/gu : /(?<![\p{L}\p{N}_.])@[\p{L}\p{N}_.]+/gu),
  ].length;
}
