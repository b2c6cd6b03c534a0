import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkedin } from '../index.ts';
import { type AsAccount, asAccount, encoded, PlatformSimulator } from '../testing.ts';

const simulator = new PlatformSimulator(linkedin);
let me: AsAccount;

beforeAll(async () => {
  await simulator.start();
  me = await asAccount(simulator, 'linkedin');
});
afterAll(() => simulator.close());

describe('headers of a call', () => {
  test.each([
    [{ 'linkedin-version': '' }, 400, 'VERSION_MISSING'],
    [{ 'linkedin-version': '20240101' }, 426, 'NONEXISTENT_VERSION'],
    [{ 'linkedin-version': '202401' }, 426, 'NONEXISTENT_VERSION'],
    [{ authorization: 'Bearer no' }, 401, 'INVALID_ACCESS_TOKEN'],
  ])('%j is rejected with %i', async (headers, status, code) => {
    const seen = await me.call('POST', 'api/rest/posts', me.draft('Hello'), headers);
    expect(seen).toMatchObject({ status, body: { status, code } });
  });
});

describe('a post', () => {
  test('answers 201 without a body and with its URN, and is in the ledger as people read it', async () => {
    const seen = await me.do(
      'posts',
      me.draft('Hi \\(all\\) {hashtag|\\#|bread} #fresh @[Acme](urn:li:organization:1)'),
    );
    expect([seen.status, seen.body]).toEqual([201, '']);
    const urn = seen.headers.get('x-restli-id') ?? '';
    expect(urn).toMatch(/^urn:li:share:\d{19}$/);
    const [entry] = await simulator.ledger(`account=${me.id}&kind=post`);
    expect(entry).toMatchObject({ platform_id: urn, text: 'Hi (all) #bread #fresh Acme', operation: 'publish' });
  });

  test('is cut where a parenthesis has no backslash', async () => {
    const urn = await me.post('Before (after)');
    const entries = await simulator.ledger(`account=${me.id}`);
    expect(entries.find(({ platform_id }) => platform_id === urn)?.text).toBe('Before ');
  });

  test('with the text of a living one is a duplicate, which is named', async () => {
    const urn = await me.post('Twice');
    const again = await me.do('posts', me.draft('Twice'));
    expect(again).toMatchObject({ status: 422, body: { code: 'DUPLICATE_POST' } });
    expect(again.body.message).toBe(`Content is a duplicate of ${urn}`);
    await me.delete(`posts/${encoded(urn)}`);
    expect(await me.post('Twice')).not.toBe(urn);
    await simulator.settings({ duplicate_rules: false });
    expect((await me.do('posts', me.draft('Twice'))).status).toBe(201);
    await simulator.settings({ duplicate_rules: true });
  });

  test.each([
    ['no author', { author: undefined }, 400, 'MISSING_FIELD'],
    ['no visibility', { visibility: undefined }, 400, 'MISSING_FIELD'],
    ['an unknown visibility', { visibility: 'SECRET' }, 400, 'ILLEGAL_ARGUMENT'],
    ['an unknown field', { colour: 'red' }, 400, 'ILLEGAL_ARGUMENT'],
    ['an author that is no URN', { author: 'me' }, 400, 'INVALID_URN_TYPE'],
    ['another author', { author: 'urn:li:person:other' }, 403, 'ACCESS_DENIED'],
    ['an organization', { author: 'urn:li:organization:1' }, 403, 'ACCESS_DENIED'],
    ['too long a text', { commentary: 'x'.repeat(3001) }, 400, 'FIELD_LENGTH_TOO_LONG'],
    ['two kinds of content', { content: { media: {}, article: {} } }, 400, 'ILLEGAL_ARGUMENT'],
    ['an article without a title', { content: { article: { source: 'https://a.example' } } }, 400, 'MISSING_FIELD'],
    ['an unknown image', { content: { media: { id: 'urn:li:image:1' } } }, 400, 'ILLEGAL_ARGUMENT'],
    ['an image of another type', { content: { media: { id: 'urn:li:audio:1' } } }, 400, 'INVALID_URN_TYPE'],
  ])('with %s is rejected', async (_name, more, status, code) => {
    expect(await me.do('posts', me.draft('Rejected', more))).toMatchObject({ status, body: { code } });
  });

  test('with 3000 signs and their backslashes is taken', async () => {
    expect(await me.post('\\('.repeat(3000))).toMatch(/^urn:li:share:/);
  });

  test('takes articles and polls', async () => {
    const article = { source: 'https://acme.example/x', title: 'T', description: 'D', thumbnail: await me.image() };
    expect(await me.post('Read', { content: { article } })).toMatch(/^urn:li:share:/);
    const options = [{ text: 'A' }, { text: 'B' }];
    const poll = { question: 'Q?', options, settings: { duration: 'THREE_DAYS' } };
    const urn = await me.post('Vote', { content: { poll } });
    expect(urn).toMatch(/^urn:li:ugcPost:/);
    const patch = { patch: { $set: { commentary: 'no' } } };
    expect((await me.do(`posts/${encoded(urn)}`, patch, 'PARTIAL_UPDATE')).status).toBe(400);
    const wrong = { ...poll, settings: { duration: 'ONE_WEEK' } };
    expect((await me.do('posts', me.draft('Vote 2', { content: { poll: wrong } }))).status).toBe(400);
  });

  test('is edited by PARTIAL_UPDATE and deleted once or twice', async () => {
    const urn = await me.post('Old');
    const path = `posts/${encoded(urn)}`;
    const patch = { patch: { $set: { commentary: 'New' } } };
    expect((await me.do(path, patch)).status).toBe(400);
    expect((await me.do(path, patch, 'PARTIAL_UPDATE')).status).toBe(204);
    expect((await simulator.ledger(`account=${me.id}&kind=edit`))[0]).toMatchObject({ platform_id: urn, text: 'New' });
    const other = { patch: { $set: { visibility: 'CONNECTIONS' } } };
    expect((await me.do(path, other, 'PARTIAL_UPDATE')).status).toBe(400);
    expect((await me.delete(path)).status).toBe(204);
    expect((await me.delete(path)).status).toBe(204);
    expect(await simulator.ledger(`account=${me.id}&kind=delete`)).toHaveLength(2);
    expect((await me.do(path, patch, 'PARTIAL_UPDATE')).status).toBe(404);
  });

  test('is not readable for most apps of members', async () => {
    const urn = await me.post('Mine');
    expect(await me.get(`posts/${encoded(urn)}`)).toMatchObject({ status: 403, body: { serviceErrorCode: 100 } });
    expect((await me.get(`posts?q=author&author=${encoded(me.urn)}`)).status).toBe(403);
    expect((await me.get(`socialActions/${encoded(urn)}/comments`)).status).toBe(403);
  });
});

describe('faults', () => {
  test('a throttle names no time of its own but that of the fault', async () => {
    await simulator.fault({ platform: 'linkedin', operation: 'publish', kind: 'throttle', retry_after_seconds: 7 });
    const seen = await me.do('posts', me.draft('Slow'));
    expect(seen).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
    expect(seen.headers.get('retry-after')).toBe('7');
  });

  test('the 151st post of a day is rejected without a time, unless limits are off', async () => {
    const busy = await asAccount(simulator, 'linkedin');
    for (let number = 0; number < 150; number += 1) await busy.post(`Post ${number}`);
    const seen = await busy.do('posts', busy.draft('One more'));
    expect([seen.status, seen.headers.get('retry-after')]).toEqual([429, null]);
    await simulator.settings({ rate_limits: false });
    expect((await busy.do('posts', busy.draft('One more'))).status).toBe(201);
    await simulator.settings({ rate_limits: true });
    await simulator.advance(86_400);
    expect((await busy.do('posts', busy.draft('Next day'))).status).toBe(201);
  });

  test('accepted posts are there after a restart', async () => {
    await simulator.fault({ platform: 'linkedin', operation: 'publish', kind: 'accept_drop' });
    await expect(me.post('Lost answer')).rejects.toThrow();
    await simulator.restart();
    const again = await me.do('posts', me.draft('Lost answer'));
    const [entry] = (await simulator.ledger(`account=${me.id}&kind=post`)).filter(({ text }) => text === 'Lost answer');
    expect(again.body.message).toBe(`Content is a duplicate of ${entry?.platform_id}`);
  });
});
