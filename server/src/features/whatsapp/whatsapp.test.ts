import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Body,
  startTestService,
  type TestAccount,
  type TestService,
  type TestWorkspace,
} from '../../../test/harness.ts';
import { accountOf, pagesOf, unpause, withNewKey } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;
let account: TestAccount;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ plan: 'free', platforms: ['whatsapp', 'mastodon'] });
  account = accountOf(ws, 'whatsapp');
});
afterAll(() => service?.close());

const ROOT = '/v1/platforms/whatsapp';
const ofAccount = (rest: string, id = account.id) => `${ROOT}/accounts/${id}/${rest}`;
const ofNumber = (rest: string, id = account.id) => `${ROOT}/phone-numbers/${id}/${rest}`;
const usedInteractions = async () => (await ws.api.get('/v1/usage')).body.interactions_used;
const body = { type: 'BODY', text: 'Hello {{1}}, it is on its way.', example: { body_text: [['Jo']] } };
const filled = [{ type: 'body', parameters: [{ type: 'text', text: 'Jo' }] }];
const to = '16505551234';

let names = 0;
const newTemplate = () => ({ name: `order_${++names}`, language: 'en_US', category: 'UTILITY', components: [body] });

async function decide(about: string, text = 'APPROVED'): Promise<void> {
  const requested = { platform: 'whatsapp', account: account.platformId, action: 'decide', about, text };
  await ws.control('POST', 'strangers', requested);
}

async function approved(): Promise<Body> {
  const template = newTemplate();
  const made = await ws.api.post(ofAccount('templates'), template);
  expect(made.status, made.text).toBe(201);
  await decide(made.body.id);
  return { ...template, id: made.body.id };
}

const send = (name: string, more: object = {}, options = {}) =>
  ws.api.post(
    ofAccount('send-template'),
    { to, template_name: name, language: 'en_US', components: filled, ...more },
    options,
  );
const messages = async () =>
  (await ws.control('GET', `ledger?platform=whatsapp&account=${account.platformId}&kind=message`)).entries;

describe('templates', () => {
  test('create_template, get_template, edit_template and delete_template handle one template', async () => {
    const template = newTemplate();
    const made = await ws.api.post(ofAccount('templates'), template);
    expect(made).toMatchObject({ status: 201, body: { status: 'PENDING', category: 'UTILITY' } });
    const at = `${ROOT}/templates/${made.body.id}`;
    expect((await ws.api.get(at)).body).toEqual({ ...template, id: made.body.id, status: 'PENDING', livemode: false });
    expect(await ws.api.post(ofAccount('templates'), template)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    await decide(made.body.id);
    const footer = { type: 'FOOTER', text: 'Acme' };
    expect((await ws.api.put(at, { components: [body, footer] })).status).toBe(204);
    expect((await ws.api.get(at)).body).toMatchObject({ status: 'PENDING', components: [body, footer] });
    await decide(made.body.id);
    expect(await ws.api.put(at, { components: [body] })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', meta: { field: 'components' } },
    });
    expect((await ws.api.delete(ofAccount(`templates?name=${template.name}`))).status).toBe(204);
    const gone = { status: 404, body: { code: 'not_found' } };
    expect(await ws.api.get(at)).toMatchObject({ ...gone, body: { detail_code: 'whatsapp.template_not_found' } });
    expect(await ws.api.put(at, { components: [body] })).toMatchObject(gone);
    expect(await ws.api.delete(ofAccount(`templates?name=${template.name}`))).toMatchObject(gone);
  });

  test('list_templates pages through the platform’s list', async () => {
    const made = [];
    for (let number = 0; number < 3; number += 1) made.unshift((await approved()).name);
    const all = (await pagesOf(ws.api, ofAccount('templates?limit=2'))).map(({ name }: Body) => name);
    expect(all.slice(0, 3)).toEqual(made);
    expect(await ws.api.get(ofAccount('templates?cursor=x'))).toMatchObject({
      status: 400,
      body: { meta: { field: 'cursor' } },
    });
  });

  test('validate_template reports every issue, and create_template rejects the first', async () => {
    const validate = (more: object) => ws.api.post(`${ROOT}/templates/validate`, { ...newTemplate(), ...more });
    expect((await validate({})).body).toEqual({ valid: true, errors: [], warnings: [] });
    const button = { type: 'URL', text: 'Track it', url: 'https://acme.example/{{1}}' };
    const broken = {
      name: 'Order No 1',
      language: 'english',
      components: [
        { type: 'HEADER', text: 'x'.repeat(61) },
        { type: 'BODY', text: '{{2}} is late' },
        { type: 'FOOTER', text: 'From {{1}}' },
        { type: 'BUTTONS', buttons: [button, { type: 'PHONE_NUMBER', text: 'Call', phone_number: 'us' }] },
      ],
    };
    const { body: found } = await validate(broken);
    expect(found.valid).toBe(false);
    const fields = found.errors.map(({ component_index: at, field }: Body) =>
      at === undefined ? field : `${at}.${field}`,
    );
    expect(fields).toEqual([
      'name',
      'language',
      '0.format',
      '1.text',
      '1.text',
      '1.example',
      '2.text',
      '3.buttons.0.example',
      '3.buttons.1.phone_number',
    ]);
    expect((await validate({ components: [{ type: 'FOOTER', text: 'x' }] })).body.errors).toMatchObject([
      { field: 'components' },
    ]);
    const sale = { type: 'BODY', text: 'Our sale begins' };
    expect((await validate({ components: [sale] })).body).toMatchObject({
      valid: true,
      warnings: [{ field: 'category' }],
    });
    const rejected = await ws.api.post(ofAccount('templates'), { ...newTemplate(), components: broken.components });
    expect(rejected).toMatchObject({ status: 400, body: { meta: { field: 'components.0.format' } } });
  });
});

describe('send_template', () => {
  test('sends once for one idempotency key, and costs one interaction', async () => {
    const { name } = await approved();
    const [before, used] = [(await messages()).length, await usedInteractions()];
    const key = { headers: { 'idempotency-key': 'send-once' } };
    const first = await send(name, {}, key);
    expect(first).toMatchObject({
      status: 200,
      body: {
        messaging_product: 'whatsapp',
        contacts: [{ input: to, wa_id: to }],
        messages: [{ id: expect.stringMatching(/^wamid\./), message_status: 'accepted' }],
      },
    });
    expect(Number(first.headers.get('x-interactions-remaining'))).toBeGreaterThan(0);
    expect((await send(name, {}, key)).body).toEqual(first.body);
    const [sent, ...others] = (await messages()).slice(before);
    expect([sent, others]).toMatchObject([{ text: 'Hello Jo, it is on its way.' }, []]);
    expect(await usedInteractions()).toBe(used + 1);
    const dry = await ws.api.post(`${ofAccount('send-template')}?dry_run=true`, {
      to,
      template_name: name,
      language: 'en_US',
    });
    expect(dry).toMatchObject({ status: 200, body: { dry_run: true, cost: { interactions: 1 } } });
    expect((await messages()).length).toBe(before + 1);
  });

  test('a lost response is reported as unconfirmed, and nothing is sent again', async () => {
    const { name } = await approved();
    const before = (await messages()).length;
    const fault = { kind: 'accept_drop', platform: 'whatsapp', account: account.platformId, operation: 'send_message' };
    await ws.control('POST', 'faults', fault);
    const key = { headers: { 'idempotency-key': 'lost' } };
    const lost = { status: 502, body: { code: 'platform_error', meta: { reason: 'unconfirmed' } } };
    for (let time = 0; time < 2; time += 1) expect(await send(name, {}, key)).toMatchObject(lost);
    expect((await messages()).length).toBe(before + 1);
  });

  test('a throttle costs nothing', async () => {
    const { name } = await approved();
    const used = await usedInteractions();
    const fault = { kind: 'throttle', platform: 'whatsapp', account: account.platformId, operation: 'send_message' };
    await ws.control('POST', 'faults', { ...fault, retry_after_seconds: 1 });
    expect(await send(name)).toMatchObject({
      status: 429,
      body: { code: 'platform_rate_limit', detail_code: 'whatsapp.throughput_exceeded' },
    });
    expect(await usedInteractions()).toBe(used);
    await unpause(service, ws);
  });

  test('a rejected message has its reason', async () => {
    const { name, id } = await approved();
    const cases: [object, object][] = [
      [{ template_name: 'never_made' }, { status: 404, body: { detail_code: 'whatsapp.template_not_found' } }],
      [{ components: [] }, { status: 400, body: { code: 'invalid_request', meta: { platform_code: '132000' } } }],
      [{ to: '+1 650 555' }, { status: 400, body: { meta: { field: 'to' } } }],
      [{ template_name: 'Order' }, { status: 400, body: { meta: { field: 'template_name' } } }],
      [{ language: 'English' }, { status: 400, body: { meta: { field: 'language' } } }],
      [{ components: [{ type: 'footer' }] }, { status: 400, body: { meta: { field: 'components.0.type' } } }],
    ];
    for (const [more, expected] of cases) expect(await send(name, more), JSON.stringify(more)).toMatchObject(expected);
    await decide(id, 'PAUSED');
    expect(await send(name)).toMatchObject({
      status: 409,
      body: { code: 'conflict', detail_code: 'whatsapp.template_paused' },
    });
  });
});

describe('phone numbers', () => {
  test('deregister_phone_number, register_phone_number and get_phone_number_status', async () => {
    const status = async () => (await ws.api.get(ofNumber('status'))).body;
    expect(await status()).toEqual({ verified: true, registered: true });
    expect((await ws.api.post(ofNumber('deregister'))).status).toBe(204);
    expect(await status()).toEqual({ verified: true, registered: false });
    expect(await ws.api.post(ofNumber('deregister'))).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await ws.api.post(ofNumber('register'), { pin: '123456' })).status).toBe(204);
    expect((await ws.api.post(ofNumber('deregister'))).status).toBe(204);
    const wrong = await ws.api.post(ofNumber('register'), { pin: '654321' });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid_request', meta: { field: 'pin' } } });
    expect((await ws.api.post(ofNumber('register'), { pin: '123456' })).status).toBe(204);
    expect(await ws.api.post(ofNumber('register'), { pin: '12345' })).toMatchObject({
      status: 400,
      body: { meta: { field: 'pin' } },
    });
  });

  test('request_phone_code and verify_phone_code of a number that is verified already', async () => {
    const request = await ws.api.post(ofNumber('request-code'), { method: 'SMS', language: 'en_US' });
    expect(request).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const verify = await ws.api.post(ofNumber('verify-code'), { code: '123456' });
    expect(verify).toMatchObject({ status: 400, body: { code: 'invalid_request', meta: { field: 'code' } } });
  });

  test('get_business_profile and update_business_profile, by either id', async () => {
    const at = ofNumber('business-profile', account.platformId);
    const change = { about: 'Bread', websites: ['https://acme.example/'], vertical: 'RESTAURANT' };
    expect((await ws.api.put(at, change)).status).toBe(204);
    expect((await ws.api.get(ofNumber('business-profile'))).body).toMatchObject({
      ...change,
      messaging_product: 'whatsapp',
      profile_picture_url: expect.stringMatching(/^https/),
    });
    for (const [more, field] of [
      [{ about: 'x'.repeat(140) }, 'about'],
      [{ websites: ['a', 'b', 'c'] }, 'websites'],
      [{ websites: ['acme'] }, 'websites.0'],
      [{ vertical: 'BAKERY' }, 'vertical'],
      [{ email: 'nobody' }, 'email'],
      [{}, 'body'],
    ] as const)
      expect(await ws.api.put(at, more), field).toMatchObject({ status: 400, body: { meta: { field } } });
  });
});

describe('ownership', () => {
  test('other tenants get 404; other platforms get 501', async () => {
    const { id } = await approved();
    const other = await service.workspace({ platforms: ['whatsapp'] });
    const theirs = accountOf(other, 'whatsapp').id;
    const notFound = { status: 404, body: { code: 'account_not_found' } };
    for (const path of [ofAccount('templates'), ofNumber('status'), ofNumber('status', account.platformId)])
      expect(await other.api.get(path), path).toMatchObject(notFound);
    expect((await other.api.get(`${ROOT}/templates/${id}`)).status).toBe(404);
    expect(await ws.api.get(ofAccount('templates', theirs))).toMatchObject(notFound);
    const outside = await withNewKey(service, ws, { brandIds: ['brand_other'] });
    expect(await outside.api.get(ofAccount('templates'))).toMatchObject(notFound);
    expect(await outside.api.get(`${ROOT}/templates/${id}`)).toMatchObject({
      status: 404,
      body: { detail_code: 'whatsapp.no_account' },
    });
    const mastodon = accountOf(ws, 'mastodon').id;
    for (const path of [ofAccount('templates', mastodon), ofNumber('status', mastodon)])
      expect(await ws.api.get(path)).toMatchObject({ status: 501, body: { code: 'not_supported' } });
  });

  test('an account without access reports it', async () => {
    const other = await service.workspace({ platforms: ['whatsapp'] });
    const lost = accountOf(other, 'whatsapp');
    await other.control('POST', 'faults', { kind: 'expired_token', platform: 'whatsapp', account: lost.platformId });
    const at = ofAccount('templates', lost.id);
    expect(await other.api.get(at)).toMatchObject({ status: 403, body: { code: 'reconnection_required' } });
    await other.control('DELETE', 'faults');
  });
});

test('every operation that publishes rejects WhatsApp', async () => {
  const post = { text: 'Hello', targets: [{ account_id: account.id }] };
  const rejection = { status: 501, body: { code: 'not_supported', meta: { field: 'targets.0.account_id' } } };
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString();
  for (const more of [
    {},
    { publish_now: true },
    { scheduled_at: inAWeek },
    { publish_now: true, skip_validation: true },
  ])
    expect(await ws.api.post('/v1/posts', { ...post, ...more }), JSON.stringify(more)).toMatchObject(rejection);
  const validated = await ws.api.post('/v1/posts/validate', post);
  expect(validated).toMatchObject({
    status: 200,
    body: { valid: false, errors: [{ field: 'targets.0.account_id', rule: 'publish_unsupported' }] },
  });
  const named = await ws.api.post('/v1/posts/validate', { text: 'Hello', platforms: ['whatsapp'] });
  expect(named.body).toMatchObject({ valid: false, errors: [{ field: 'platforms', rule: 'publish_unsupported' }] });
  const { data } = (await ws.api.get('/v1/platforms')).body;
  expect(data.find(({ platform }: Body) => platform === 'whatsapp')).toMatchObject({
    connect: { kind: 'embedded_signup' },
    capabilities: { publish: false, schedule: false, comments: false, messages: true, templates: true },
    inbound: ['push'],
  });
});
