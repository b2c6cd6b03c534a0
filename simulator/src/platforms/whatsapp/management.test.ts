import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlatformSimulator } from '../meta/test-simulator.ts';
import { responseOf } from '../meta/testing.ts';
import { codeOf, orderTemplate, startSimulator, TestWhatsApp, until } from './testing.ts';

let simulator: PlatformSimulator;
let whatsapp: TestWhatsApp;

beforeAll(async () => {
  simulator = await startSimulator();
  whatsapp = await TestWhatsApp.make(simulator);
});
afterAll(() => simulator.close());

const base = () => `${simulator.url}/whatsapp`;

describe('signup', () => {
  const authorize = (parameters: Record<string, string>, accounts: readonly string[]) => {
    const { client_id } = whatsapp.account.app;
    const query = new URLSearchParams({ client_id, config_id: '1', response_type: 'code', ...parameters });
    for (const account of accounts) query.append('account', account);
    return fetch(`${base()}/www/v25.0/dialog/oauth?${query}`, { redirect: 'manual' });
  };
  const exchange = (code: string, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ ...whatsapp.account.app, code, ...more });
    return responseOf(fetch(`${base()}/graph/v25.0/oauth/access_token?${query}`));
  };

  test('the window tells its page a code for numbers of two accounts, good once and for 30 seconds', async () => {
    expect(await (await authorize({}, [])).text()).toContain('name="decision" value="allow"');
    const other = await TestWhatsApp.make(simulator);
    const finish = async () => {
      const page = await (await authorize({ decision: 'allow' }, [whatsapp.id, other.id])).text();
      return JSON.parse((/<pre id="answer">(.*)<\/pre>/.exec(page)?.[1] ?? '').replaceAll('&quot;', '"'));
    };
    const { message, authResponse } = await finish();
    expect(message).toMatchObject({
      type: 'WA_EMBEDDED_SIGNUP',
      event: 'FINISH',
      data: { phone_number_id: whatsapp.id, waba_id: whatsapp.waba },
    });
    const { body } = await exchange(authResponse.code);
    expect(body).toEqual({ access_token: expect.stringMatching(/^EAAJ/), token_type: 'bearer' });
    expect((await exchange(authResponse.code)).status).toBe(400);
    const client = whatsapp.with(body.access_token);
    const { body: numbers } = await client.get(`${other.waba}/phone_numbers`, { fields: 'id,display_phone_number' });
    expect(numbers.data).toEqual([{ id: other.id, display_phone_number: expect.stringMatching(/^\+1 /) }]);
    const { authResponse: late } = await finish();
    await simulator.advance(31);
    expect((await exchange(late.code)).body.error).toMatchObject({ code: 100, error_subcode: 36009 });
  });

  test('with a redirect address the code goes there, and only with it it is good', async () => {
    const redirect_uri = 'https://app.example/back';
    const response = await authorize({ redirect_uri, state: 's', decision: 'allow' }, [whatsapp.id]);
    const url = new URL(response.headers.get('location') ?? '');
    expect([url.origin + url.pathname, url.searchParams.get('state')]).toEqual([redirect_uri, 's']);
    const code = url.searchParams.get('code') ?? '';
    expect((await exchange(code)).body.error.error_subcode).toBe(36008);
    expect((await exchange(code, { redirect_uri })).status).toBe(200);
    const denied = await authorize({ redirect_uri, decision: 'deny' }, [whatsapp.id]);
    expect(denied.headers.get('location')).toContain('error=access_denied');
  });
});

test('a number: added, verified by the code, registered with a PIN, deregistered', async () => {
  const options = { cc: '1', phone_number: '5550783881', verified_name: 'Acme Two' };
  const { id } = (await whatsapp.post(`${whatsapp.waba}/phone_numbers`, options)).body;
  const statusOf = async () =>
    (await whatsapp.get(id, { fields: 'status,code_verification_status' })).body as Record<string, string>;
  const register = (pin: string) => whatsapp.post(`${id}/register`, { messaging_product: 'whatsapp', pin });
  expect(await statusOf()).toEqual({ status: 'UNVERIFIED', code_verification_status: 'NOT_VERIFIED', id });
  expect(codeOf(await register('123456'))).toBe(133006);
  expect(codeOf(await whatsapp.post(`${id}/request_code`, { code_method: 'PIGEON', language: 'en_US' }))).toBe(131009);
  await whatsapp.post(`${id}/request_code`, { code_method: 'SMS', language: 'en_US' });
  const code = (await simulator.ledger('kind=code'))[0]?.text ?? '';
  expect(codeOf(await whatsapp.post(`${id}/verify_code`, { code: '000' }))).toBe(136025);
  expect((await whatsapp.post(`${id}/verify_code`, { code })).body).toEqual({ success: true, id });
  expect((await register('123456')).body).toEqual({ success: true });
  expect(await statusOf()).toMatchObject({ status: 'CONNECTED' });
  expect((await whatsapp.post(`${id}/deregister`)).body).toEqual({ success: true });
  expect(codeOf(await register('654321'))).toBe(133005);
  expect(codeOf(await whatsapp.post(`${id}/deregister`))).toBe(133010);
});

test('the business profile', async () => {
  const fields = 'about,websites,vertical,profile_picture_url';
  const path = `${whatsapp.id}/whatsapp_business_profile`;
  const update = (more: object) => whatsapp.postJson(path, { messaging_product: 'whatsapp', ...more });
  expect((await update({ about: 'Bread', websites: ['https://acme.example/'] })).body).toEqual({ success: true });
  expect((await whatsapp.get(path, { fields })).body.data).toEqual([
    expect.objectContaining({ about: 'Bread', websites: ['https://acme.example/'], vertical: 'RESTAURANT' }),
  ]);
  expect(codeOf(await update({ about: 'x'.repeat(140) }))).toBe(100);
  expect(codeOf(await update({ vertical: 'BAKERY' }))).toBe(100);
});

describe('templates', () => {
  const create = (more: object = {}) =>
    whatsapp.postJson(`${whatsapp.waba}/message_templates`, { ...orderTemplate, ...more });
  const send = (name: string, components: object[]) =>
    whatsapp.send({
      to: '16505551234',
      type: 'template',
      template: { name, language: { code: 'en_US' }, components },
    });
  const body = (...words: string[]) => ({
    type: 'body',
    parameters: words.map((text) => ({ type: 'text', text })),
  });

  test('is reviewed after a while, told, sent at any time, changed once a day, deleted', async () => {
    const receiver = await whatsapp.subscribe();
    const made = await create();
    expect(made.body).toEqual({ id: expect.stringMatching(/^\d{16}$/), status: 'PENDING', category: 'UTILITY' });
    expect((await create()).body.error).toMatchObject({ code: 100, error_subcode: 2388024 });
    const header = { type: 'header', parameters: [{ type: 'text', text: 'A1' }] };
    expect(codeOf(await send(orderTemplate.name, [header, body('Jo', 'A1')]))).toBe(132001);
    await simulator.advance(61);
    expect((await whatsapp.get(made.body.id, { fields: 'status,name' })).body.status).toBe('APPROVED');
    const [{ raw } = { raw: '' }] = await until(
      async () => receiver.received,
      ({ length }) => length > 0,
    );
    receiver.close();
    expect(raw).toContain(`"message_template_id":${made.body.id},`);
    expect(raw).toMatch(/"event":"APPROVED".*"message_template_language":"en-US"/);
    expect(codeOf(await send(orderTemplate.name, [header, body('Jo')]))).toBe(132000);
    const sent = await send(orderTemplate.name, [header, body('Jo', 'A1')]);
    expect(sent.body.messages).toEqual([{ id: expect.any(String), message_status: 'accepted' }]);
    expect((await simulator.ledger('kind=message')).at(-1)?.text).toBe('Order A1\nHello Jo, order A1 is confirmed.');
    const edit = () => whatsapp.postJson(made.body.id, { components: orderTemplate.components });
    expect((await edit()).body).toEqual({ success: true });
    await whatsapp.visitor('decide', 'APPROVED', { about: orderTemplate.name });
    expect((await edit()).body.error.error_subcode).toBe(2388039);
    await whatsapp.visitor('decide', 'PAUSED', { about: made.body.id });
    expect(codeOf(await send(orderTemplate.name, [header, body('Jo', 'A1')]))).toBe(132015);
    const path = `${base()}/graph/v25.0/${whatsapp.waba}/message_templates?name=${orderTemplate.name}`;
    const remove = () =>
      responseOf(fetch(path, { method: 'DELETE', headers: { authorization: `Bearer ${whatsapp.token}` } }));
    expect((await remove()).body).toEqual({ success: true });
    expect((await remove()).status).toBe(400);
  });

  test('are listed by page and by name', async () => {
    for (const name of ['list_a', 'list_b', 'list_c']) await create({ name });
    const path = `${whatsapp.waba}/message_templates`;
    const first = await whatsapp.get(path, { limit: 2, fields: 'name' });
    expect(first.body.data.map(({ name }: { name: string }) => name)).toEqual(['list_c', 'list_b']);
    expect((await whatsapp.follow(first.body.paging.next)).body.data[0].name).toBe('list_a');
    expect((await whatsapp.get(path, { name: 'list_a' })).body.data).toHaveLength(1);
  });

  test.each([
    ['a name with capitals', { name: 'Order' }, 100, undefined],
    ['no body', { name: 'no_body', components: [{ type: 'FOOTER', text: 'x' }] }, 100, undefined],
    ['no samples', { name: 'bare', components: [{ type: 'BODY', text: 'Hi {{1}}!' }] }, 100, 2388293],
    ['a variable at the end', { name: 'end', components: [{ type: 'BODY', text: 'Hi {{1}}' }] }, 100, 2388299],
  ])('%s is rejected', async (_name, more, code, subcode) => {
    const { error } = (await create(more)).body;
    expect([error.code, error.error_subcode]).toEqual([code, subcode]);
  });
});
