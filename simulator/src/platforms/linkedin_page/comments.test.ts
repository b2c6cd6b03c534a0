import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AsAccount, asAccount, encoded, type Json, PlatformSimulator } from '../linkedin/testing.ts';
import { linkedinPage } from './index.ts';

const simulator = new PlatformSimulator(linkedinPage);
let page: AsAccount;
let post: string;

beforeAll(async () => {
  await simulator.start();
  page = await asAccount(simulator, 'linkedin_page', 'acme');
  post = await page.post('Comment here');
});
afterAll(() => simulator.close());

const commentsOf = async (urn: string): Promise<Json[]> =>
  (await page.get(`socialActions/${encoded(urn)}/comments?start=0&count=100`)).body.elements;

function reply(urn: string, text: string, more: object = {}) {
  const body = { actor: page.urn, object: urn, message: { text }, ...more };
  return page.do(`socialActions/${encoded(urn)}/comments`, body);
}

/** Address of a comment: `socialActions/{activity}/comments/{id}`. */
function addressOf(commentUrn: string): string {
  const [, activity = '', id = ''] = /\((.+),(\d+)\)/.exec(commentUrn) ?? [];
  return `socialActions/${encoded(activity)}/comments/${id}`;
}

describe('comments', () => {
  test('comments of visitors are listed under every name of the post, without their author', async () => {
    const made = await page.act('comment', 'Nice', { post_id: post, username: 'kim' });
    const [comment] = await commentsOf(post);
    expect(comment).toMatchObject({ commentUrn: made.platform_id, message: { text: 'Nice' } });
    expect(comment.commentUrn).toBe(`urn:li:comment:(${comment.object},${comment.id})`);
    expect(await commentsOf(comment.object)).toHaveLength(1);
    const person = await page.get(`people/(id:${encoded(comment.actor.split(':')[3])})`);
    expect(person.body).toMatchObject({ localizedFirstName: 'Kim' });
    expect((await page.get(`socialActions/${post}/comments`)).status).toBe(400);
  });

  test('are answered, in two levels', async () => {
    const { platform_id: top } = await page.act('comment', 'A question', { post_id: post });
    const [activity = ''] = /urn:li:activity:\d+/.exec(top) ?? [];
    const seen = await reply(activity, 'An answer', { parentComment: top });
    expect(seen.status).toBe(201);
    expect(seen.body).toMatchObject({ actor: page.urn, parentComment: top, id: seen.headers.get('x-restli-id') });
    const below = await page.act('comment', 'Thanks', { parent_id: seen.body.commentUrn });
    expect((await commentsOf(top)).map(({ commentUrn }) => commentUrn)).toEqual([
      seen.body.commentUrn,
      below.platform_id,
    ]);
    const onTop = (await commentsOf(post)).find(({ commentUrn }) => commentUrn === top);
    expect(onTop.commentsSummary).toMatchObject({ totalFirstLevelComments: 2, aggregatedTotalComments: 2 });
    const [entry] = (await simulator.ledger(`account=${page.id}&kind=reply`)).slice(-1);
    expect(entry).toMatchObject({ platform_id: seen.body.commentUrn, in_reply_to: top, operation: 'reply' });
  });

  test('comments of the page name the post that they answer, and are rejected when too long or foreign', async () => {
    const seen = await reply(post, 'First');
    const [entry] = (await simulator.ledger(`account=${page.id}&kind=reply`)).slice(-1);
    expect(entry).toMatchObject({ platform_id: seen.body.commentUrn, in_reply_to: post });
    expect((await reply(post, 'x'.repeat(1251))).body.code).toBe('FIELD_LENGTH_TOO_LONG');
    expect((await reply(post, 'x', { actor: 'urn:li:organization:1' })).status).toBe(403);
    expect((await reply('urn:li:share:1', 'x')).status).toBe(404);
  });

  test('are deleted by the page', async () => {
    const { platform_id: other } = await page.act('comment', 'Spam', { post_id: post });
    const path = `${addressOf(other)}?actor=${encoded(page.urn)}`;
    expect((await page.delete(path)).status).toBe(204);
    expect((await page.delete(path)).status).toBe(404);
  });

  test('come late to lists when a fault says so', async () => {
    await simulator.fault({ platform: 'linkedin_page', kind: 'delayed_visibility', seconds: 60 });
    const { platform_id } = await page.act('comment', 'Late', { post_id: post });
    const isListed = async () => (await commentsOf(post)).some(({ commentUrn }) => commentUrn === platform_id);
    expect(await isListed()).toBe(false);
    await simulator.advance(61);
    expect(await isListed()).toBe(true);
  });
});
