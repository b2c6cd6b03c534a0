import { describe, expect, test } from 'vitest';
import type { Content } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Media } from '../../core/session.ts';
import { assertPublishable, childForms, isSamePost, postForm, toComment, toListed, toProfile } from './map.ts';
import { options } from './options.ts';
import { comment, media } from './wire.ts';

const IMAGE: Media = { type: 'image', url: 'https://m.test/a.jpg', altText: 'A loaf' };
const VIDEO: Media = { type: 'video', url: 'https://m.test/a.mp4' };
const ACCOUNT = { id: 'acc_1', platformId: '1784', username: 'acme', metadata: {} };

function content(items: readonly Media[], platformData: Record<string, unknown> = {}, text = 'Hello #bread'): Content {
  return { text, media: items, options: options.parse(platformData) };
}

/** The fields that are sent. */
function sent(form: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
}

describe('containers', () => {
  test('text', () => {
    expect(sent(postForm(content([]), [], {}))).toEqual({ media_type: 'TEXT', text: 'Hello #bread' });
  });

  test('image and video', () => {
    expect(sent(postForm(content([IMAGE]), [], {}))).toEqual({
      media_type: 'IMAGE',
      image_url: IMAGE.url,
      alt_text: 'A loaf',
      text: 'Hello #bread',
    });
    const form = postForm(content([{ ...VIDEO, altText: 'A walk' }], { is_spoiler_media: true }, ''), [], {});
    expect(sent(form)).toEqual({
      media_type: 'VIDEO',
      video_url: VIDEO.url,
      alt_text: 'A walk',
      is_spoiler_media: 'true',
    });
  });

  test('a carousel and its items', () => {
    const post = content([IMAGE, VIDEO], { topic_tag: 'Bread' });
    expect(childForms(post).map(sent)).toEqual([
      { media_type: 'IMAGE', image_url: IMAGE.url, alt_text: 'A loaf', is_carousel_item: 'true' },
      { media_type: 'VIDEO', video_url: VIDEO.url, is_carousel_item: 'true' },
    ]);
    expect(sent(postForm(post, ['1', '2'], {}))).toEqual({
      media_type: 'CAROUSEL',
      children: '1,2',
      text: 'Hello #bread',
      topic_tag: 'Bread',
    });
  });

  test('later parts repeat the audience and not the options of the first part', () => {
    const post = content([], {
      reply_control: 'mentioned_only',
      link_attachment: 'https://acme.example/bread',
      quote_post_id: '179',
      poll_attachment: { option_a: 'Yes', option_b: 'No' },
      location_id: '12',
      allowlisted_country_codes: ['DE', 'AT'],
    });
    expect(sent(postForm(post, [], {}))).toEqual({
      media_type: 'TEXT',
      text: 'Hello #bread',
      reply_control: 'mentioned_only',
      link_attachment: 'https://acme.example/bread',
      quote_post_id: '179',
      poll_attachment: '{"option_a":"Yes","option_b":"No"}',
      location_id: '12',
      allowlisted_country_codes: '["DE","AT"]',
    });
    expect(sent(postForm(post, [], { replyTo: '17' }))).toEqual({
      media_type: 'TEXT',
      text: 'Hello #bread',
      reply_to_id: '17',
      reply_control: 'mentioned_only',
      allowlisted_country_codes: '["DE","AT"]',
    });
  });
});

describe('content without a form on Threads is rejected', () => {
  test.each([
    ['21 items', content(Array(21).fill(IMAGE)), 'media'],
    ['sound', content([{ type: 'audio', url: 'https://m.test/a.mp3' }]), 'media'],
    ['a link beside media', content([IMAGE], { link_attachment: 'https://a.test' }), 'platform_data.link_attachment'],
    [
      'a poll beside media',
      content([VIDEO], { poll_attachment: { option_a: 'a', option_b: 'b' } }),
      'platform_data.poll_attachment',
    ],
    ['an unknown option', { text: 'x', media: [], options: { loud: true } }, 'platform_data'],
  ] as [string, Content, string][])('%s', (_name, post, field) => {
    const attempt = () => assertPublishable(post);
    expect(attempt).toThrow(PlatformError);
    expect(attempt).toThrow(expect.objectContaining({ kind: 'rejected', facts: { field } }));
  });

  test('20 items are not', () => expect(() => assertPublishable(content(Array(20).fill(IMAGE)))).not.toThrow());
});

describe('options', () => {
  test.each([
    [{ reply_control: 'nobody' }],
    [{ link_attachment: 'ftp://a.test' }],
    [{ topic_tag: 'a.b' }],
    [{ topic_tag: 'a&b' }],
    [{ topic_tag: '' }],
    [{ topic_tag: 'a'.repeat(51) }],
    [{ quote_post_id: '../me' }],
    [{ poll_attachment: { option_a: 'only' } }],
    [{ poll_attachment: { option_a: 'a', option_b: 'b', option_d: 'd' } }],
    [{ poll_attachment: { option_a: 'a'.repeat(26), option_b: 'b' } }],
    [{ allowlisted_country_codes: ['Germany'] }],
    [{ visibility: 'public' }],
  ])('%j is rejected', (given) => expect(options.safeParse(given).success).toBe(false));

  test('all documented audiences are accepted', () => {
    for (const reply_control of [
      'everyone',
      'accounts_you_follow',
      'mentioned_only',
      'parent_post_author_only',
      'followers_only',
    ])
      expect(options.safeParse({ reply_control }).success).toBe(true);
  });
});

describe('listed posts', () => {
  const listed = (more: Record<string, unknown>) =>
    toListed(media.parse({ id: '1', timestamp: '2026-03-01T12:00:00+0000', ...more }));

  test.each([
    [{ media_type: 'TEXT_POST' }, 0],
    [{ media_type: 'IMAGE' }, 1],
    [{ media_type: 'VIDEO' }, 1],
    [{ media_type: 'CAROUSEL_ALBUM', children: { data: [{ id: '1' }, { id: '2' }] } }, 2],
    [{ media_type: 'CAROUSEL_ALBUM' }, undefined],
    [{ media_type: 'SOMETHING_NEW' }, undefined],
    [{}, undefined],
  ])('%j has %s media', (given, count) => expect(listed(given).mediaCount).toBe(count));

  test('match by text and media', () => {
    const item = listed({ media_type: 'TEXT_POST', text: 'Hello  bread\n' });
    expect(isSamePost({ text: 'Hello #bread', mediaCount: 0 }, item)).toBe(true);
    expect(isSamePost({ text: 'Hello #bread', mediaCount: 1 }, item)).toBe(false);
    expect(isSamePost({ text: 'Hello', mediaCount: 0 }, item)).toBe(false);
    expect(isSamePost({ text: '', mediaCount: 2 }, listed({ media_type: 'CAROUSEL_ALBUM' }))).toBe(true);
  });
});

describe('comments', () => {
  const raw = {
    id: '11',
    text: 'First',
    username: 'jane',
    timestamp: '2026-03-01T13:00:00+0000',
    replied_to: { id: '10' },
    is_reply_owned_by_me: false,
    hide_status: 'NOT_HUSHED',
  };
  const createdAt = new Date('2026-03-01T13:00:00Z');
  const told = (more: Record<string, unknown> = {}) => {
    const wire = comment.parse({ ...raw, ...more });
    return toComment(wire, raw, { platformPostId: '10', createdAt }, ACCOUNT);
  };

  test('of other people: the name stands for the id', () => {
    expect(told()).toEqual({
      platformId: '11',
      platformPostId: '10',
      author: { id: 'jane', username: 'jane' },
      text: 'First',
      createdAt,
      isOwner: false,
      isHidden: false,
      raw,
    });
  });

  test('of our own, by mark or by name', () => {
    const own = { isOwner: true, author: { id: '1784' } };
    expect(told({ is_reply_owned_by_me: true })).toMatchObject(own);
    expect(told({ username: 'ACME' })).toMatchObject(own);
  });

  test('nested, hidden, without text or a name', () => {
    expect(told({ replied_to: { id: '12' } })).toMatchObject({ parentId: '12' });
    for (const hide_status of ['HIDDEN', 'COVERED', 'BLOCKED', 'RESTRICTED'])
      expect(told({ hide_status })).toMatchObject({ isHidden: true });
    expect(told({ hide_status: 'UNHUSHED' })).toMatchObject({ isHidden: false });
    expect(told({ hide_status: undefined })).not.toHaveProperty('isHidden');
    expect(told({ text: undefined, username: undefined })).toMatchObject({ text: '', author: { id: 'unknown' } });
  });
});

test('a profile', () => {
  const wire = { id: '1784', username: 'acme', name: '', threads_profile_picture_url: 'https://p.test/x.jpg' };
  expect(toProfile({ ...wire, threads_biography: 'Bread.', is_verified: false })).toEqual({
    platformId: '1784',
    username: 'acme',
    name: 'acme',
    pictureUrl: 'https://p.test/x.jpg',
    bio: 'Bread.',
    metadata: { is_verified: false },
  });
});
