import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AsAccount, asAccount, type Json, TestSimulator } from './testing.ts';

const simulator = new TestSimulator();
let acme: AsAccount;
let other: AsAccount;
beforeAll(async () => {
  await simulator.start();
  acme = await asAccount(simulator, 'acme');
  other = await asAccount(simulator, 'other');
});
afterAll(() => simulator.close());

const comment = (text: string, more: Record<string, string> = {}) =>
  simulator.visitor({ platform: 'twitter', account: acme.id, action: 'comment', text, ...more });
const details = (body: Json): string => body.errors?.[0]?.message ?? body.detail;

describe('POST /2/tweets rejects', () => {
  test.each<[string, object, number, RegExp]>([
    ['nothing', {}, 400, /One of text, media/],
    ['blank text', { text: '  ' }, 400, /One of text, media/],
    ['an unknown field', { text: 'x', colour: 'red' }, 400, /'colour' is not defined in the schema/],
    ['a wrong type', { text: 5 }, 400, /\$\.text: integer found, string expected/],
    ['media ids that are no list', { text: 'x', media: { media_ids: '1' } }, 400, /string found, array expected/],
    ['unknown media', { text: 'x', media: { media_ids: ['1'] } }, 400, /Your media IDs are invalid/],
    ['five photos', { text: 'x', media: { media_ids: ['1', '2', '3', '4', '5'] } }, 400, /maximum of 4 items/],
    ['one poll option', { text: 'x', poll: { options: ['a'], duration_minutes: 5 } }, 400, /minimum of 2 items/],
    [
      'a long option',
      { text: 'x', poll: { options: ['a', 'b'.repeat(26)], duration_minutes: 5 } },
      400,
      /25 characters/,
    ],
    ['a short poll', { text: 'x', poll: { options: ['a', 'b'], duration_minutes: 4 } }, 400, /minimum value of 5/],
    [
      'poll and quote',
      { poll: { options: ['a', 'b'], duration_minutes: 5 }, quote_tweet_id: '1' },
      400,
      /mutually exclusive/,
    ],
    ['an unknown quote', { text: 'x', quote_tweet_id: '12' }, 400, /quote_tweet_id/],
    ['a bad reply setting', { text: 'x', reply_settings: 'friends' }, 400, /enumeration/],
    ['an id that is none', { text: 'x', reply: { in_reply_to_tweet_id: 'abc' } }, 400, /regex pattern/],
    ['281 characters', { text: 'x'.repeat(281) }, 403, /too long/],
    ['141 wide characters', { text: 'の'.repeat(141) }, 403, /too long/],
    ['an answer to nothing', { text: 'x', reply: { in_reply_to_tweet_id: '12' } }, 403, /deleted or not visible/],
    ['an edit', { text: 'x', edit_options: { previous_post_id: '12' } }, 403, /not permitted/],
  ])('%s', async (_what, body, status, message) => {
    const seen = await acme.post('/2/tweets', body);
    expect(seen.status).toBe(status);
    expect(details(seen.body)).toMatch(message);
    if (status === 400)
      expect(seen.body).toMatchObject({
        title: 'Invalid Request',
        type: 'https://api.x.com/2/problems/invalid-request',
      });
  });

  test('a broken body, a missing and an unknown token', async () => {
    const url = `${simulator.url}/twitter/api/2/tweets`;
    const headers = { authorization: `Bearer ${acme.token}`, 'content-type': 'application/json' };
    expect((await fetch(url, { method: 'POST', headers, body: '{"text":' })).status).toBe(400);
    expect(
      (await fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status,
    ).toBe(401);
    const wrong = await fetch(url, { method: 'POST', headers: { ...headers, authorization: 'Bearer x' }, body: '{}' });
    expect(await wrong.json()).toEqual({
      title: 'Unauthorized',
      type: 'about:blank',
      status: 401,
      detail: 'Unauthorized',
    });
    expect(wrong.headers.get('x-rate-limit-limit')).toBe('100');
  });

  test('and none of these left anything behind', async () => {
    expect(await simulator.ledger(`account=${acme.id}`)).toEqual([]);
  });
});

test('280 weighted characters, a wide text and 12 links fit', async () => {
  await acme.tweet('y'.repeat(280));
  await acme.tweet('の'.repeat(140));
  await acme.tweet(Array.from({ length: 11 }, (_, n) => `https://acme.com/${'x'.repeat(60)}${n}`).join(' '));
});

describe('the duplicate rule', () => {
  test('compares text, account and place within 24 hours, spaces and media aside', async () => {
    const first = await acme.tweet('Same words');
    expect((await acme.post('/2/tweets', { text: ' Same  words ' })).status).toBe(403);
    await other.tweet('Same words');
    await acme.tweet('Same words', { reply: { in_reply_to_tweet_id: first } });
    await acme.call('DELETE', `/2/tweets/${first}`);
    await acme.tweet('Same words');
    await simulator.advance(24 * 3600 + 1);
    await Promise.all([acme, other].map((each) => refresh(each)));
    await acme.tweet('Same words');
  });

  test('can be switched off', async () => {
    await simulator.settings({ duplicate_rules: false });
    await acme.tweet('Again and again');
    await acme.tweet('Again and again');
    await simulator.settings({ duplicate_rules: true });
  });
});

/** The clock was advanced past the life of the tokens. */
async function refresh(each: AsAccount): Promise<void> {
  const { client_id } = each.account.app;
  const fields = { grant_type: 'refresh_token', refresh_token: each.account.tokens.refresh_token ?? '', client_id };
  each.token = (await each.post('/2/oauth2/token', new URLSearchParams(fields))).body.access_token;
}

describe('deleting', () => {
  test('works for own posts, again too; not for others’ and unknown ones', async () => {
    const id = await acme.tweet('To be deleted');
    expect((await acme.call('DELETE', `/2/tweets/${id}`)).body).toEqual({ data: { deleted: true } });
    expect((await acme.call('DELETE', `/2/tweets/${id}`)).body).toEqual({ data: { deleted: true } });
    expect((await acme.get(`/2/tweets/${id}`)).body.errors).toEqual([
      {
        value: id,
        detail: `Could not find tweet with id: [${id}].`,
        title: 'Not Found Error',
        resource_type: 'tweet',
        parameter: 'id',
        resource_id: id,
        type: 'https://api.x.com/2/problems/resource-not-found',
      },
    ]);
    const theirs = await other.tweet('Mine');
    expect((await acme.call('DELETE', `/2/tweets/${theirs}`)).status).toBe(403);
    expect((await acme.call('DELETE', '/2/tweets/12')).body.errors).toHaveLength(1);
    expect((await acme.call('DELETE', '/2/tweets/x')).status).toBe(400);
  });

  test('of a part of an own thread counts as a post; the page shows it as one', async () => {
    const root = await acme.tweet('Thread, part one');
    const part = await acme.tweet('Thread, part two', { reply: { in_reply_to_tweet_id: root } });
    const state = await simulator.control<Json>('GET', '/state');
    const { posts } = state.platforms.find(({ platform }: Json) => platform === 'twitter');
    expect(posts.map((post: Json) => post.platform_id)).toEqual(expect.arrayContaining([root, part]));
    expect(posts.find((post: Json) => post.platform_id === root).comments).toEqual([]);
    await acme.call('DELETE', `/2/tweets/${part}`);
    const [entry] = (await simulator.ledger(`account=${acme.id}`)).slice(-1);
    expect(entry).toMatchObject({ kind: 'delete', operation: 'delete_post', platform_id: part });
  });

  test('of an answer counts as a comment', async () => {
    const asked = await comment('Answer me');
    const response = await acme.tweet('As you wish', { reply: { in_reply_to_tweet_id: asked.platform_id } });
    await acme.call('DELETE', `/2/tweets/${response}`);
    const [entry] = (await simulator.ledger(`account=${acme.id}`)).slice(-1);
    expect(entry).toMatchObject({ kind: 'delete', operation: 'delete_comment', platform_id: response });
  });
});

test('likes are counted, once each', async () => {
  const id = await other.tweet('Likeable');
  const likes = `/2/users/${acme.id}/likes`;
  await acme.post(likes, { tweet_id: id });
  expect((await acme.post(likes, { tweet_id: id })).body).toEqual({ data: { liked: true } });
  expect((await acme.post(`/2/users/${other.id}/likes`, { tweet_id: id })).status).toBe(400);
  const metrics = async () =>
    (await acme.get(`/2/tweets/${id}`, { 'tweet.fields': 'public_metrics' })).body.data.public_metrics;
  expect(await metrics()).toMatchObject({ like_count: 1, reply_count: 0, quote_count: 0 });
  await acme.call('DELETE', `${likes}/${id}`);
  expect(await metrics()).toMatchObject({ like_count: 0 });
});

test('lookups take several ids, both sets of names, and say what is missing', async () => {
  const id = await acme.tweet('Look me up');
  const { body } = await acme.get('/2/tweets', {
    ids: `${id},12`,
    'post.fields': 'created_at,edit_history_post_ids,referenced_posts',
    expansions: 'referenced_posts.id',
  });
  expect(body.data).toEqual([
    {
      id,
      text: 'Look me up',
      edit_history_tweet_ids: [id],
      created_at: expect.stringMatching(/T\d\d:\d\d:\d\d\.000Z$/),
    },
  ]);
  expect(body.errors).toMatchObject([{ parameter: 'ids', resource_id: '12' }]);
  const wrong = await acme.get('/2/tweets', { ids: 'x', 'tweet.fields': 'mood', colour: 'red' });
  expect(wrong.status).toBe(400);
  expect(wrong.body.errors.map(({ message }: Json) => message)).toEqual([
    'The `ids` query parameter value [x] is not valid',
    expect.stringMatching(/^The `tweet\.fields` query parameter value \[mood\] is not one of \[/),
    expect.stringMatching(/^The query parameter \[colour\] is not one of \[/),
  ]);
});

test('private numbers are for the author', async () => {
  const id = await acme.tweet('How many?');
  const fields = { 'tweet.fields': 'non_public_metrics' };
  expect((await acme.get(`/2/tweets/${id}`, fields)).body.data.non_public_metrics).toBeDefined();
  expect((await other.get(`/2/tweets/${id}`, fields)).body.data.non_public_metrics).toBeUndefined();
});

test('users are found by name', async () => {
  expect((await acme.get('/2/users/by/username/OTHER')).body.data.id).toBe(other.id);
  expect((await acme.get('/2/users/by/username/nobody_12')).body.errors).toHaveLength(1);
});
