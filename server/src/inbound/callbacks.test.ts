import { createHmac } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../test/harness.ts';
import { accountOf } from '../../test/steps.ts';
import { connectors } from '../connectors/index.ts';
import { UPDATES } from '../http/limits/bounds.ts';
import { slicesOf } from '../lib/json/slices.ts';

const PLATFORMS = ['facebook', 'instagram', 'threads', 'whatsapp'] as const;
type Pushing = (typeof PLATFORMS)[number];
const AT = 1_772_370_400;

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService();
  ws = await service.workspace({ platforms: [...PLATFORMS] });
});
afterAll(() => service?.close());

const secretOf = async (platform: string): Promise<string> =>
  (await ws.control('GET', `apps/${platform}`)).client_secret;
const signatureOf = (raw: string | Buffer, secret: string) =>
  `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;

async function send(platform: string, raw: string | Buffer, signature?: string): Promise<number> {
  const signed = signature === undefined ? {} : { 'x-hub-signature-256': signature };
  const headers = { 'content-type': 'application/json', ...signed };
  const request = { method: 'POST', body: new Uint8Array(Buffer.from(raw)), headers };
  return (await fetch(`${service.url}/callbacks/test/${ws.world}/${platform}`, request)).status;
}

/** A true callback: a visitor's comment, or a message where nothing is public. */
function callbackOf(platform: Pushing, accountId: string, id: string): Body {
  const entry = (change: object) => ({ object: OBJECTS[platform], entry: [{ id: accountId, time: AT, ...change }] });
  const text = 'Grüße 👋';
  if (platform === 'facebook') {
    const value = { item: 'comment', verb: 'add', post_id: `${accountId}_1`, comment_id: id, message: text };
    return entry({
      changes: [{ field: 'feed', value: { ...value, created_time: AT, from: { id: '7', name: 'Jo' } } }],
    });
  }
  if (platform === 'instagram')
    return entry({ changes: [{ field: 'comments', value: { id, text, media: { id: '1' }, from: { id: '7' } } }] });
  if (platform === 'whatsapp') {
    const messages = [{ id, from: '16505551234', timestamp: String(AT), type: 'text', text: { body: text } }];
    return entry({ changes: [{ field: 'messages', value: { metadata: { phone_number_id: accountId }, messages } }] });
  }
  const value = { id, text, username: 'jo', root_post: { id: '1', owner_id: accountId } };
  return { target_id: accountId, time: AT, values: [{ field: 'replies', value }] };
}
const OBJECTS = { facebook: 'page', instagram: 'instagram', whatsapp: 'whatsapp_business_account', threads: 'threads' };

const storedOf = (platform: string): Promise<Body[]> =>
  service.sql('select * from callbacks where account_id = $1 order by received_at', [accountOf(ws, platform).id]);

describe.each(PLATFORMS)('%s', (platform) => {
  test('what is not signed right is rejected, and nothing is stored', async () => {
    const { platformId } = accountOf(ws, platform);
    const before = (await storedOf(platform)).length;
    const raw = JSON.stringify(callbackOf(platform, platformId, '900'));
    const secret = await secretOf(platform);
    const right = signatureOf(raw, secret);
    const wrong = [
      undefined,
      '',
      'sha256=',
      right.slice(0, -1),
      right.slice('sha256='.length),
      `sha1=${right.slice('sha256='.length)}`,
      `${right}00`,
      signatureOf(raw, `${secret}x`),
      `sha256=${'0'.repeat(64)}`,
    ];
    for (const signature of wrong) expect(await send(platform, raw, signature), String(signature)).toBe(401);
    // The same content in other bytes.
    expect(await send(platform, JSON.stringify(JSON.parse(raw), null, 1), right)).toBe(401);
    expect(await send(platform, raw.replace('ü', '\\u00fc'), right)).toBe(401);
    expect(await send(platform, '', signatureOf('', `${secret}x`))).toBe(401);
    expect(await send(platform, Buffer.alloc(5 * 1024 * 1024, 0x20), right)).toBe(413);
    expect(await storedOf(platform)).toHaveLength(before);
  });

  test('no single changed bit keeps a signature right', async () => {
    const { platformId } = accountOf(ws, platform);
    const raw = Buffer.from(JSON.stringify(callbackOf(platform, platformId, '901')));
    const app = { clientId: '1', clientSecret: await secretOf(platform) };
    const signature = Buffer.from(signatureOf(raw, app.clientSecret));
    const verify = (body: Buffer, header: Buffer) =>
      connectors[platform]?.inbound?.verify(body, { 'x-hub-signature-256': header.toString('latin1') }, app);
    expect(verify(raw, signature)).toBe(true);
    const bits = (raw.length + signature.length) * 8;
    for (let change = 0; change < 2500; change += 1) {
      const bit = change < bits ? change : (change * 7919) % bits;
      const [body, header] = [Buffer.from(raw), Buffer.from(signature)];
      const isBody = bit < raw.length * 8;
      const target = isBody ? body : header;
      const at = isBody ? bit : bit - raw.length * 8;
      target[at >> 3] = (target[at >> 3] as number) ^ (1 << (at & 7));
      // Hex digits and the scheme may be written large.
      if (!isBody && header.toString('latin1').toLowerCase() === signature.toString('latin1')) continue;
      expect(verify(body, header), `bit ${bit}`).toBe(false);
    }
  });

  test('a repeated callback is stored once; one for an account that is not connected here is dropped', async () => {
    const { platformId } = accountOf(ws, platform);
    const secret = await secretOf(platform);
    const before = (await storedOf(platform)).length;
    const raw = JSON.stringify(callbackOf(platform, platformId, '902'));
    for (let time = 0; time < 3; time += 1) expect(await send(platform, raw, signatureOf(raw, secret))).toBe(200);
    const [all] = await service.sql('select count(*)::int as many from callbacks');
    const foreign = JSON.stringify(callbackOf(platform, '424242', '903'));
    expect(await send(platform, foreign, signatureOf(foreign, secret))).toBe(200);
    expect(await storedOf(platform)).toHaveLength(before + 1);
    expect(await service.sql('select count(*)::int as many from callbacks')).toEqual([all]);
  });

  test('a kind that nobody knows and strange parts are kept as they came, and hold up nothing', async () => {
    const { platformId } = accountOf(ws, platform);
    const secret = await secretOf(platform);
    const known = callbackOf(platform, platformId, '904');
    const parts = platform === 'threads' ? known.values : (known.entry[0].changes ?? []);
    if (platform === 'whatsapp') {
      const { metadata } = parts[0].value;
      parts.unshift({ field: 'messages', value: { metadata, messages: [{ type: 'hologram', shape: 'cube' }, null] } });
    } else parts.unshift({ field: 'holograms', value: { shape: 'cube', at: platformId } }, null, 7);
    const raw = JSON.stringify(known);
    expect(await send(platform, raw, signatureOf(raw, secret))).toBe(200);
    const rows = await until(async () => {
      const found = await storedOf(platform);
      return found.every(({ due_at }) => due_at === null) && found;
    }, 'all are read');
    expect(rows.filter(({ error }) => error !== null)).toEqual([]);
    expect(rows.some(({ payload }) => JSON.stringify(payload).includes('cube'))).toBe(true);
    const item = platform === 'whatsapp' ? 'messages' : 'comments';
    const { id } = accountOf(ws, platform);
    const of904 = `select 1 from ${item} where platform_id = '904' and account_id = $1`;
    expect(await service.sql(of904, [id])).toHaveLength(1);
  });
});

/** A callback with this content of its outer list. */
function listOf(platform: Pushing, content: string): string {
  const [head, list] = platform === 'threads' ? ['"target_id":"1","time":1', 'values'] : ['"object":"x"', 'entry'];
  return `{${head.replace('"x"', JSON.stringify(OBJECTS[platform]))},"${list}":[${content}]}`;
}

describe.each(PLATFORMS)('large callbacks of %s', (platform) => {
  test('4 MB of elements that are no updates end after few slices', async () => {
    const secret = await secretOf(platform);
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    for (const one of ['1', '{"changes":[{}]}']) {
      const raw = listOf(platform, `${`${one},`.repeat(4_100_000 / (one.length + 1))}1`);
      expect(await send(platform, raw, signatureOf(raw, secret))).toBe(200);
    }
    // The list alone has more than a thousand slices.
    expect(parse.mock.calls.filter(([text]) => String(text).length > 1000).length).toBeLessThan(200);
  });

  test('a thousand updates pass, and those beyond 20,000 do not', () => {
    const inbound = connectors[platform]?.inbound;
    if (inbound === undefined) throw new Error('no callbacks');
    const { updates, split } = inbound;
    const passing = (count: number) => {
      const { entry, values } = callbackOf(platform, '17', 'ID');
      const one = JSON.stringify((entry ?? values)[0]);
      const all = Array.from({ length: count }, (_, n) => one.replace('"ID"', `"${n}"`));
      const slices = slicesOf(Buffer.from(listOf(platform, all.join())), updates, UPDATES);
      return slices.flatMap((slice) => split(slice)).toArray();
    };
    expect(new Set(passing(1000).map(({ key }) => key)).size).toBe(1000);
    expect(passing(21_000).length).toBeLessThanOrEqual(20_000);
  });
});

test('texts that no database stores do not hold up a callback', async () => {
  const { id, platformId } = accountOf(ws, 'facebook');
  const known = callbackOf('facebook', platformId, '906');
  known.entry[0].changes[0].value.message = 'a\0b \ud800 c';
  const raw = JSON.stringify(known);
  const secret = await secretOf('facebook');
  expect(await send('facebook', raw, signatureOf(raw, secret))).toBe(200);
  const find = () => service.sql(`select text from comments where platform_id = '906' and account_id = $1`, [id]);
  expect(await until(async () => (await find())[0], 'it is stored')).toEqual({ text: 'a\ufffdb \ufffd c' });
  const deep = '['.repeat(100_000);
  expect(await send('facebook', deep, signatureOf(deep, secret))).toBe(200);
});

test('a callback names an account of its own platform only', async () => {
  const { platformId } = accountOf(ws, 'instagram');
  const raw = JSON.stringify(callbackOf('facebook', platformId, '905'));
  const before = await service.sql('select count(*)::int as many from callbacks');
  expect(await send('facebook', raw, signatureOf(raw, await secretOf('facebook')))).toBe(200);
  expect(await service.sql('select count(*)::int as many from callbacks')).toEqual(before);
});

test('callbacks that wait for one account hold up no other, and wait with one connection', async () => {
  const [busy, free] = [accountOf(ws, 'facebook'), accountOf(ws, 'instagram')];
  const deliver = async (platform: Pushing, body: Body) => {
    const raw = JSON.stringify(body);
    expect(await send(platform, raw, signatureOf(raw, await secretOf(platform)))).toBe(200);
  };
  const ids = Array.from({ length: 40 }, (_, n) => `flood-${n}`);
  const [first, ...rest] = ids.map((id) => callbackOf('facebook', busy.platformId, id));
  for (const { entry } of rest) first?.entry[0].changes.push(...entry[0].changes);
  const storedAs = (like: string) => service.sql('select 1 from comments where platform_id like $1', [like]);
  const blocked = () =>
    service.sql(`select 1 from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`);

  // Reading would wait for the inbox, too.
  await service.sql('update accounts set poll_due_at = null where id = $1', [busy.id]);
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('select open_inbox($1, $2)', [ws.tenantId, busy.id]);
    await deliver('facebook', first as Body);
    await until(async () => (await blocked()).length > 0, 'the first waits for the inbox');
    await deliver('instagram', callbackOf('instagram', free.platformId, 'unheld'));
    await until(async () => (await storedAs('unheld')).length === 1, 'the other account is served');
    expect((await blocked()).length).toBe(1);
    expect((await storedAs('flood-%')).length).toBe(0);
    await holder.query('commit');
  } finally {
    await holder.end();
  }
  await until(async () => (await storedAs('flood-%')).length === ids.length, 'all are stored');
});
