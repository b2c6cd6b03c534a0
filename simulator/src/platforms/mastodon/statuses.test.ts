import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MadeAccount, TestSimulator } from '../../core/testing.ts';
import { clientOf, type Status } from './testing.ts';

type Page = { headers: Headers; body: Status[] };

const simulator = new TestSimulator();
let account: MadeAccount;
let api: ReturnType<typeof clientOf>;

beforeAll(async () => {
  await simulator.start();
  await simulator.settings({ rate_limits: false });
  account = await simulator.account('mastodon', { username: 'acme' });
  api = clientOf(simulator, account);
});
afterAll(() => simulator.close());

describe('posting', () => {
  test('a status is in the ledger, can be read and is listed', async () => {
    const made = await api.post('Hello https://a.example #News');
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({
      visibility: 'public',
      in_reply_to_id: null,
      account: { id: account.platform_id, acct: 'acme' },
    });
    expect(made.body.content).toMatch(/^<p>Hello <a href="https:\/\/a\.example"/);
    const ledger = await simulator.ledger(`platform=mastodon&account=${account.platform_id}`);
    expect(ledger.at(-1)).toMatchObject({
      kind: 'post',
      platform_id: made.body.id,
      text: 'Hello https://a.example #News',
      operation: 'publish',
    });
    const listed = await api.get<Status[]>(`/api/v1/accounts/${account.platform_id}/statuses`);
    expect(listed.body[0]?.id).toBe(made.body.id);
    expect((await api.get<Status>(`/api/v1/statuses/${made.body.id}`)).body.content).toBe(made.body.content);
  });

  test('forms are taken like JSON', async () => {
    const form = new URLSearchParams([
      ['status', 'From a form'],
      ['visibility', 'unlisted'],
      ['poll[options][]', 'A'],
      ['poll[options][]', 'B'],
      ['poll[expires_in]', '3600'],
    ]);
    const { body } = await api.call<Status & { poll: { options: { title: string }[] } }>(
      'POST',
      '/api/v1/statuses',
      form,
    );
    expect(body).toMatchObject({ content: '<p>From a form</p>', visibility: 'unlisted' });
    expect(body.poll.options.map(({ title }) => title)).toEqual(['A', 'B']);
  });

  test('the same Idempotency-Key gives the first status for an hour, per account', async () => {
    const key = { 'idempotency-key': 'k-1' };
    const first = await api.call('POST', '/api/v1/statuses', { status: 'Once' }, key);
    const again = await api.call('POST', '/api/v1/statuses', { status: 'Once' }, key);
    expect(again.body.id).toBe(first.body.id);
    const other = clientOf(simulator, await simulator.account('mastodon'));
    expect((await other.call('POST', '/api/v1/statuses', { status: 'Once' }, key)).body.id).not.toBe(first.body.id);
    expect((await simulator.ledger()).filter(({ platform_id }) => platform_id === first.body.id)).toMatchObject([
      { key: 'k-1' },
    ]);
    await simulator.advance(3601);
    expect((await api.call('POST', '/api/v1/statuses', { status: 'Once' }, key)).body.id).not.toBe(first.body.id);
  });

  test('200 requests at once under one key make one status', async () => {
    const key = { 'idempotency-key': 'k-many' };
    const responses = await Promise.all(
      Array.from({ length: 200 }, () => api.call('POST', '/api/v1/statuses', { status: 'Many' }, key)),
    );
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect((await simulator.ledger()).filter((entry) => entry.key === 'k-many')).toHaveLength(1);
  });

  test.each([
    [{ status: ' ' }, 422, "Validation failed: Text can't be blank"],
    [{ status: 'x'.repeat(501) }, 422, 'Validation failed: Text character limit of 500 exceeded'],
    [{ status: 'x', in_reply_to_id: '1' }, 404, 'The post you are trying to reply to does not appear to exist.'],
    [{ status: 'x', media_ids: ['1'] }, 422, 'Media 1 not found or already attached to another post'],
    [{ status: 'x', visibility: 'nobody' }, 422, 'Validation failed: Visibility is not included in the list'],
    [
      { status: 'x', poll: { options: ['A'], expires_in: 3600 } },
      422,
      'Validation failed: Poll options must have more than one item',
    ],
  ])('%o is rejected with %i', async (body, status, error) => {
    expect(await api.call('POST', '/api/v1/statuses', body)).toMatchObject({ status, body: { error } });
  });

  test('an address counts 23 characters, the domain of a mention none, an emoji family one', async () => {
    const text = `${'x'.repeat(500 - 23 - 1 - 5 - 1 - 1 - 1)} https://a.example/${'y'.repeat(200)} @jane@friends.example 👨‍👩‍👧`;
    expect((await api.post(text)).status).toBe(200);
    expect((await api.post(`${text}z`)).status).toBe(422);
  });

  test('a broken JSON body is 400', async () => {
    const response = await fetch(`${simulator.url}/mastodon/api/v1/statuses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.tokens.access_token}`, 'content-type': 'application/json' },
      body: '{"status":',
    });
    expect(response.status).toBe(400);
  });
});

describe('afterwards', () => {
  test('a reply stands in the context of the post', async () => {
    const post = await api.post('A post to talk about');
    const { platform_id } = await simulator.visitor({
      platform: 'mastodon',
      account: account.platform_id,
      action: 'comment',
      post_id: post.body.id,
      text: 'Nice',
      username: 'jane',
    });
    const reply = await api.post('@jane@friends.example thanks', { in_reply_to_id: platform_id });
    expect(reply.body.mentions).toMatchObject([{ acct: 'jane@friends.example' }]);
    const { body } = await api.get<{ ancestors: Status[]; descendants: Status[] }>(
      `/api/v1/statuses/${post.body.id}/context`,
    );
    expect(body.descendants.map(({ id }) => id)).toEqual([platform_id, reply.body.id]);
    const below = await api.get<{ ancestors: Status[]; descendants: Status[] }>(
      `/api/v1/statuses/${reply.body.id}/context`,
    );
    expect(below.body.ancestors.map(({ id }) => id)).toEqual([post.body.id, platform_id]);
    expect((await api.get<Status>(`/api/v1/statuses/${post.body.id}`)).body.replies_count).toBe(1);
    expect((await simulator.ledger('kind=reply')).at(-1)).toMatchObject({
      in_reply_to: platform_id,
      operation: 'reply',
    });
  });

  test('edit keeps the history, delete gives the text back', async () => {
    const { body } = await api.post('First');
    const edited = await api.call<Status & { edited_at: string }>('PUT', `/api/v1/statuses/${body.id}`, {
      status: 'Second',
    });
    expect(edited.body).toMatchObject({ content: '<p>Second</p>', edited_at: expect.any(String) });
    const history = await api.get<{ content: string }[]>(`/api/v1/statuses/${body.id}/history`);
    expect(history.body.map(({ content }) => content)).toEqual(['<p>First</p>', '<p>Second</p>']);
    expect((await api.get(`/api/v1/statuses/${body.id}/source`)).body).toMatchObject({ text: 'Second' });
    expect((await api.call('DELETE', `/api/v1/statuses/${body.id}`)).body).toMatchObject({ text: 'Second' });
    expect(await api.get(`/api/v1/statuses/${body.id}`)).toMatchObject({
      status: 404,
      body: { error: 'Record not found' },
    });
    expect((await simulator.ledger()).slice(-2).map(({ kind }) => kind)).toEqual(['edit', 'delete']);
  });

  test('the next part of an own thread is published, and deleted, as a post', async () => {
    const root = await api.post('Part one');
    const part = await api.post('Part two', { in_reply_to_id: root.body.id });
    await api.call('DELETE', `/api/v1/statuses/${part.body.id}`);
    expect((await simulator.ledger()).slice(-2)).toMatchObject([
      { kind: 'post', operation: 'publish', platform_id: part.body.id, in_reply_to: root.body.id },
      { kind: 'delete', operation: 'delete_post', platform_id: part.body.id },
    ]);
  });

  test('an edit drops what it does not say again, and is none when it changes nothing', async () => {
    const form = new FormData();
    form.set('description', 'A sample');
    form.set('file', await (await fetch(`${simulator.url}/files/sample.jpg`)).blob(), 'sample.jpg');
    const media = await api.call<{ id: string }>('POST', '/api/v2/media', form);
    const whole = { media_ids: [media.body.id], spoiler_text: 'Careful', language: 'de' };
    const { body } = await api.post('First', whole);
    const edit = (fields: object) => api.call<object>('PUT', `/api/v1/statuses/${body.id}`, fields);
    const edits = async () => (await simulator.ledger('kind=edit')).filter((entry) => entry.platform_id === body.id);

    expect((await edit({ status: 'First', ...whole })).body).toMatchObject({ edited_at: null });
    expect(await edits()).toEqual([]);
    expect((await edit({ status: 'Second', ...whole })).body).toMatchObject({
      spoiler_text: 'Careful',
      sensitive: true,
      media_attachments: [{ description: 'A sample' }],
    });
    expect((await edit({ status: 'Third' })).body).toMatchObject({
      content: '<p>Third</p>',
      spoiler_text: '',
      sensitive: false,
      language: 'de',
      media_attachments: [],
    });
    expect(await edits()).toHaveLength(2);
  });

  test('visitors favour and boost, each once', async () => {
    const { body } = await api.post('To be liked');
    const requested = { platform: 'mastodon', account: account.platform_id, post_id: body.id };
    for (const username of ['jane', 'jane', 'omar'])
      await simulator.visitor({ ...requested, action: 'like', username });
    await simulator.visitor({ ...requested, action: 'share' });
    expect((await api.get<Status>(`/api/v1/statuses/${body.id}`)).body).toMatchObject({
      favourites_count: 2,
      reblogs_count: 1,
      favourited: false,
    });
  });

  test("somebody else's status can be neither edited nor deleted", async () => {
    const { body } = await api.post('Mine');
    const other = clientOf(simulator, await simulator.account('mastodon'));
    expect((await other.call('PUT', `/api/v1/statuses/${body.id}`, { status: 'Yours' })).status).toBe(404);
    expect((await other.call('DELETE', `/api/v1/statuses/${body.id}`)).status).toBe(404);
  });

  test('favourite and unfavourite', async () => {
    const { body } = await api.post('Likeable');
    expect((await api.call('POST', `/api/v1/statuses/${body.id}/favourite`)).body).toMatchObject({
      favourited: true,
      favourites_count: 1,
    });
    expect((await api.call('POST', `/api/v1/statuses/${body.id}/favourite`)).body).toMatchObject({
      favourites_count: 1,
    });
    expect((await api.call('POST', `/api/v1/statuses/${body.id}/unfavourite`)).body).toMatchObject({
      favourited: false,
      favourites_count: 0,
    });
  });

  test('own statuses are paged by the Link header, newest first', async () => {
    const poster = clientOf(simulator, await simulator.account('mastodon', { username: 'pager' }));
    const me = (await poster.get<{ id: string }>('/api/v1/accounts/verify_credentials')).body.id;
    const ids: string[] = [];
    for (let number = 0; number < 7; number += 1) ids.unshift((await poster.post(`Post ${number}`)).body.id);
    const seen: string[] = [];
    let path: string | undefined = `/api/v1/accounts/${me}/statuses?limit=3`;
    while (path) {
      const page: Page = await poster.get<Status[]>(path);
      seen.push(...page.body.map(({ id }) => id));
      path = /<[^>]*\/mastodon([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(ids);
    const after = await poster.get<Status[]>(`/api/v1/accounts/${me}/statuses?limit=2&min_id=${ids[6]}`);
    expect(after.body.map(({ id }) => id)).toEqual([ids[4], ids[5]]);
  });
});

test('everything is still there after a restart', async () => {
  const { body } = await api.post('To stay');
  await simulator.restart();
  expect((await api.get<Status>(`/api/v1/statuses/${body.id}`)).body.content).toBe('<p>To stay</p>');
  expect((await simulator.ledger()).at(-1)).toMatchObject({ platform_id: body.id, text: 'To stay' });
});
