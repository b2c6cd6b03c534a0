import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AsLocation, asLocation, newSimulator } from '../testing.ts';

const simulator = newSimulator();
let cafe: AsLocation;
let other: AsLocation;
beforeAll(async () => {
  await simulator.start();
  await simulator.settings({ rate_limits: false });
  cafe = await asLocation(simulator, 'cafe');
  other = await asLocation(simulator, 'other');
});
afterAll(() => simulator.close());

const photo = { mediaFormat: 'PHOTO', sourceUrl: 'https://simulator.test/files/sample.jpg' };
const day = { year: 2026, month: 12, day: 1 };
const event = { title: 'Open day', schedule: { startDate: day, startTime: { hours: 9 }, endDate: day } };
const create = (body: object) => cafe.call('POST', 'business', 'localPosts', { topicType: 'STANDARD', ...body });

describe('POST localPosts', () => {
  test('a text with a photo and a button is live at once, and in the ledger', async () => {
    const callToAction = { actionType: 'LEARN_MORE', url: 'https://acme.example/menu' };
    const post = await cafe.post({ languageCode: 'en-US', summary: 'New menu', callToAction, media: [photo] });
    expect(post).toMatchObject({
      name: expect.stringMatching(new RegExp(`^${cafe.id}/localPosts/\\d+$`)),
      languageCode: 'en-US',
      summary: 'New menu',
      callToAction,
      state: 'LIVE',
      topicType: 'STANDARD',
      searchUrl: expect.stringContaining('https://local.google.com/place?id='),
      media: [{ name: expect.stringContaining('/media/localPosts/AF1'), mediaFormat: 'PHOTO' }],
    });
    expect(post.createTime).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const entries = await simulator.ledger(`platform=google&account=${cafe.id}&kind=post`);
    const media = [{ type: 'image', url: photo.sourceUrl }];
    expect(entries.at(-1)).toMatchObject({ platform_id: post.name, text: 'New menu', media, operation: 'publish' });
  });

  test('events and offers keep what belongs to them; an offer has no button', async () => {
    const made = await cafe.post({ summary: 'Come', topicType: 'EVENT', event });
    expect(made.event.schedule).toEqual({
      startDate: day,
      startTime: { hours: 9, minutes: 0, seconds: 0, nanos: 0 },
      endDate: day,
    });
    const offer = { couponCode: 'WIN20', redeemOnlineUrl: 'https://acme.example/win', termsConditions: 'One each' };
    const callToAction = { actionType: 'CALL' };
    const sale = await cafe.post({ summary: '20% off', topicType: 'OFFER', event, offer, callToAction });
    expect(sale.offer).toEqual(offer);
    expect(sale).not.toHaveProperty('callToAction');
  });

  test('1500 characters, the same twice, and snake_case', async () => {
    const summary = 'é'.repeat(1500);
    const one = await cafe.post({ summary });
    const two = await cafe.post({ language_code: 'en', summary });
    expect(one.name).not.toBe(two.name);
  });

  test.each<[string, object, RegExp]>([
    ['nothing to say', { summary: ' ' }, /summary or media/],
    ['1501 characters', { summary: 'x'.repeat(1501) }, /too long/],
    ['no topic', { summary: 'x', topicType: undefined }, /Topic type/],
    ['an unknown field', { summary: 'x', colour: 'red' }, /Unknown name/],
    ['an unknown button', { summary: 'x', callToAction: { actionType: 'JUMP' } }, /action type/],
    ['a button without address', { summary: 'x', callToAction: { actionType: 'BOOK' } }, /Invalid URL/],
    ['an event without event', { summary: 'x', topicType: 'EVENT' }, /Event is required/],
    ['an offer without title', { summary: 'x', topicType: 'OFFER', event: { ...event, title: '' } }, /title/],
    ['a day that is none', { topicType: 'EVENT', event: { title: 'x', schedule: { startDate: day } } }, /full date/],
    [
      'a photo that is missing',
      { media: [{ ...photo, sourceUrl: 'https://simulator.test/files/no.jpg' }] },
      /Fetching/,
    ],
    ['a GIF', { media: [{ ...photo, sourceUrl: 'https://simulator.test/files/sample.gif' }] }, /Unsupported/],
    ['a photo of 5 kB', { media: [{ ...photo, sourceUrl: 'https://simulator.test/files/sample.png' }] }, /too small/],
    ['a time that is past', { summary: 'x', scheduledTime: '2020-01-01T00:00:00Z' }, /future/],
  ])('rejects %s', async (_what, body, words) => {
    const { status, body: response, text } = await create(body);
    expect(status).toBe(400);
    expect(response.error).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT' });
    expect(text).toMatch(words);
  });

  test('a phone number gets it rejected, other digits do not', async () => {
    for (const summary of ['Call +1 650 555 0100', 'Call (650) 555-0100 now', 'Ring 650-555-0100.']) {
      const { name, state } = await cafe.post({ summary });
      expect(state).toBe('PROCESSING');
      await cafe.listed(name);
      expect((await cafe.listed(name)).state, summary).toBe('REJECTED');
    }
    for (const summary of ['Hello number 1 & <more>\n\n01234567', '1763672400000', '2026-11-20 10:00', '1 + 2 = 3'])
      expect((await cafe.post({ summary })).state, summary).toBe('LIVE');
  });

  test('not_ready counts looks, and a schedule waits for its time', async () => {
    await simulator.fault({ kind: 'not_ready', polls: 2, platform: 'google', account: cafe.id });
    const { name, state } = await cafe.post({ summary: 'Slow' });
    const look = async () => (await cafe.listed(name)).state;
    expect([state, await look(), await look(), await look()]).toEqual([
      'PROCESSING',
      'PROCESSING',
      'PROCESSING',
      'LIVE',
    ]);

    const scheduledTime = new Date(Date.now() + 600_000).toISOString();
    const later = await cafe.post({ summary: 'Later', scheduledTime });
    expect(later.state).toBe('SCHEDULED');
    await simulator.advance(590);
    expect((await cafe.listed(later.name)).state).toBe('SCHEDULED');
    await simulator.advance(11);
    expect((await cafe.listed(later.name)).state).toBe('LIVE');
  });
});

describe('lists, edits and deletions', () => {
  test('the newest comes first, in pages; what is late is left out', async () => {
    const pub = await asLocation(simulator);
    expect((await pub.get('localPosts')).body).toEqual({});
    const names: string[] = [];
    for (const summary of ['one', 'two', 'three']) names.unshift((await pub.post({ summary })).name);
    const first = (await pub.get('localPosts?pageSize=2')).body;
    expect(first.localPosts.map(({ name }: { name: string }) => name)).toEqual(names.slice(0, 2));
    const second = (await pub.get(`localPosts?pageSize=2&pageToken=${first.nextPageToken}`)).body;
    expect(second.localPosts.map(({ name }: { name: string }) => name)).toEqual(names.slice(2));
    expect(second).not.toHaveProperty('nextPageToken');
    expect((await pub.get('localPosts?pageToken=zzz')).status).toBe(400);

    await simulator.fault({ kind: 'delayed_visibility', seconds: 60, platform: 'google', account: pub.id });
    const late = await pub.post({ summary: 'late' });
    expect((await pub.get('localPosts')).body.localPosts).toHaveLength(3);
    expect((await pub.call('DELETE', 'business', `/v4/${late.name}`)).status).toBe(200);
  });

  test('a mask says what changes', async () => {
    const callToAction = { actionType: 'CALL' };
    const { name } = await cafe.post({ summary: 'Before', callToAction, media: [photo] });
    const patch = (mask: string, body: object) => cafe.call('PATCH', 'business', `/v4/${name}${mask}`, body);
    const edited = await patch('?updateMask=summary', { summary: 'After', callToAction: { actionType: 'BOOK' } });
    expect(edited.body).toMatchObject({ name, summary: 'After', callToAction, media: [{ mediaFormat: 'PHOTO' }] });
    const entries = await simulator.ledger(`account=${cafe.id}&kind=edit`);
    expect(entries.at(-1)).toMatchObject({ platform_id: name, text: 'After', media: [{ type: 'image' }] });
    expect((await patch('?updateMask=callToAction', {})).body).not.toHaveProperty('callToAction');
    expect((await patch('', { summary: 'Bare' })).body.summary).toBe('Bare');
    for (const [mask, body] of [
      ['?updateMask=state', { state: 'LIVE' }],
      ['?updateMask=topicType', { topicType: 'EVENT' }],
      ['?updateMask=summary', { summary: 'x'.repeat(1501) }],
      ['', {}],
    ] as const)
      expect((await patch(mask, { ...body, languageCode: undefined })).status, mask).toBe(400);
  });

  test('deletes once; what is gone, unknown or of somebody else', async () => {
    const { name } = await cafe.post({ summary: 'Short life' });
    expect((await other.call('DELETE', 'business', `/v4/${name}`)).body.error).toMatchObject({
      code: 403,
      status: 'PERMISSION_DENIED',
    });
    expect((await cafe.call('DELETE', 'business', `/v4/${name}`)).body).toEqual({});
    expect((await cafe.call('DELETE', 'business', `/v4/${name}`)).body.error).toMatchObject({
      code: 404,
      status: 'NOT_FOUND',
    });
    expect((await cafe.call('PATCH', 'business', `/v4/${name}?updateMask=summary`, { summary: 'x' })).status).toBe(404);
    expect(await simulator.ledger(`account=${cafe.id}&kind=delete`)).toHaveLength(1);
    expect((await cafe.get('/v4/accounts/1/locations/2/localPosts')).status).toBe(404);
    expect((await cafe.get('/v4/nothing')).body.error.status).toBe('NOT_FOUND');
  });
});

describe('rejections of every call', () => {
  test('throttle faults say how long, own quotas do not', async () => {
    await simulator.fault({ kind: 'throttle', retry_after_seconds: 120, platform: 'google', account: cafe.id });
    const throttled = await create({ summary: 'x' });
    expect(throttled.status).toBe(429);
    expect(throttled.headers.get('retry-after')).toBe('120');
    expect(throttled.body.error.status).toBe('RESOURCE_EXHAUSTED');
    expect(throttled.text).toContain('"retryDelay":"120s"');

    await simulator.settings({ rate_limits: true });
    const busy = await asLocation(simulator);
    for (let edits = 0; edits < 10; edits += 1) await busy.post({ summary: 'x' });
    const rejected = await busy.call('POST', 'business', 'localPosts', { summary: 'x', topicType: 'STANDARD' });
    expect(rejected).toMatchObject({ status: 429, body: { error: { status: 'RESOURCE_EXHAUSTED' } } });
    expect(rejected.headers.get('retry-after')).toBeNull();
    expect((await busy.get('localPosts')).status).toBe(200);
    await simulator.settings({ rate_limits: false });
    await busy.post({ summary: 'x' });
  });

  test('server errors, broken bodies and missing tokens', async () => {
    await simulator.fault({ kind: 'server_error', status: 503, platform: 'google', account: cafe.id });
    expect((await create({ summary: 'x' })).body.error).toMatchObject({ code: 503, status: 'UNAVAILABLE' });
    const url = `${simulator.url}/google/business/v4/${cafe.id}/localPosts`;
    const headers = { authorization: `Bearer ${cafe.token}`, 'content-type': 'application/json' };
    expect((await fetch(url, { method: 'POST', headers, body: '{' })).status).toBe(400);
    expect((await fetch(url)).status).toBe(401);
    const forged = await fetch(url, { headers: { authorization: 'Bearer forged' } });
    expect(await forged.json()).toMatchObject({ error: { code: 401, status: 'UNAUTHENTICATED' } });
  });
});
