import { describe, expect, test } from 'vitest';
import type { Content } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Media } from '../../core/session.ts';
import { childForms, isOwn, isSamePost, parentForm, postKind, singleForm, toListed, toProfile } from './map.ts';
import { options, toUsernames } from './options.ts';
import { media } from './wire.ts';

const IMAGE: Media = { type: 'image', url: 'https://m.test/a.jpg', altText: 'A loaf' };
const VIDEO: Media = { type: 'video', url: 'https://m.test/a.mp4' };

function content(items: readonly Media[], platformData: Record<string, unknown> = {}, text = 'Hello #bread'): Content {
  return { text, media: items, options: options.parse(platformData) };
}

const ACCOUNT = { id: 'acc_1', platformId: '1784', username: 'acme', metadata: { app_scoped_id: '249' } };

describe('kind of post', () => {
  test.each([
    ['image', [IMAGE], undefined],
    ['image', [IMAGE], 'feed'],
    ['reel', [VIDEO], undefined],
    ['reel', [VIDEO], 'feed'],
    ['reel', [VIDEO], 'reel'],
    ['carousel', [IMAGE, VIDEO], undefined],
    ['carousel', [IMAGE, IMAGE], 'feed'],
    ['carousel', Array(10).fill(IMAGE), 'carousel'],
    ['story', [IMAGE], 'stories'],
    ['story', [VIDEO], 'stories'],
  ] as const)('%s', (kind, items, content_type) => {
    expect(postKind(content(items, { content_type }))).toBe(kind);
  });

  test.each([
    ['no media', [], undefined],
    ['eleven items', Array(11).fill(IMAGE), undefined],
    ['a carousel of one', [IMAGE], 'carousel'],
    ['a reel of an image', [IMAGE], 'reel'],
    ['a reel of two', [VIDEO, VIDEO], 'reel'],
    ['a story of two', [IMAGE, IMAGE], 'stories'],
    ['sound', [{ type: 'audio', url: 'https://m.test/a.mp3' }], undefined],
  ] as [string, Media[], string | undefined][])('%s is rejected', (_name, items, content_type) => {
    const attempt = () => postKind(content(items, { content_type }));
    expect(attempt).toThrow(PlatformError);
    expect(attempt).toThrow(expect.objectContaining({ kind: 'rejected', facts: { field: 'media' } }));
  });
});

/** The fields that are sent. */
function sent(form: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
}

describe('containers', () => {
  test('image', () => {
    expect(sent(singleForm(content([IMAGE]), 'image'))).toEqual({
      image_url: 'https://m.test/a.jpg',
      caption: 'Hello #bread',
      alt_text: 'A loaf',
    });
    const data = { alt_text: 'Mine', location_id: '7640348500', collaborators: '@jane, joe', share_to_feed: true };
    expect(sent(singleForm(content([IMAGE], data, ''), 'image'))).toEqual({
      image_url: 'https://m.test/a.jpg',
      alt_text: 'Mine',
      location_id: '7640348500',
      collaborators: '["jane","joe"]',
    });
  });

  test('reel', () => {
    const data = { share_to_feed: false, video_cover_timestamp_ms: 0, alt_text: 'x' };
    expect(sent(singleForm(content([VIDEO], data), 'reel'))).toEqual({
      media_type: 'REELS',
      video_url: 'https://m.test/a.mp4',
      caption: 'Hello #bread',
      share_to_feed: 'false',
      thumb_offset: '0',
    });
    const covered = { cover_url: 'https://m.test/c.jpg', video_cover_timestamp_ms: 5 };
    expect(sent(singleForm(content([VIDEO], covered), 'reel'))).toMatchObject({ cover_url: 'https://m.test/c.jpg' });
    expect(sent(singleForm(content([VIDEO], covered), 'reel'))).not.toHaveProperty('thumb_offset');
  });

  test('story: nothing but the media', () => {
    const data = { content_type: 'stories', collaborators: ['jane'], alt_text: 'x' };
    expect(sent(singleForm(content([VIDEO], data), 'story'))).toEqual({
      media_type: 'STORIES',
      video_url: 'https://m.test/a.mp4',
    });
  });

  test('carousel: caption, place and people on the parent only', () => {
    const data = { alt_text: 'First', location_id: '1', collaborators: ['@jane'] };
    const post = content([{ ...IMAGE, altText: undefined } as never, VIDEO, IMAGE], data);
    expect(childForms(post).map(sent)).toEqual([
      { is_carousel_item: 'true', image_url: 'https://m.test/a.jpg', alt_text: 'First' },
      { media_type: 'VIDEO', is_carousel_item: 'true', video_url: 'https://m.test/a.mp4' },
      { is_carousel_item: 'true', image_url: 'https://m.test/a.jpg', alt_text: 'A loaf' },
    ]);
    expect(sent(parentForm(post, ['11', '12', '13']))).toEqual({
      media_type: 'CAROUSEL',
      children: '["11","12","13"]',
      caption: 'Hello #bread',
      location_id: '1',
      collaborators: '["jane"]',
    });
  });
});

describe('options', () => {
  test.each([
    ['jane', ['jane']],
    [' @jane ,, @@joe', ['jane', 'joe']],
    [
      ['@jane', ' ', 'joe '],
      ['jane', 'joe'],
    ],
    [undefined, []],
  ])('collaborators %j', (given, expected) => expect(toUsernames(given)).toEqual(expected));

  test.each([
    { content_type: 'story' },
    { unknown_key: 1 },
    { alt_text: 'x'.repeat(1001) },
    { location_id: 'x' },
    { share_to_feed: 'yes' },
    { cover_url: 'javascript:alert(1)' },
    { cover_url: 'no address' },
    { collaborators: 'a,b,c,d' },
    { collaborators: ['a', 'b', 'c', 'd'] },
    { collaborators: [1] },
    { video_cover_timestamp_ms: -1 },
    { video_cover_timestamp_ms: 1.5 },
  ])('rejects %j', (given) => expect(options.safeParse(given).success).toBe(false));
});

describe('recognising a post', () => {
  const listed = { platformId: '1', text: 'Hello  wörld\n', createdAt: new Date() };
  const post = { kind: 'image', caption: 'Hello wo\u0308rld', count: 1 } as const;

  test('ignores spaces and composition of characters, compares text and number of items', () => {
    expect(isSamePost(post, listed)).toBe(true);
    expect(isSamePost(post, { ...listed, mediaCount: 1 })).toBe(true);
    expect(isSamePost(post, { ...listed, mediaCount: 2 })).toBe(false);
    expect(isSamePost({ ...post, caption: 'hello wörld' }, listed)).toBe(false);
    expect(isSamePost({ ...post, caption: '' }, { ...listed, text: '' })).toBe(true);
  });

  test('a story is recognised without text', () => {
    expect(isSamePost({ ...post, kind: 'story' }, { ...listed, text: '', mediaCount: 1 })).toBe(true);
  });

  test('listed posts count their items', () => {
    const base = { id: '1789', timestamp: '2026-02-09T09:47:29+0000' };
    const list = (more: object) => toListed(media.parse({ ...base, ...more }));
    expect(list({ media_type: 'IMAGE', caption: 'Peach', permalink: 'https://i.test/p/1/' })).toEqual({
      platformId: '1789',
      text: 'Peach',
      permalink: 'https://i.test/p/1/',
      createdAt: new Date('2026-02-09T09:47:29Z'),
      mediaCount: 1,
    });
    expect(list({ media_type: 'CAROUSEL_ALBUM', children: { data: [{ id: '1' }, {}] } }).mediaCount).toBe(2);
    expect(list({ media_type: 'CAROUSEL_ALBUM' })).not.toHaveProperty('mediaCount');
  });
});

test.each([
  ['its id', '1784', 'other', true],
  ['its app-scoped id', '249', undefined, true],
  ['its name', undefined, 'ACME', true],
  ['its name beside an unknown id', '555', 'acme', true],
  ['a visitor', '555', 'jane', false],
  ['nobody', undefined, undefined, false],
])('own comments by %s', (_name, id, username, expected) => {
  expect(isOwn(id, username, ACCOUNT)).toBe(expected);
});

test('profile', () => {
  const wire = { id: '249', user_id: '1784', username: 'acme', name: '', account_type: 'BUSINESS', media_count: 3 };
  expect(toProfile({ ...wire, profile_picture_url: 'https://s.test/x.jpg' } as never)).toEqual({
    platformId: '1784',
    username: 'acme',
    name: 'acme',
    pictureUrl: 'https://s.test/x.jpg',
    metadata: { app_scoped_id: '249', account_type: 'BUSINESS', media_count: 3 },
  });
});
