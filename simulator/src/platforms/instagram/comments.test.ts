import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TestInstagram, TestSimulator } from './testing.ts';

let simulator: TestSimulator;
let instagram: TestInstagram;
let post: string;

beforeAll(async () => {
  simulator = await new TestSimulator().start();
  instagram = await TestInstagram.make(simulator, 'acme');
});
beforeEach(async () => {
  post = await instagram.publish();
});
afterAll(() => simulator.close());

const full = 'id,text,timestamp,username,from,like_count,hidden,parent_id,media{id},user';
const comment = (text: string, more: Record<string, string> = {}) =>
  instagram.comment(text, { post_id: post, ...more });
const ids = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

describe('reading', () => {
  test('comments newest first, with defaults, chosen fields and nested replies', async () => {
    const first = await comment('Beautiful!', { username: 'jane' });
    const second = await comment('Häßlich ☃', { username: 'kim' });
    const reply = await instagram.post(`${first.platform_id}/replies`, { message: '@jane thanks' });
    const response = await comment('Welcome', { parent_id: first.platform_id, username: 'kim' });

    expect((await instagram.get(`${post}/comments`)).body.data).toEqual([
      { id: second.platform_id, text: 'Häßlich ☃', timestamp: expect.stringMatching(/\+0000$/) },
      { id: first.platform_id, text: 'Beautiful!', timestamp: expect.any(String) },
    ]);

    const fields = `${full},replies{id,text,username,from,parent_id}`;
    const { body } = await instagram.get(`${post}/comments`, { fields, limit: 50 });
    expect(body.data[1]).toEqual({
      id: first.platform_id,
      text: 'Beautiful!',
      timestamp: expect.any(String),
      username: 'jane',
      from: { id: expect.stringMatching(/^8\d{14}$/), username: 'jane' },
      like_count: 0,
      hidden: false,
      media: { id: post },
      replies: {
        data: [
          {
            id: reply.body.id,
            text: '@jane thanks',
            username: 'acme',
            from: { id: instagram.id, username: 'acme' },
            parent_id: first.platform_id,
          },
          expect.objectContaining({ id: response.platform_id, username: 'kim' }),
        ],
        paging: expect.any(Object),
      },
    });
    expect(body.data[0]).not.toHaveProperty('replies');
    expect((await instagram.get(reply.body.id, { fields: 'user,parent_id' })).body).toEqual({
      id: reply.body.id,
      user: { id: instagram.id },
      parent_id: first.platform_id,
    });
    expect((await instagram.get(post, { fields: 'comments_count,comments.limit(1){text}' })).body).toMatchObject({
      comments_count: 4,
      comments: { data: [{ text: 'Häßlich ☃' }] },
    });
  });

  test('pages of at most 50, which outlive the comment that a cursor points to', async () => {
    const made: string[] = [];
    for (let number = 0; number < 52; number += 1) made.unshift((await comment(`n${number}`)).platform_id);
    const first = await instagram.get(`${post}/comments`, { limit: 100 });
    expect(ids(first.body)).toEqual(made.slice(0, 50));
    await instagram.delete(made[49] as string);
    const rest = await instagram.follow(first.body.paging.next);
    expect(ids(rest.body)).toEqual(made.slice(50));
    expect(rest.body.paging.next).toBeUndefined();
  });

  test('nested and direct replies are paged, oldest first', async () => {
    const { platform_id } = await comment('Question');
    const replies: string[] = [];
    for (let number = 0; number < 3; number += 1)
      replies.push((await comment(`a${number}`, { parent_id: platform_id })).platform_id);
    const { body } = await instagram.get(platform_id, { fields: 'replies.limit(2){text}' });
    expect(ids(body.replies)).toEqual(replies.slice(0, 2));
    expect((await instagram.follow(body.replies.paging.next)).body.data).toEqual([{ id: replies[2], text: 'a2' }]);
    expect(ids((await instagram.get(`${platform_id}/replies`, { limit: 2 })).body)).toEqual(replies.slice(0, 2));
  });

  test('not of another account', async () => {
    const { platform_id } = await comment('Mine');
    const other = await TestInstagram.make(simulator);
    for (const path of [`${post}/comments`, platform_id, `${platform_id}/replies`])
      expect((await other.get(path)).body.error).toMatchObject({ code: 100, error_subcode: 33 });
  });
});

describe('writing', () => {
  test('a comment and a reply; a reply to a reply goes to its parent', async () => {
    const own = await instagram.post(`${post}/comments`, { message: 'First!' });
    expect(own.body).toEqual({ id: expect.stringMatching(/^178\d{14}$/) });
    const { platform_id } = await comment('Why?');
    const below = await comment('Indeed', { parent_id: platform_id });
    const reply = await instagram.post(`${below.platform_id}/replies`, { message: 'Because' });
    expect((await instagram.get(reply.body.id, { fields: 'parent_id' })).body.parent_id).toBe(platform_id);
    expect((await simulator.ledger(`account=${instagram.id}&kind=reply`)).slice(-2)).toMatchObject([
      { platform_id: own.body.id, text: 'First!', in_reply_to: post, operation: 'reply' },
      { platform_id: reply.body.id, text: 'Because', in_reply_to: below.platform_id, operation: 'reply' },
    ]);
  });

  test('nothing said, too much said, nowhere', async () => {
    const code = async (path: string, message: string) => (await instagram.post(path, { message })).body.error?.code;
    expect(await code(`${post}/comments`, ' ')).toBe(100);
    expect(await code(`${post}/comments`, 'x'.repeat(2201))).toBe(100);
    expect(await code('17900000000000000/comments', 'x')).toBe(100);
    expect(await code('17800000000000000/replies', 'x')).toBe(100);
  });

  test('hide, unhide, delete', async () => {
    const { platform_id } = await comment('Spam');
    const hidden = async () => (await instagram.get(platform_id, { fields: 'hidden' })).body.hidden;
    expect((await instagram.post(`${platform_id}?hide=true`)).body).toEqual({ success: true });
    expect(await hidden()).toBe(true);
    expect((await instagram.post(`${platform_id}/replies`, { message: 'x' })).body.error.code).toBe(100);
    await instagram.post(platform_id, { hide: false });
    expect(await hidden()).toBe(false);

    const below = await comment('More', { parent_id: platform_id });
    expect((await instagram.delete(platform_id)).body).toEqual({ success: true });
    for (const gone of [platform_id, below.platform_id])
      expect((await instagram.get(gone)).body.error).toMatchObject({ code: 100, error_subcode: 33 });
    const kinds = (await simulator.ledger(`account=${instagram.id}`)).slice(-3).map(({ kind }) => kind);
    expect(kinds).toEqual(['hide', 'unhide', 'delete']);
  });

  test('own comments cannot be hidden', async () => {
    const { body } = await instagram.post(`${post}/comments`, { message: 'Mine' });
    expect((await instagram.post(body.id, { hide: true })).body.error.code).toBe(100);
    expect((await instagram.delete(body.id)).body.success).toBe(true);
  });

  test('delayed visibility of a reply', async () => {
    const { platform_id } = await comment('Slow?');
    await simulator.fault({ platform: 'instagram', operation: 'reply', kind: 'delayed_visibility', seconds: 30 });
    const { body } = await instagram.post(`${platform_id}/replies`, { message: 'Yes' });
    expect((await instagram.get(`${platform_id}/replies`)).body.data).toEqual([]);
    expect((await instagram.get(body.id)).body.text).toBe('Yes');
    await simulator.advance(30);
    expect(ids((await instagram.get(`${platform_id}/replies`)).body)).toEqual([body.id]);
  });
});

describe('strangers', () => {
  test('comment on the newest post unless told otherwise, always under the same id', async () => {
    const first = await instagram.comment('Hi');
    const again = await instagram.comment('Again');
    const from = async (id: string) => (await instagram.get(id, { fields: 'from,media{id}' })).body;
    expect(await from(first.platform_id)).toMatchObject({ media: { id: post } });
    expect((await from(again.platform_id)).from).toEqual((await from(first.platform_id)).from);
  });

  test('not where there is no post, no comment or no place for comments', async () => {
    const other = await TestInstagram.make(simulator);
    await expect(other.comment('Hi')).rejects.toThrow('404');
    await expect(other.comment('Hi', { post_id: post })).rejects.toThrow('404');
    await expect(comment('Hi', { parent_id: '1' })).rejects.toThrow('404');
    await instagram.post(post, { comment_enabled: false });
    await expect(comment('Hi')).rejects.toThrow('409');
  });

  test('may appear late', async () => {
    const fresh = await instagram.publish();
    await simulator.fault({
      kind: 'delayed_visibility',
      account: instagram.id,
      operation: 'list_comments',
      seconds: 30,
    });
    const { platform_id } = await instagram.comment('In a while', { post_id: fresh });
    expect((await instagram.get(`${fresh}/comments`)).body.data).toEqual([]);
    expect((await instagram.get(platform_id)).body.text).toBe('In a while');
    await simulator.advance(31);
    expect(ids((await instagram.get(`${fresh}/comments`)).body)).toEqual([platform_id]);
  });

  test('like and share posts, each once', async () => {
    const fresh = await instagram.publish();
    const options = { platform: 'instagram', account: instagram.id, post_id: fresh };
    for (const username of ['jane', 'jane', 'omar']) await simulator.visitor({ ...options, action: 'like', username });
    await simulator.visitor({ ...options, action: 'share' });
    expect((await instagram.get(fresh, { fields: 'like_count' })).body.like_count).toBe(2);
    const { body } = await instagram.get(`${fresh}/insights`, { metric: 'likes,shares,total_interactions' });
    expect(body.data.map(({ values }: { values: { value: number }[] }) => values[0]?.value)).toEqual([2, 1, 3]);
  });

  test('mention the account elsewhere: readable by id, answered through mentions', async () => {
    const { platform_id, post_id } = (await simulator.visitor({
      platform: 'instagram',
      account: instagram.id,
      action: 'mention',
      text: 'look at this',
    })) as { platform_id: string; username: string; post_id?: string };
    const fields = `mentioned_comment.comment_id(${platform_id}){id,text,username,media{id,permalink}}`;
    const { body } = await instagram.get(instagram.id, { fields });
    expect(body.mentioned_comment).toEqual({
      id: platform_id,
      text: '@acme look at this',
      username: 'jane',
      media: { id: post_id, permalink: expect.stringContaining('https://www.instagram.com/p/') },
    });
    const media = await instagram.get('me', { fields: `mentioned_media.media_id(${post_id}){caption,username}` });
    expect(media.body.mentioned_media).toEqual({ caption: 'A day out', username: 'somebody', id: post_id });
    expect((await simulator.calls('operation=mentions')).length).toBe(2);

    const reply = await instagram.post('me/mentions', {
      media_id: post_id ?? '',
      comment_id: platform_id,
      message: 'Ta',
    });
    expect(reply.body.id).toMatch(/^178/);
    expect((await simulator.ledger()).at(-1)).toMatchObject({ kind: 'reply', in_reply_to: platform_id, text: 'Ta' });
    const wrong = await instagram.get('me', { fields: 'mentioned_comment.comment_id(17800000000000000){id}' });
    expect(wrong.body.error.code).toBe(100);
    expect((await instagram.get(post_id ?? '')).body.error.error_subcode).toBe(33);
  });
});
