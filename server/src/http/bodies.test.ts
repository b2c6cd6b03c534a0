import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../test/harness.ts';
import { type RawConnection, rawConnection } from '../../test/raw-connection.ts';
import { hubSignature } from '../../test/signed-callbacks.ts';
import { accountOf } from '../../test/steps.ts';
import { BODY, CALLBACK } from './limits/bounds.ts';

const MIB = 1024 * 1024;
const PLATFORMS = ['facebook', 'instagram', 'threads', 'whatsapp'] as const;

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: [...PLATFORMS] });
});
afterAll(() => service?.close());

/** Sends the head of a request and a part of its body. */
async function half(method: string, path: string, part: string, bytes = BODY.bytesMax): Promise<RawConnection> {
  const connection = await rawConnection(service.url);
  onTestFinished(() => void connection.socket.destroy());
  const fields = ['host: 127.0.0.1', 'content-type: application/json', `content-length: ${bytes}`];
  connection.socket.write(`${[`${method} ${path} HTTP/1.1`, ...fields].join('\r\n')}\r\n\r\n${part}`);
  return connection;
}

const answered = ({ received }: RawConnection, status: number) =>
  until(async () => received().startsWith(`HTTP/1.1 ${status} `), `${status} arrives`);

describe('an unwanted body is answered before it has arrived', () => {
  test.each([
    ['POST', '/nothing', 404],
    ['POST', '/guide', 404],
    ['PUT', '/v1/posts', 405],
    ['POST', '/v1/posts', 401],
    ['GET', '/nothing', 404],
    ['POST', '/callbacks/nowhere', 400],
    ['POST', '/callbacks/bluesky', 501],
    ['POST', '/callbacks/facebook', 404],
    ['POST', `/callbacks/test/w_${'0'.repeat(32)}/facebook`, 404],
    ['POST', `/callbacks/test/w_${'0'.repeat(32)}/facebook/erase`, 404],
    ['POST', '/callbacks/twitter/erase', 501],
  ])('%s %s', async (method, path, status) => {
    await answered(await half(method, path, '[[['), status);
  });
});

describe('a JSON body is measured before it is parsed', () => {
  const rejected: Readonly<Record<string, readonly [text: string, max: number]>> = {
    'levels without an end': ['['.repeat(BODY.bytesMax), BODY.levelsMax],
    'a level too many': [`{"text":${'['.repeat(32)}${']'.repeat(32)}}`, BODY.levelsMax],
    'a million values': ['[1'.padEnd(BODY.bytesMax, ',1'), BODY.valuesMax],
    'empty lists': [`[${'[],'.repeat(BODY.valuesMax)}[]]`, BODY.valuesMax],
    'many names': [`{${Array.from({ length: 10_001 }, (_, n) => `"n${n}":1`).join(',')}}`, BODY.valuesMax],
    'levels behind a text of quotes': [`{"a":"\\"\\\\\\"","b":${'['.repeat(5000)}`, BODY.levelsMax],
  };
  test.each(Object.entries(rejected))('%s', async (_name, [raw, max]) => {
    const { status, body } = await ws.api.post('/v1/posts', undefined, { raw });
    expect({ status, code: body.code, detail: body.detail_code, meta: body.meta }).toEqual({
      status: 400,
      code: 'invalid_request',
      detail: 'validation.body_invalid',
      meta: { field: 'body', max },
    });
  });

  test('brackets and commas in a text do not count', async () => {
    const text = `"${'[{,:'.repeat(10_000)}\\"`;
    const { status, body } = await ws.api.post('/v1/posts', { text });
    expect({ status, text: body.text }).toEqual({ status: 201, text });
  });

  test('a form of a page is small', async () => {
    const body = new URLSearchParams({ profile: 'a'.repeat(65_536) });
    expect((await fetch(`${service.url}/oauth/choice`, { method: 'POST', body })).status).toBe(413);
  });
});

async function send(platform: string, content: Body, world = ws.world): Promise<Response> {
  const { client_secret: secret } = await ws.control('GET', `apps/${platform}`);
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': hubSignature(secret, body) };
  return fetch(`${service.url}/callbacks/test/${world}/${platform}`, { method: 'POST', body, headers });
}

const UPDATES = 1000;
const PEOPLE = 10;
const eachOf = (one: (n: number) => Body) => Array.from({ length: UPDATES }, (_, n) => one(n));
const at = Math.floor(Date.now() / 1000);

/** A thousand updates of an account, as its platform sends them at once. */
const CALLBACKS: Readonly<Record<(typeof PLATFORMS)[number], (id: string) => Body>> = {
  facebook: (id) => {
    const value = { item: 'comment', verb: 'add', post_id: `${id}_1`, created_time: at, from: { id: '7', name: 'Jo' } };
    const changes = eachOf((n) => ({ field: 'feed', value: { ...value, comment_id: `c${n}`, message: `Hello ${n}` } }));
    return { object: 'page', entry: [{ id, time: at, changes }] };
  },
  instagram: (id) => {
    const value = { from: { id: '7', username: 'jo' }, media: { id: '5' } };
    const changes = eachOf((n) => ({ field: 'comments', value: { ...value, id: `c${n}`, text: `Hello ${n}` } }));
    return { object: 'instagram', entry: changes.map((change) => ({ id, time: at, changes: [change] })) };
  },
  threads: (id) => {
    const root_post = { id: '5', owner_id: id };
    const value = { username: 'jo', timestamp: new Date(at * 1000).toISOString(), root_post };
    const values = eachOf((n) => ({ field: 'replies', value: { ...value, id: `c${n}`, text: `Hello ${n}` } }));
    return { target_id: id, time: at, values };
  },
  whatsapp: (id) => {
    const contacts = Array.from({ length: PEOPLE }, (_, n) => ({ wa_id: `${n}`, profile: { name: `Jo ${n}` } }));
    const messages = eachOf((n) => ({
      id: `wamid.${n}`,
      from: `${n % PEOPLE}`,
      timestamp: `${at}`,
      type: 'text',
      text: { body: 'Hi' },
    }));
    const value = { messaging_product: 'whatsapp', metadata: { phone_number_id: id }, contacts, messages };
    return { object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field: 'messages', value }] }] };
  },
};

describe('a callback of a thousand updates is stored whole', () => {
  test.each(PLATFORMS)('%s', async (platform) => {
    const account = accountOf(ws, platform);
    expect((await send(platform, CALLBACKS[platform](account.platformId))).status).toBe(200);
    const table = platform === 'whatsapp' ? 'messages' : 'comments';
    const rows = () => service.sql(`select 1 from ${table} where account_id = $1`, [account.id]);
    await until(async () => (await rows()).length === UPDATES, 'all are stored');
    expect(
      await service.sql('select key from callbacks where account_id = $1 and error is not null', [account.id]),
    ).toEqual([]);
  });

  test('a text as long as platforms allow', async () => {
    const { id, platformId } = accountOf(ws, 'facebook');
    const [change] = CALLBACKS.facebook(platformId).entry[0].changes;
    change.value.comment_id = 'long';
    change.value.message = '\u{1F600}'.repeat(63_000);
    const escaped = JSON.stringify({
      object: 'page',
      entry: [{ id: platformId, time: at, changes: [change, change] }],
    });
    const body = escaped.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);
    expect((await send('facebook', body)).status).toBe(200);
    const text = () => service.sql(`select text from comments where account_id = $1 and platform_id = 'long'`, [id]);
    await until(async () => (await text()).length === 1, 'it is stored');
    expect((await text())[0].text).toBe(change.value.message);
  });

  test('each message has the name of its person', async () => {
    const people = await service.sql(
      `select count(distinct participant_name)::int as count from conversations where account_id = $1`,
      [accountOf(ws, 'whatsapp').id],
    );
    expect(people).toEqual([{ count: PEOPLE }]);
  });
});

describe('signed callbacks that no platform sends', () => {
  test.each([
    ['levels', '['.repeat(4 * MIB)],
    ['values', '[1'.padEnd(4 * MIB, ',1')],
    ['numbers in place of updates', `{"object":"page","entry":[1${',1'.repeat(30_000)}]}`],
    ['no JSON', '{"object":'],
  ])('%s are accepted and change nothing', async (_name, body) => {
    const count = () => service.sql('select count(*)::int from callbacks');
    const before = await count();
    expect((await send('facebook', body)).status).toBe(200);
    expect(await count()).toEqual(before);
  });
});

test('a world has a budget of callback bytes, and others do not feel it', async () => {
  const other = await service.workspace({ platforms: ['facebook'] });
  const path = (world: string) => `/callbacks/test/${world}/facebook`;
  // The last bytes of a read count more than they are.
  const SPARE = MIB / 8;
  const held = CALLBACK.bytesAtOnceOfWorldMax / 2 - SPARE;
  const part = 'a'.repeat(held);
  const waiting = await Promise.all([1, 2].map(() => half('POST', path(other.world), part, CALLBACK.bytesMax)));
  const post = (world: string, body: string) => fetch(`${service.url}${path(world)}`, { method: 'POST', body });
  await until(
    async () => (await post(other.world, 'a'.repeat(3 * SPARE))).status === 503,
    'the world has no more room',
  );
  expect((await post(ws.world, 'a')).status).toBe(401);
  for (const { socket } of waiting) socket.destroy();
  await until(async () => (await post(other.world, 'a')).status === 401, 'it has room again');

  // A small chunk takes more memory than its bytes.
  const chunked = await rawConnection(service.url);
  onTestFinished(() => void chunked.socket.destroy());
  chunked.socket.write(`POST ${path(other.world)} HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n`);
  chunked.socket.write(`40\r\n${'a'.repeat(64)}\r\n`.repeat(20_000));
  await answered(chunked, 503);

  const whole = 'a'.repeat(CALLBACK.bytesMax);
  let response = await post(other.world, whole);
  for (let n = 0; response.status === 401 && n < CALLBACK.bytesPerMinuteOfWorldMax / CALLBACK.bytesMax; n++)
    response = await post(other.world, whole);
  const { code, meta } = (await response.json()) as Body;
  expect({ status: response.status, code, max: meta.max }).toEqual({
    status: 429,
    code: 'too_many_requests',
    max: CALLBACK.bytesPerMinuteOfWorldMax,
  });
  expect(response.headers.get('retry-after')).toBe(String(meta.retry_after));
  expect((await post(ws.world, 'a')).status).toBe(401);
});
