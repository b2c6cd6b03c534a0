import { type ClientRequest, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from '../../../../test/harness.ts';
import { accountOf, usageOf } from '../../../../test/steps.ts';
import { importCsv } from './import-posts.fixture.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['mastodon', 'twitter'] });
});
afterAll(() => service?.close());

const soon = `${new Date().getUTCFullYear() + 1}-03-01T09:00:00Z`;
const table = (name: string, rows: number) => {
  const ids = ['mastodon', 'twitter'].map((platform) => accountOf(ws, platform).id);
  // Half of the rows name the accounts in the other order: locks must not care.
  const row = (_: unknown, index: number) =>
    `${name} ${index},${(index % 2 === 0 ? ids : ids.toReversed()).join('|')},${soon}`;
  return `text,account_ids,scheduled_at\n${Array.from({ length: rows }, row).join('\n')}`;
};

describe('concurrent imports', () => {
  test('different files, beside creates: all succeed and are counted', async () => {
    const before = await usageOf(ws.api);
    const imports = ['One', 'Two'].map((name) => importCsv(service, ws.api, table(name, 700)));
    const creates = Array.from({ length: 30 }, (_, index) =>
      ws.api.post('/v1/posts', {
        text: `Beside ${index}`,
        account_ids: [accountOf(ws, index % 2 === 0 ? 'mastodon' : 'twitter').id],
        scheduled_at: soon,
      }),
    );
    for (const { status, body } of await Promise.all(imports))
      expect({ status, created: body.created, errors: body.errors }).toEqual({ status: 200, created: 700, errors: [] });
    for (const { status } of await Promise.all(creates)) expect(status).toBe(201);
    expect((await usageOf(ws.api)).posts).toBe(before.posts + 1430);
    const [log] = await service.sql('select max(seq) = count(*) as is_gapless from events where tenant_id = $1', [
      ws.tenantId,
    ]);
    expect(log.is_gapless).toBe(true);
  });

  test('the same file: each post is created once', async () => {
    const answers = await Promise.all([1, 2].map(() => importCsv(service, ws.api, table('Same', 300))));
    const created = answers.map(({ body }) => body.created);
    expect(created.toSorted()).toEqual([0, 300]);
    for (const { body } of answers)
      expect(body.errors.every(({ code }: { code: string }) => code === 'conflict')).toBe(true);
  });

  test('the same file under one key: one import', async () => {
    const headers = { 'idempotency-key': 'one-import' };
    const content = table('Keyed', 300);
    const [one, two] = await Promise.all([1, 2].map(() => importCsv(service, ws.api, content, { headers })));
    expect(one?.body).toEqual(two?.body);
    expect(one?.body.created).toBe(300);
    const [made] = await service.sql(`select count(*)::int as posts from posts where text like 'Keyed %'`);
    expect(made.posts).toBe(300);
  });
});

describe('connections', () => {
  const held = new Set<ClientRequest>();

  /** Begins an import and does not end it; it is held until it is answered. */
  function begin(): void {
    const outgoing = request(`${service.url}/v1/posts/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ws.api.key}`, 'content-type': 'multipart/form-data; boundary=b' },
    });
    outgoing.on('error', () => {});
    outgoing.on('response', () => held.delete(outgoing));
    outgoing.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\ntext\nNever ended');
    held.add(outgoing);
  }
  const isBusy = async () => (await importCsv(service, ws.api, 'text,visibility\na,wrong')).status === 503;

  test('a workspace has two imports at once; broken connections make room again and leave nothing', async () => {
    await until(async () => {
      // The question takes a place itself, so it must not come together with one of the two.
      if (held.size === 2) return isBusy();
      begin();
      return false;
    }, 'both are being received');
    const { body, headers } = await importCsv(service, ws.api, 'text\nOne too many');
    expect(body).toMatchObject({ code: 'unavailable', meta: { retry_after: 5 } });
    expect(headers.get('retry-after')).toBe('5');
    const other = await service.workspace();
    expect((await importCsv(service, other.api, 'text\nSomebody else')).status).toBe(200);
    for (const outgoing of held) outgoing.destroy();
    await until(async () => !(await isBusy()), 'there is room again');
    const [made] = await service.sql(`select count(*)::int as posts from posts where text = 'Never ended'`);
    expect(made.posts).toBe(0);
  });
});
