import { describe, expect, test } from 'vitest';
import type { Content } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Media } from '../../core/session.ts';
import {
  addressOf,
  feedForm,
  isSamePost,
  photoForms,
  postKind,
  reelAt,
  reelForm,
  reelToListed,
  storyToListed,
  toComment,
  toListed,
  toProfile,
  videoForm,
} from './map.ts';
import { options } from './options.ts';
import { comment, post, profile, reel, story } from './wire.ts';

const IMAGE: Media = { type: 'image', url: 'https://m.test/a.jpg', altText: 'A loaf' };
const VIDEO: Media = { type: 'video', url: 'https://m.test/a.mp4' };
const PAGE = '175154750010052';
const ACCOUNT = { id: 'acc_1', platformId: PAGE, username: 'acmebakery', metadata: {} };
const link = 'https://acme.example/bread';

function content(items: readonly Media[], platformData: Record<string, unknown> = {}, text = 'Fresh bread'): Content {
  return { text, media: items, options: options.parse(platformData) };
}

/** The fields that are sent. */
function sent(form: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
}

describe('kind of post', () => {
  test.each([
    ['text', [], {}],
    ['text', [], { link }],
    ['photos', [IMAGE], {}],
    ['photos', Array(10).fill(IMAGE), { content_type: 'feed' }],
    ['video', [VIDEO], {}],
    ['reel', [VIDEO], { content_type: 'reel' }],
    ['photo_story', [IMAGE], { content_type: 'stories' }],
    ['video_story', [VIDEO], { content_type: 'stories' }],
  ])('%s', (kind, items, data) => expect(postKind(content(items, data))).toBe(kind));

  test('a link needs no text', () => expect(postKind(content([], { link }, ''))).toBe('text'));

  test.each([
    ['nothing', content([], {}, ' \n'), 'text'],
    ['eleven images', content(Array(11).fill(IMAGE)), 'media'],
    ['a mix', content([IMAGE, VIDEO]), 'media'],
    ['two videos', content([VIDEO, VIDEO]), 'media'],
    ['a reel of an image', content([IMAGE], { content_type: 'reel' }), 'media'],
    ['a reel of two', content([VIDEO, VIDEO], { content_type: 'reel' }), 'media'],
    ['a story of nothing', content([], { content_type: 'stories' }), 'media'],
    ['a story of two', content([IMAGE, IMAGE], { content_type: 'stories' }), 'media'],
    ['sound', content([{ type: 'audio', url: 'https://m.test/a.mp3' }]), 'media'],
    ['a link beside images', content([IMAGE], { link }), 'platform_data.link'],
    ['an unknown option', { text: 'x', media: [], options: { loud: true } }, 'platform_data'],
  ] as [string, Content, string][])('%s is rejected', (_name, given, field) => {
    const attempt = () => postKind(given);
    expect(attempt).toThrow(PlatformError);
    expect(attempt).toThrow(expect.objectContaining({ kind: 'rejected', facts: { field } }));
  });
});

describe('options', () => {
  test.each([
    [{ content_type: 'story' }],
    [{ link: 'ftp://a.test' }],
    [{ cta_type: 'SHOP_NOW' }],
    [{ cta_link: link }],
    [{ cta_type: 'shop now', cta_link: link }],
    [{ min_age: 12 }],
    [{ max_age: 66 }],
    [{ min_age: 40, max_age: 30 }],
    [{ title: 'a'.repeat(256) }],
    [{ picture: link }],
  ])('%j is rejected', (given) => expect(options.safeParse(given).success).toBe(false));
});

describe('forms', () => {
  test('text with everything', () => {
    const data = { link, cta_type: 'SHOP_NOW', cta_link: link, min_age: 18, max_age: 30 };
    expect(sent(feedForm(content([], data), []))).toEqual({
      message: 'Fresh bread',
      link,
      call_to_action: `{"type":"SHOP_NOW","value":{"link":"${link}"}}`,
      feed_targeting: '{"age_min":18,"age_max":30}',
      fields: 'id,permalink_url',
    });
    expect(sent(feedForm(content([], { min_age: 18 }), []))).toMatchObject({ feed_targeting: '{"age_min":18}' });
  });

  test('photos', () => {
    expect(photoForms(content([IMAGE, IMAGE], { alt_text: 'Mine' })).map(sent)).toEqual([
      { url: IMAGE.url, published: 'false', alt_text_custom: 'Mine' },
      { url: IMAGE.url, published: 'false', alt_text_custom: 'A loaf' },
    ]);
    expect(sent(feedForm(content([IMAGE], {}, ''), ['391']))).toEqual({
      attached_media: '[{"media_fbid":"391"}]',
      fields: 'id,permalink_url',
    });
    const long = content([{ ...IMAGE, altText: 'a'.repeat(1001) }]);
    expect(() => photoForms(long)).toThrow(expect.objectContaining({ facts: { field: 'media.0.alt_text' } }));
  });

  test('videos and reels', () => {
    expect(sent(videoForm({ ...content([VIDEO]), title: 'Bread' }))).toEqual({
      title: 'Bread',
      description: 'Fresh bread',
    });
    expect(
      sent(reelForm({ ...content([VIDEO], { title: 'Mine', share_to_feed: false }, ''), title: 'Bread' })),
    ).toEqual({
      video_state: 'PUBLISHED',
      title: 'Mine',
      share_to_feed: 'false',
    });
  });
});

describe('listed posts', () => {
  const created_time = '2026-03-01T12:00:00+0000';
  const listed = (attachment?: Record<string, unknown>) => {
    const attachments = attachment === undefined ? undefined : { data: [attachment] };
    return toListed(post.parse({ id: `${PAGE}_1`, message: 'Fresh  bread', created_time, attachments }));
  };

  test.each([
    [undefined, 0],
    [{ media_type: 'link' }, 0],
    [{ media_type: 'share' }, 0],
    [{ media_type: 'photo' }, 1],
    [{ media_type: 'video' }, 1],
    [{ media_type: 'album', subattachments: { data: [{}, {}, {}] } }, 3],
    [{ media_type: 'album' }, undefined],
    [{ media_type: 'event' }, undefined],
  ])('%j has %s media', (given, count) => expect(listed(given).mediaCount).toBe(count));

  test('match by text and media, stories by media alone', () => {
    expect(isSamePost(content([]), listed())).toBe(true);
    expect(isSamePost(content([IMAGE]), listed())).toBe(false);
    expect(isSamePost(content([], {}, 'Old bread'), listed())).toBe(false);
    const told = storyToListed(story.parse({ post_id: '12', creation_time: '1772300000', media_type: 'photo' }));
    expect(told).toEqual({ platformId: '12', text: '', createdAt: new Date(1772300000_000), mediaCount: 1 });
    expect(isSamePost(content([IMAGE], { content_type: 'stories' }), told)).toBe(true);
  });

  test('a reel has the time of its creation, not of its last change', () => {
    const told = { id: '1192', description: 'Fresh bread', updated_time: '2026-03-01T13:00:00+0000' };
    expect(reelToListed(reel.parse({ ...told, created_time }))).toMatchObject({
      platformId: '1192',
      permalink: 'https://www.facebook.com/reel/1192',
      createdAt: new Date(created_time),
    });
    expect(reelToListed(reel.parse(told)).createdAt).toEqual(new Date('2026-03-01T13:00:00Z'));
  });
});

test('comments', () => {
  const raw = {
    id: '1_2',
    message: 'Great post!',
    from: { name: 'Jane Smith', id: '736', picture: { data: { url: 'https://p.test/j.jpg' } } },
    created_time: '2026-03-01T13:00:00+0000',
    like_count: 2,
    comment_count: 1,
    is_hidden: false,
  };
  const told = (more: Record<string, unknown> = {}) =>
    toComment(comment.parse({ ...raw, ...more }), raw, { platformPostId: `${PAGE}_1`, parentId: undefined }, ACCOUNT);
  expect(told()).toEqual({
    platformId: '1_2',
    platformPostId: `${PAGE}_1`,
    author: { id: '736', name: 'Jane Smith', avatarUrl: 'https://p.test/j.jpg' },
    text: 'Great post!',
    createdAt: new Date('2026-03-01T13:00:00Z'),
    isOwner: false,
    likeCount: 2,
    replyCount: 1,
    isHidden: false,
    raw,
  });
  expect(told({ from: { id: PAGE, name: 'Acme' } })).toMatchObject({ isOwner: true });
  expect(told({ from: undefined, message: undefined })).toMatchObject({ author: { id: 'unknown' }, text: '' });
});

test.each([
  [undefined, 'https://www.facebook.com/1_2'],
  ['', 'https://www.facebook.com/1_2'],
  ['/watch/?v=1192', 'https://www.facebook.com/watch/?v=1192'],
  ['https://www.facebook.com/1/posts/2', 'https://www.facebook.com/1/posts/2'],
])('the address of a post, given %j', (permalink, address) => expect(addressOf('1_2', permalink)).toBe(address));

test.each([
  ['https://www.facebook.com/reel/1192', '1192'],
  ['https://www.facebook.com/reel/1192/?s=1', '1192'],
  ['/reel/1192/', '1192'],
  ['https://www.facebook.com/1/posts/2', undefined],
  ['https://elsewhere.test/reel/1192', undefined],
  [undefined, undefined],
])('the reel at %j', (permalink, id) => expect(reelAt(permalink)).toBe(id));

test('a profile, with or without a username', () => {
  const wire = {
    id: PAGE,
    name: 'Acme Bakery',
    username: 'acmebakery',
    link: 'https://www.facebook.com/acmebakery',
    picture: { data: { url: 'https://p.test/x.jpg' } },
    followers_count: 12,
  };
  expect(toProfile(profile.parse(wire))).toEqual({
    platformId: PAGE,
    username: 'acmebakery',
    name: 'Acme Bakery',
    pictureUrl: 'https://p.test/x.jpg',
    metadata: { link: 'https://www.facebook.com/acmebakery', followers_count: 12 },
  });
  expect(toProfile(profile.parse({ ...wire, username: undefined })).username).toBe(PAGE);
});
