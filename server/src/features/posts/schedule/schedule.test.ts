import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../../test/harness.ts';
import { accountOf, eventsOf, ledgerOf, targetsOn, usageOf, waiting } from '../../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['twitter', 'mastodon'] });
});
afterAll(() => service?.close());

/** The days of the next year, well inside the two years that may be scheduled ahead, on which clocks in Berlin change. */
const YEAR = new Date().getUTCFullYear() + 1;
const gapDay = lastSunday(3);
const overlapDay = lastSunday(10);

function lastSunday(month: number): string {
  const last = new Date(Date.UTC(YEAR, month, 0));
  last.setUTCDate(last.getUTCDate() - last.getUTCDay());
  return last.toISOString().slice(0, 10);
}

let count = 0;
const schedule = (extra: Record<string, unknown>) =>
  ws.api.post('/v1/posts', { text: `Schedule ${++count}`, targets: targetsOn(ws, 'mastodon'), ...extra });
const get = async (id: string): Promise<Body> => (await ws.api.get(`/v1/posts/${id}`)).body;
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

describe('timezone', () => {
  test('reads scheduled_at as wall time and answers instant, zone and wall time', async () => {
    const { status, body } = await schedule({ scheduled_at: `${YEAR}-01-31T09:00`, timezone: 'europe/berlin' });
    expect(status).toBe(201);
    const times = {
      scheduled_at: `${YEAR}-01-31T08:00:00.000Z`,
      scheduled_local: `${YEAR}-01-31T09:00:00`,
      timezone: 'Europe/Berlin',
    };
    expect(body).toMatchObject({ status: 'scheduled', ...times });
    expect(await get(body.id)).toMatchObject(times);
    const [event] = await eventsOf(ws.api, body.id);
    expect(event).toMatchObject({ type: 'post.scheduled', metadata: times });
    const [action] = await service.sql('select due_at from actions where post_id = $1', [body.id]);
    expect(action.due_at.toISOString()).toBe(times.scheduled_at);
  });

  test.each([
    ['a time that the clocks skip moves forward', `${gapDay}T02:30:00`, `${gapDay}T01:30:00.000Z`],
    ['of a time that comes twice the earlier counts', `${overlapDay}T02:30:00`, `${overlapDay}T00:30:00.000Z`],
    ['a date alone is midnight there', gapDay, `${new Date(Date.parse(gapDay) - 3_600_000).toISOString()}`],
    ['the day may be set off by a space', `${gapDay} 09:00`, `${gapDay}T07:00:00.000Z`],
    ['an offset that the zone has then may stay', `${gapDay}T09:00:00+02:00`, `${gapDay}T07:00:00.000Z`],
    ['it tells two equal times apart', `${overlapDay}T02:30:00+01:00`, `${overlapDay}T01:30:00.000Z`],
  ])('%s', async (_, scheduledAt, instant) => {
    const { body } = await schedule({ scheduled_at: scheduledAt, timezone: 'Europe/Berlin' });
    expect(body.scheduled_at).toBe(instant);
    expect(body.scheduled_local.slice(0, 10)).toBe(scheduledAt.slice(0, 10));
  });

  test('without a zone, a time without offset is UTC', async () => {
    const { body } = await schedule({ scheduled_at: `${YEAR}-01-31T09:00` });
    expect(body.scheduled_at).toBe(`${YEAR}-01-31T09:00:00.000Z`);
    expect(body).not.toHaveProperty('timezone');
    expect(body).not.toHaveProperty('scheduled_local');
  });

  test('applies to the targets’ own times too', async () => {
    const [one, two] = targetsOn(ws, 'twitter', 'mastodon');
    const { body } = await schedule({
      scheduled_at: `${YEAR}-01-31T09:00`,
      timezone: 'America/New_York',
      targets: [one, { ...two, scheduled_at: `${YEAR}-07-01T09:00` }],
    });
    expect(body.targets[0]).not.toHaveProperty('scheduled_at');
    expect(body.targets[1]).toMatchObject({
      scheduled_at: `${YEAR}-07-01T13:00:00.000Z`,
      scheduled_local: `${YEAR}-07-01T09:00:00`,
    });
    const changed = await ws.api.patch(`/v1/posts/${body.id}`, { text: 'Only the text changes' });
    expect(changed.body.targets[1].scheduled_at).toBe(`${YEAR}-07-01T13:00:00.000Z`);
  });

  test.each([
    ['Europe/Berln', /Did you mean Europe\/Berlin\?/],
    ['Berlin', /Did you mean Europe\/Berlin\?/],
    ['America/New York', /Did you mean America\/New_York\?/],
    ['Mars/Olympus_Mons', /IANA/],
    ['CEST', /IANA/],
    ['+02:00', /IANA/],
    ['UTC+2', /IANA/],
    ['../../etc/passwd', /IANA/],
    ['SystemV/PST8', /IANA/],
  ])('rejects %s', async (timezone, message) => {
    const { status, body } = await schedule({ scheduled_at: `${YEAR}-01-31T09:00`, timezone });
    expect(body).toMatchObject({ code: 'invalid_request', meta: { field: 'timezone' } });
    expect(body.error).toMatch(message);
    expect(status).toBe(400);
  });

  test.each([
    ['an offset that the zone does not have then', `${YEAR}-01-31T09:00:00+02:00`],
    ['UTC', `${YEAR}-01-31T09:00:00Z`],
    ['a skipped time with the offset of before', `${gapDay}T02:30:00+01:00`],
    ['the past', '2020-01-31T09:00'],
    ['five years ahead', `${YEAR + 5}-01-31T09:00`],
    ['a day that does not exist', `${YEAR}-02-30T09:00`],
  ])('rejects %s', async (_, scheduledAt) => {
    const { status, body } = await schedule({ scheduled_at: scheduledAt, timezone: 'Europe/Berlin' });
    expect(body).toMatchObject({ code: 'invalid_request', meta: { field: 'scheduled_at' } });
    expect(status).toBe(400);
  });

  test('stays with a draft until a time comes', async () => {
    const { body: draft } = await ws.api.post('/v1/posts', {
      text: 'A draft with a zone',
      timezone: 'Asia/Kolkata',
      targets: targetsOn(ws, 'mastodon'),
    });
    expect(draft).toMatchObject({ status: 'draft', timezone: 'Asia/Kolkata' });
    const { body } = await ws.api.patch(`/v1/posts/${draft.id}`, { scheduled_at: `${YEAR}-01-31T09:00` });
    expect(body).toMatchObject({ status: 'scheduled', scheduled_at: `${YEAR}-01-31T03:30:00.000Z` });
  });
});

describe('rescheduling', () => {
  const berlin = () => schedule({ scheduled_at: `${overlapDay}T02:30:00+01:00`, timezone: 'Europe/Berlin' });
  const dueOf = async (id: string) =>
    (await service.sql('select due_at from actions where post_id = $1', [id]))[0].due_at.toISOString();

  test('keeps the instant when other fields change', async () => {
    const { body } = await berlin();
    const changed = await ws.api.patch(`/v1/posts/${body.id}`, { title: 'With a title' });
    expect(changed.body).toMatchObject({
      scheduled_at: `${overlapDay}T01:30:00.000Z`,
      scheduled_local: `${overlapDay}T02:30:00`,
      timezone: 'Europe/Berlin',
    });
  });

  test('reads a new wall time in the zone that the post has', async () => {
    const { body } = await berlin();
    const changed = await ws.api.patch(`/v1/posts/${body.id}`, { scheduled_at: `${gapDay}T09:00` });
    expect(changed.body).toMatchObject({ scheduled_at: `${gapDay}T07:00:00.000Z`, timezone: 'Europe/Berlin' });
    expect(await dueOf(body.id)).toBe(`${gapDay}T07:00:00.000Z`);
  });

  test('a new instant drops the zone', async () => {
    const { body } = await berlin();
    const changed = await ws.api.patch(`/v1/posts/${body.id}`, { scheduled_at: `${gapDay}T09:00:00Z` });
    expect(changed.body.scheduled_at).toBe(`${gapDay}T09:00:00.000Z`);
    expect(changed.body).not.toHaveProperty('timezone');
    expect(changed.body).not.toHaveProperty('scheduled_local');
  });

  test('a new zone keeps the wall time', async () => {
    const { body } = await schedule({ scheduled_at: `${YEAR}-01-31T09:00`, timezone: 'Europe/Berlin' });
    const changed = await ws.api.patch(`/v1/posts/${body.id}`, { timezone: 'Asia/Tokyo' });
    expect(changed.body).toMatchObject({
      scheduled_at: `${YEAR}-01-31T00:00:00.000Z`,
      scheduled_local: `${YEAR}-01-31T09:00:00`,
      timezone: 'Asia/Tokyo',
    });
    expect(await dueOf(body.id)).toBe(`${YEAR}-01-31T00:00:00.000Z`);
    expect((await ws.api.patch(`/v1/posts/${body.id}`, { timezone: 'Nowhere' })).status).toBe(400);
  });

  test('is rejected once a worker has started a target', async () => {
    const { body } = await berlin();
    await service.sql(`update actions set status = 'publishing' where post_id = $1`, [body.id]);
    const { status, body: rejected } = await ws.api.patch(`/v1/posts/${body.id}`, { scheduled_at: inHours(5) });
    expect({ status, code: rejected.code }).toEqual({ status: 409, code: 'conflict' });
  });

  test('an earlier time puts the account’s queue forward', async () => {
    const { body } = await schedule({ scheduled_at: inHours(100).toISOString() });
    await ws.api.patch(`/v1/posts/${body.id}`, { scheduled_at: new Date(Date.now() + 1000).toISOString() });
    const published = await until(async () => {
      const post = await get(body.id);
      return post.status === 'published' && post;
    }, 'it is published at its new time');
    expect(published).not.toHaveProperty('late_by_seconds');
  });
});

describe('a post whose time passed while the service was down', () => {
  test('is published once when the service returns, with its lateness', async () => {
    const free = await service.workspace({ plan: 'free', platforms: ['mastodon', 'twitter'] });
    const { body } = await free.api.post('/v1/posts', {
      text: 'Missed while down',
      targets: targetsOn(free, 'mastodon', 'twitter'),
      scheduled_at: inHours(2).toISOString(),
    });
    await service.restart(() =>
      service.sql(
        `with past as (update actions set due_at = now() - interval '1 hour' where post_id = $1 returning account_id)
         update accounts set next_due_at = now() - interval '1 hour' where id in (select account_id from past)`,
        [body.id],
      ),
    );
    const post = await until(async () => {
      const { body: now } = await free.api.get(`/v1/posts/${body.id}`);
      return now.status === 'published' && now;
    }, 'the missed post is published');
    expect(post.late_by_seconds).toBeGreaterThanOrEqual(3600);
    expect(post.late_by_seconds).toBeLessThan(3660);
    for (const target of post.targets) expect(target.late_by_seconds).toBeGreaterThanOrEqual(3600);
    for (const platform of ['mastodon', 'twitter']) expect(await ledgerOf(free, platform)).toHaveLength(1);
    const published = (await eventsOf(free.api, body.id)).find(({ type }) => type === 'post.published');
    expect(published.metadata).toMatchObject({
      late_by_seconds: post.late_by_seconds,
      results: post.targets.map((target: Body) => ({ late_by_seconds: target.late_by_seconds })),
    });
    expect((await usageOf(free.api)).posts).toBe(1);
  });
});

describe('publishing early', () => {
  test('is not charged twice and not late', async () => {
    const free = await service.workspace({ plan: 'free', platforms: ['mastodon'] });
    const { body } = await free.api.post('/v1/posts', {
      text: 'Published early',
      targets: targetsOn(free, 'mastodon'),
      timezone: 'Europe/Berlin',
      scheduled_at: `${gapDay}T09:00`,
    });
    expect((await usageOf(free.api)).posts).toBe(1);
    const { status, body: post } = await free.api.post(`/v1/posts/${body.id}/publish`, undefined, waiting);
    expect({ status, post: post.status }).toEqual({ status: 201, post: 'published' });
    expect(post).not.toHaveProperty('late_by_seconds');
    expect((await usageOf(free.api)).posts).toBe(1);
    const [head] = await service.sql('select next_due_at from accounts where id = $1', [
      accountOf(free, 'mastodon').id,
    ]);
    expect(head.next_due_at).toBeNull();
  });
});
