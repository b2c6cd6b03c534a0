import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { rowsOf } from '../../../test/rows.ts';
import { accountOf, eventsOf, ledgerOf, usageOf } from '../../../test/steps.ts';
import { type ImportOptions, importCsv } from './import/import-posts.fixture.ts';

let service: TestService;
let ws: TestWorkspace;
let mastodon: string;
let twitter: string;
let count = 0;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['mastodon', 'twitter'] });
  mastodon = accountOf(ws, 'mastodon').id;
  twitter = accountOf(ws, 'twitter').id;
});
afterAll(() => service?.close());

const YEAR = new Date().getUTCFullYear() + 1;
const soon = `${YEAR}-03-01T09:00:00Z`;
/** A text that no other row has: the same post twice within two minutes is rejected. */
const unique = (text: string) => `${text} ${++count}`;
const send = (content: string | Uint8Array<ArrayBuffer>, options?: ImportOptions) =>
  importCsv(service, ws.api, content, options);
const get = async (id: string): Promise<Body> => (await ws.api.get(`/v1/posts/${id}`)).body;

describe('import_posts', () => {
  test('creates drafts and scheduled posts from rows and lists the rows that failed', async () => {
    const before = await usageOf(ws.api);
    const { status, body } = await send(
      [
        'text,title,account_ids,scheduled_at,visibility,platform_data',
        `${unique('Free draft')},,,,,`,
        `${unique('For both')},A title,${mastodon} | ${twitter},${soon},Public,"{""mastodon"":{""spoiler_text"":""Look""}}"`,
        `,,${mastodon},${soon},,`,
        `${unique('Nowhere')},,acc_00000000000000000000000000,${soon},,`,
        `${unique('Too long for X')}${'x'.repeat(300)},,${twitter},${soon},,`,
        '',
      ].join('\n'),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ total_rows: 5, created: 2, failed: 3 });
    expect(body.errors).toMatchObject([
      { row: 4, field: 'text', code: 'missing_metadata' },
      { row: 5, field: 'account_ids', code: 'account_not_found' },
      { row: 6, field: 'text', code: 'invalid_request' },
    ]);
    const [draft, scheduled] = body.posts;
    expect(draft).toMatchObject({ status: 'draft', targets: [] });
    expect(scheduled).toMatchObject({
      status: 'scheduled',
      title: 'A title',
      visibility: 'public',
      scheduled_at: `${YEAR}-03-01T09:00:00.000Z`,
      targets: [{ account_id: mastodon }, { account_id: twitter }],
    });
    expect(await get(scheduled.id)).toEqual(scheduled);
    expect((await eventsOf(ws.api, scheduled.id)).map(({ type }) => type)).toEqual(['post.scheduled']);
    expect((await usageOf(ws.api)).posts).toBe(before.posts + 1);
  });

  test('a row gives the same post as a request with the same values', async () => {
    const text = unique('The same both ways');
    const image = 'https://simulator.test/files/sample.jpg';
    const data = { mastodon: { spoiler_text: 'Look' } };
    const request = {
      text,
      title: 'A title',
      visibility: 'public',
      first_comment: 'First!',
      platform_data: data,
      media: [{ source_type: 'url', source: image }],
      scheduled_at: `${YEAR}-07-01T09:00`,
      timezone: 'Europe/Berlin',
      targets: [{ account_id: mastodon }],
      skip_duplicate_check: true,
    };
    const { body: asked } = await ws.api.post('/v1/posts', request);
    const row = [text, 'A title', mastodon, `${YEAR}-07-01T09:00`, 'public', 'First!', JSON.stringify(data)];
    const cells = [...row, '', 'Europe/Berlin', image].map((cell) => `"${cell.replaceAll('"', '""')}"`);
    const { body } = await send(cells.join(';'), { headers: { 'idempotency-key': 'another-fingerprint' } });
    expect(body.errors).toEqual([]);
    const changing = ['id', 'created_at', 'updated_at', 'warnings'];
    const lasting = (post: Body) => Object.entries(post).filter(([name]) => !changing.includes(name));
    expect(lasting(body.posts[0])).toEqual(lasting(asked));
    const rows = await service.sql(
      `select p.*, a.due_at, a.input, a.status as target, a.position, null as id, null as created_at, null as updated_at
       from posts p join actions a on a.post_id = p.id where p.text = $1`,
      [text],
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual(rows[1]);
  });

  test('a scheduled row is published when it is due', async () => {
    const text = unique('Due in a second');
    const at = new Date(Date.now() + 1000).toISOString();
    const { body } = await send(`text,account_ids,scheduled_at\n${text},${mastodon},${at}`);
    await until(async () => (await get(body.posts[0].id)).status === 'published', 'the imported post is published');
    expect((await ledgerOf(ws, 'mastodon')).filter((entry) => entry.text?.includes(text))).toHaveLength(1);
  });

  test('dry_run gives the same response and changes nothing', async () => {
    const before = await rowsOf(service, ws.tenantId);
    const content = `text,account_ids,scheduled_at\n${unique('Dry')},${mastodon},${soon}\n,,\n${unique('Wet')},nobody,`;
    const { status, body } = await send(content, { query: '?dry_run=true' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ dry_run: true, total_rows: 2, created: 1, failed: 1, cost: { posts: 1 } });
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
    expect((await send(content)).body).toMatchObject({ total_rows: 2, created: 1, failed: 1 });
  });

  test('honours the idempotency key', async () => {
    const content = `text,account_ids,scheduled_at\n${unique('Once')},${mastodon},${soon}`;
    const options = { headers: { 'idempotency-key': 'import-once' } };
    const first = await send(content, options);
    const before = await rowsOf(service, ws.tenantId);
    // The boundary of the form differs every time; the file is what counts.
    const again = await send(content, options);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
    expect((await send(`${content}\nmore,,`, options)).body.code).toBe('idempotency_key_reused');
    expect((await send(content, { ...options, query: '?dry_run=false' })).status).toBe(422);
  });

  test('rejects duplicates within the file and of posts within two minutes', async () => {
    const row = `${unique('Twice')},${mastodon},${soon}`;
    const content = `text,account_ids,scheduled_at\n${row}\n${row}`;
    const { body } = await send(content);
    expect(body).toMatchObject({ created: 1, failed: 1, errors: [{ row: 3, code: 'conflict' }] });
    expect(body.errors[0].message).toContain('row 2');
    expect((await send(content)).body).toMatchObject({ created: 0, failed: 2, posts: [] });
    const single = await ws.api.post('/v1/posts', {
      text: row.split(',')[0],
      account_ids: [mastodon],
      scheduled_at: soon,
    });
    expect(single.status).toBe(409);
  });

  test('needs posts:write', async () => {
    const reader = await service.workspace();
    await service.sql(`update api_keys set scopes = '{posts:read}' where tenant_id = $1`, [reader.tenantId]);
    const { status, body } = await importCsv(service, reader.api, 'text\na');
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'insufficient_scope' });
    expect((await importCsv(service, { key: 'nonsense' }, 'text\na')).status).toBe(401);
  });

  test('a key limited to a brand reaches only accounts of that brand', async () => {
    const other = await service.workspace({ platforms: ['mastodon'] });
    await service.sql(`update api_keys set brand_ids = '{brand_other}' where tenant_id = $1`, [other.tenantId]);
    const { body } = await importCsv(service, other.api, `text,account_ids\nHello,${accountOf(other, 'mastodon').id}`);
    expect(body.errors).toMatchObject([{ row: 2, field: 'account_ids', code: 'account_not_found' }]);
  });

  test('another tenant’s account fails only its row', async () => {
    const victim = await service.workspace({ platforms: ['mastodon'] });
    const foreign = accountOf(victim, 'mastodon').id;
    const before = await rowsOf(service, victim.tenantId);
    const row = (ids: string) => `${unique('Mine')},${ids},${soon}`;
    const { body } = await send(
      ['text,account_ids,scheduled_at', row(mastodon), row(`${mastodon}|${foreign}`), row(twitter)].join('\n'),
    );
    expect(body).toMatchObject({ created: 2, failed: 1, errors: [{ row: 3, code: 'account_not_found' }] });
    const [left] = await service.sql(`select count(*)::int as posts from posts where text = $1`, [`Mine ${count - 1}`]);
    expect(left.posts).toBe(0);
    expect(await rowsOf(service, victim.tenantId)).toEqual(before);
  });
});

describe('the allowance of the Free plan', () => {
  const rows = (scheduled: number, drafts: number) =>
    [
      'text,account_ids,scheduled_at',
      ...Array.from({ length: scheduled }, () => `${unique('Planned')},ACCOUNT,${soon}`),
      ...Array.from({ length: drafts }, () => `${unique('Draft')},,`),
    ].join('\n');

  test('a file within it is imported, a file beyond it is rejected as a whole', async () => {
    const free = await service.workspace({ plan: 'free', platforms: ['mastodon'] });
    const { id } = accountOf(free, 'mastodon');
    const sendFree = (content: string, options?: ImportOptions) =>
      importCsv(service, free.api, content.replaceAll('ACCOUNT', id), options);
    const first = await sendFree(rows(8, 20));
    expect(first).toMatchObject({ status: 200, body: { created: 28 } });
    expect(first.headers.get('x-posts-remaining')).toBe('2');
    const before = await rowsOf(service, free.tenantId);
    for (const content of [rows(3, 5), rows(400, 0)]) {
      for (const query of ['', '?dry_run=true']) {
        const { status, body, headers } = await sendFree(content, { query });
        expect({ status, code: body.code }).toEqual({ status: 429, code: 'rate_limit_exceeded' });
        expect(body).toMatchObject({ meta: { max: 10 }, detail_code: 'validation.post_limit_exhausted' });
        expect(body.error).toMatch(/2 of 10/);
        expect(headers.get('x-posts-remaining')).toBe('2');
      }
    }
    expect(await rowsOf(service, free.tenantId)).toEqual(before);
    expect(await sendFree(rows(2, 1))).toMatchObject({ status: 200, body: { created: 3 } });
    expect((await usageOf(free.api)).posts).toBe(10);
    expect(await sendFree(rows(0, 3))).toMatchObject({ status: 200, body: { created: 3 } });
  });
});
