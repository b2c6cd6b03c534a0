import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { hubSignature, signedRequest } from '../../../test/signed-callbacks.ts';
import {
  accountOf,
  comment,
  eventsOf,
  firstPoll,
  heldCall,
  ledgerOf,
  targetsOn,
  waiting,
} from '../../../test/steps.ts';

const LIVE_SECRET = 'secret-of-the-live-app';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ META_APP_ID: 'app', META_APP_SECRET: LIVE_SECRET, POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['facebook', 'google', 'whatsapp', 'instagram'] });
});
afterAll(() => service?.close());

interface Asked {
  readonly secret?: string;
  readonly platform?: string;
  readonly path?: string;
  readonly at?: number;
}

async function askedBy(personId: string, { secret, platform = 'facebook', path, at }: Asked = {}) {
  const app = await ws.control('GET', `apps/${platform}`);
  const body = signedRequest(secret ?? app.client_secret, { user_id: personId, ...(at && { issued_at: at }) });
  return fetch(`${service.url}/callbacks/${path ?? `test/${ws.world}/${platform}`}/erase`, { method: 'POST', body });
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

  expect((await askedBy('1', { secret: 'another secret' })).status).toBe(401);
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
    return (await shown.text()).includes('We found no data of you');
  }, 'the page does not claim that anything was erased');
  expect((await ws.api.get('/v1/inbox/conversations')).body.data).toHaveLength(1);
  expect((await fetch(`${service.url}/erasures/del_${'0'.repeat(32)}`)).status).toBe(404);
  expect((await askedBy('99', { platform: 'google' })).status).toBe(501);
});

test('an answer that waits is not sent any more; one that is being sent is settled, then erased', async () => {
  await write('Please answer');
  const conversation = await until(
    async () => (await ws.api.get('/v1/inbox/conversations')).body.data[0],
    'it arrived',
  );
  const send = (text: string) => ws.api.post(`/v1/inbox/conversations/${conversation.id}/messages`, { text });
  const account = accountOf(ws, 'facebook');
  await ws.control('POST', 'faults', {
    platform: 'facebook',
    account: account.platformId,
    kind: 'hold',
    when: 'before',
    containing: 'On its way',
  });
  const first = send('On its way');
  const call = await heldCall(ws);
  const second = send('Waits');
  const openAnswers = () =>
    service.sql(`select id from actions where tenant_id = $1 and kind = 'message' and due_at is not null`, [
      ws.tenantId,
    ]);
  await until(async () => (await openAnswers()).length === 2, 'both are queued');

  expect((await askedBy(conversation.participant_id, { at: 1772224001 })).status).toBe(200);
  expect(await second).toMatchObject({ status: 404, body: { code: 'not_found' } });
  const erasure = async () =>
    (
      await service.sql(`select * from erasures where tenant_id = $1 order by requested_at desc limit 1`, [ws.tenantId])
    )[0];
  await until(
    async () => (await erasure()).due_at > new Date() && (await erasure()).open_answers.length === 1,
    'it waits',
  );
  const actions = () =>
    service.sql(`select * from actions where tenant_id = $1 and kind = 'message' order by id`, [ws.tenantId]);
  expect((await actions()).map(({ input, status }) => [input.text, status])).toEqual([
    ['On its way', 'publishing'],
    ['', 'failed'],
  ]);
  await ws.control('POST', `held/${call}/release`, {});
  await first;
  await service.sql('update erasures set due_at = now() where done_at is null');
  await until(async () => (await erasure()).done_at !== null, 'it is done');
  expect(await actions()).toMatchObject([
    {
      status: 'published',
      platform_id: expect.any(String),
      input: { text: '', participantId: '', conversationId: '' },
    },
    { status: 'failed', error: { code: 'not_found' } },
  ]);
  expect(await erasure()).toMatchObject({ person_id: '', names: [], open_answers: [] });
  const sent = await ledgerOf(ws, 'facebook', 'message');
  expect(sent.map(({ text }) => text)).toEqual(['On its way']);
});

test('an account whose owner is erased loses its tokens, and late callbacks store nothing', async () => {
  const { id, platformId } = accountOf(ws, 'instagram');
  const does = (text: string) => ({ platform: 'instagram', account: platformId, action: 'message', text });
  await ws.control('POST', 'strangers', does('Before'));
  const texts = () =>
    service.sql(`select text from messages where tenant_id = $1 and platform = 'instagram'`, [ws.tenantId]);
  await until(async () => (await texts()).length === 1, 'it arrived');
  const asked = await askedBy(platformId, { platform: 'instagram', at: 1772224002 });
  const { url } = (await asked.json()) as Body;
  await until(async () => (await (await fetch(url)).text()).includes('Your data is erased'), 'it is done');
  expect((await ws.api.get(`/v1/accounts/${id}`)).status).toBe(404);
  expect(await service.sql('select credentials, refresh_lease_until from accounts where id = $1', [id])).toMatchObject([
    { credentials: '' },
  ]);
  const events = (await eventsOf(ws.api, id)).filter(({ type }) => type === 'account.disconnected');
  expect(events).toMatchObject([{ metadata: { account_id: id, platform: 'instagram', reason: 'access_revoked' } }]);
  await ws.control('POST', 'strangers', does('Late'));
  expect(await texts()).toEqual([]);
  // Everything is gone and stays so when the platform repeats its request.
  expect((await askedBy(platformId, { platform: 'instagram', at: 1772224002 })).status).toBe(200);
  expect((await eventsOf(ws.api, id)).filter(({ type }) => type === 'account.disconnected')).toHaveLength(1);
});

test('a person on WhatsApp is erased under the phone number as under the id of the business', async () => {
  const { id: accountId, platformId: account } = accountOf(ws, 'whatsapp');
  const does = (username: string, text: string) =>
    ws.control('POST', 'strangers', { platform: 'whatsapp', account, action: 'message', username, text });
  const count = async (words: string) =>
    (
      await service.sql(
        `select 1 from messages where tenant_id = $1 and text like $2 union all
         select 1 from events where tenant_id = $1 and concat(data, raw_payload) like $2`,
        [ws.tenantId, `%${words}%`],
      )
    ).length;
  const people = [
    { username: 'by.number', key: 'wa_id' },
    { username: 'by.user.id', key: 'user_id' },
  ];
  for (const [index, { username, key }] of people.entries()) {
    const made = await does(username, `Topaz ${index}`);
    const [row] = await until(async () => {
      const rows = await service.sql('select * from messages where tenant_id = $1 and text = $2', [
        ws.tenantId,
        `Topaz ${index}`,
      ]);
      return rows.length > 0 && rows;
    }, 'it arrived');
    const sent = await ws.api.post(`/v1/inbox/conversations/${row.conversation_id}/messages`, {
      text: `Our topaz ${index}`,
    });
    expect(sent.status, sent.text).toBe(200);
    await until(
      async () =>
        (await service.sql(`select 1 from events where account_id = $1 and type = 'dm.status.delivered'`, [accountId]))
          .length > index,
      'the status is there',
    );
    expect(await count(`opaz ${index}`)).toBeGreaterThan(3);
    const asked = await askedBy(made[key], { platform: 'whatsapp', at: 1772224003 + index });
    expect(asked.status).toBe(200);
    const { url } = (await asked.json()) as Body;
    await until(async () => (await (await fetch(url)).text()).includes('Your data is erased'), 'it is done');
    expect(await count(`opaz ${index}`), username).toBe(0);
    expect(await count(made.user_id)).toBe(0);
    expect(await count(made.wa_id)).toBe(0);
  }
});

test('a person on WhatsApp is found by a number that only callbacks tell', async () => {
  const { id: accountId, platformId: account } = accountOf(ws, 'whatsapp');
  const textsOf = async (userId: string) =>
    (
      await service.sql(
        `select text from messages m join conversations c on c.tenant_id = m.tenant_id and c.id = m.conversation_id
         where m.tenant_id = $1 and c.participant_id = $2`,
        [ws.tenantId, userId],
      )
    ).map(({ text }) => text);
  // A person with a user name: the stored name is not the number.
  const userId = 'US.13491208655302741918';
  const contact = { profile: { name: 'Pablo', username: 'pablo' }, wa_id: '16505551234', user_id: userId };
  const message = { from_user_id: userId, id: 'wamid.IN1', timestamp: `${Math.floor(Date.now() / 1000)}` };
  const value = {
    metadata: { phone_number_id: account },
    contacts: [contact],
    messages: [{ ...message, type: 'text', text: { body: 'By name' } }],
  };
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
  });
  const { client_secret: secret } = await ws.control('GET', 'apps/whatsapp');
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': hubSignature(secret, body) };
  const address = `${service.url}/callbacks/test/${ws.world}/whatsapp`;
  expect((await fetch(address, { method: 'POST', headers, body })).status).toBe(200);
  await until(async () => (await textsOf(userId)).length === 1, 'it arrived');
  expect((await askedBy(contact.wa_id, { platform: 'whatsapp', at: 1772224010 })).status).toBe(200);
  await until(async () => (await textsOf(userId)).length === 0, 'it is erased');

  // A person who has only got a template to the number: the statuses tell the other id.
  const at = `/v1/platforms/whatsapp/accounts/${accountId}`;
  const component = { type: 'BODY', text: 'Hello.' };
  const kind = { name: 'hello', language: 'en_US', category: 'UTILITY' };
  const template = await ws.api.post(`${at}/templates`, { ...kind, components: [component] });
  const decided = { platform: 'whatsapp', account, action: 'decide', about: template.body.id, text: 'APPROVED' };
  await ws.control('POST', 'strangers', decided);
  const to = '16505550199';
  const sent = await ws.api.post(`${at}/send-template`, { to, template_name: kind.name, language: kind.language });
  expect(sent.status, sent.text).toBe(200);
  const reads = { platform: 'whatsapp', account, action: 'read', username: to };
  const { user_id: other } = await ws.control('POST', 'strangers', reads);
  const status = `select 1 from events where account_id = $1 and type = 'dm.status.read' and raw_payload::text like $2`;
  await until(async () => (await service.sql(status, [accountId, `%${other}%`])).length > 0, 'it was read');
  expect(await textsOf(to)).toHaveLength(1);
  expect((await askedBy(other, { platform: 'whatsapp', at: 1772224011 })).status).toBe(200);
  await until(async () => (await textsOf(to)).length === 0, 'it is erased');
});

test('a signed request without a readable person is no wrong signature', async () => {
  expect((await askedBy('no person\n', { platform: 'whatsapp' })).status).toBe(400);
  expect((await askedBy('1', { platform: 'whatsapp', secret: 'another secret' })).status).toBe(401);
});

test('a reading of reviews on request brings no erased person back', async () => {
  const { id, platformId: account } = accountOf(ws, 'google');
  await firstPoll(service, id);
  const review = { platform: 'google', account, action: 'review', text: 'Secret review', rating: 2, silent: true };
  const { platform_id: reviewId } = await ws.control('POST', 'strangers', review);
  await service.sql(`insert into erasures (tenant_id, id, platform, person_id) values ($1, 'code', 'google', $2)`, [
    ws.tenantId,
    reviewId,
  ]);
  await until(
    async () => (await service.sql(`select 1 from erasures where id = 'code' and done_at is null`)).length === 0,
    'it is done',
  );
  const { body } = await ws.api.get(`/v1/inbox/reviews/${id}?refresh=true`);
  expect(JSON.stringify(body)).not.toContain('Secret review');
  expect(await service.sql('select 1 from reviews where tenant_id = $1', [ws.tenantId])).toEqual([]);
});

test('callbacks about the person that wait for other cells end, and no others', async () => {
  for (const person of ['7001', '7002'])
    await service.sql(
      `insert into forwards (id, peer, path, headers, body, due_at) values ($1, 'http://127.0.0.1:9', '/', '{}', $2, now() + interval '1 day')`,
      [person, Buffer.from(JSON.stringify({ entry: [{ messaging: [{ sender: { id: person } }] }] }))],
    );
  expect((await askedBy('7001', { secret: LIVE_SECRET, path: 'facebook' })).status).toBe(200);
  expect(await service.sql('select id from forwards')).toEqual([{ id: '7002' }]);
});
