import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { accountOf, comment, eventsOf, targetsOn, waiting } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService();
  ws = await service.workspace({ platforms: ['facebook', 'google'] });
});
afterAll(() => service?.close());

async function askedBy(personId: string, secret?: string, platform = 'facebook') {
  const app = await ws.control('GET', `apps/${platform}`);
  const facts = { algorithm: 'HMAC-SHA256', issued_at: 1772224000, user_id: personId };
  const payload = Buffer.from(JSON.stringify(facts)).toString('base64url');
  const signature = createHmac('sha256', secret ?? app.client_secret)
    .update(payload)
    .digest('base64url');
  const form = new URLSearchParams({ signed_request: `${signature}.${payload}` });
  return fetch(`${service.url}/callbacks/test/${ws.world}/${platform}/erase`, { method: 'POST', body: form });
}

async function write(text: string): Promise<Body> {
  const { platformId } = accountOf(ws, 'facebook');
  return ws.control('POST', 'strangers', { platform: 'facebook', account: platformId, action: 'message', text });
}

test('a person who wants to be forgotten leaves no word here', async () => {
  const { id: accountId } = accountOf(ws, 'facebook');
  const post = await ws.api.post(
    '/v1/posts',
    { text: 'Talk', targets: targetsOn(ws, 'facebook'), publish_now: true },
    waiting,
  );
  const postId = post.body.targets[0].platform_post_id;
  await comment(ws, 'facebook', postId, 'My secret comment');
  await write('My secret message');
  const received = async (type: string) =>
    (await eventsOf(ws.api)).filter((event) => event.type === type && event.account_id === accountId);
  const [said] = await until(async () => {
    const events = await received('comment.received');
    return events.length > 0 && (await received('dm.received')).length > 0 && events;
  }, 'both arrived');
  const people = new Set(
    [said, ...(await received('dm.received'))].map(({ metadata, data }) => (data ?? metadata).author.id),
  );
  // A delivery that is still open: nobody listens at this address.
  await service.sql(
    `insert into webhook_endpoints (tenant_id, id, url, events, secret, secret_hint) values ($1, 'wh_1', 'https://a.example', '{}', '', '')`,
    [ws.tenantId],
  );
  await service.sql(
    `insert into deliveries (tenant_id, id, endpoint_id, event_seq, event_type, due_at)
     select tenant_id, 'dlv_' || seq, 'wh_1', seq, type, now() + interval '1 hour' from events where tenant_id = $1 and type in ('comment.received', 'post.published')`,
    [ws.tenantId],
  );

  expect((await askedBy('1', 'another secret')).status).toBe(401);
  for (const person of people) {
    const response = await askedBy(person as string);
    expect(response.status).toBe(200);
    const { url, confirmation_code: code } = (await response.json()) as Body;
    expect(url).toMatch(new RegExp(`/erasures/${code}$`));
    expect(((await (await askedBy(person as string)).json()) as Body).confirmation_code).toBe(code);
    const page = () => fetch(`${service.url}/erasures/${code}`).then((shown) => shown.text());
    await until(async () => (await page()).includes('Your data is erased'), 'the page tells that it is done');
  }

  const everything = await service.sql(
    `select to_jsonb(x)::text as row from comments x where tenant_id = $1 union all select to_jsonb(x)::text from messages x where tenant_id = $1
     union all select to_jsonb(x)::text from conversations x where tenant_id = $1 union all select to_jsonb(x)::text from events x where tenant_id = $1
     union all select to_jsonb(x)::text from callbacks x where tenant_id = $1 union all select to_jsonb(x)::text from erasures x`,
    [ws.tenantId],
  );
  const text = everything.map(({ row }) => row).join('\n');
  expect(text).not.toContain('My secret');
  for (const person of people) expect(text).not.toContain(`"${person}"`);
  const { body } = await ws.api.get(`/v1/inbox/comments/${postId}?account_id=${accountId}`);
  expect(body.data).toEqual([]);
  expect((await ws.api.get('/v1/inbox/conversations')).body.data).toEqual([]);
  const deliveries = await service.sql('select event_type, status, due_at from deliveries order by event_type');
  expect(deliveries).toEqual([
    { event_type: 'comment.received', status: 'failed', due_at: null },
    { event_type: 'post.published', status: 'pending', due_at: expect.any(Date) },
  ]);
  expect(await received('comment.received')).toHaveLength(1);
});

test('other people, other platforms and unknown codes', async () => {
  await write('I stay');
  await until(async () => (await ws.api.get('/v1/inbox/conversations')).body.data.length === 1, 'it arrived');
  const { confirmation_code: code } = (await (await askedBy('99')).json()) as Body;
  await until(async () => {
    const shown = await fetch(`${service.url}/erasures/${code}`);
    return (await shown.text()).includes('is erased');
  }, 'it is done');
  expect((await ws.api.get('/v1/inbox/conversations')).body.data).toHaveLength(1);
  expect((await fetch(`${service.url}/erasures/del_${'0'.repeat(32)}`)).status).toBe(404);
  expect((await askedBy('99', undefined, 'google')).status).toBe(501);
});
