import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';

/** More than are looked at before the index of words is asked. */
const POSTS = 700;

let service: TestService;
let ws: TestWorkspace;
let other: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['mastodon', 'bluesky'] });
  other = await service.workspace();
  for (const { tenantId } of [ws, other])
    await service.sql(
      `insert into posts (tenant_id, id, text, status, media, created_at, updated_at)
       select $1, 'post_' || lpad(n::text, 26, '0'), case n when 1 then 'A lighthouse, 港の灯台です' when 2 then 'O''Neill''s café' else 'Bread, number ' || n end,
         'draft', '[]', now() - ($2 - n) * interval '1 minute', now() from generate_series(1, $2::int) n`,
      [tenantId, POSTS],
    );
  await service.sql(
    `insert into actions (tenant_id, id, account_id, platform, kind, post_id, position, input, status)
     select tenant_id, 'act' || substr(id, 5), case when id like '%1' then $2 else $3 end, 'mastodon', 'publish', id, 0, '{}', 'pending'
     from posts where tenant_id = $1`,
    [ws.tenantId, ws.accounts.mastodon?.id, ws.accounts.bluesky?.id],
  );
});
afterAll(() => service.close());

const numbers = async ({ api }: TestWorkspace, query: string): Promise<number[]> => {
  const { status, body, text } = await api.get(`/v1/posts?${query}`);
  expect(status, text).toBe(200);
  return body.data.map(({ id }: { id: string }) => Number(id.slice(5)));
};

describe('list_posts with search', () => {
  test.each([
    ['lighthouse', [1]],
    ['LIGHT', [1]],
    ['house', []],
    ['灯台', [1]],
    ['港の灯台', [1]],
    ['台灯', []],
    ["o'neill CAF", [2]],
    ['lighthouse bread', []],
    ['xylophone', []],
    ['!?', []],
    ['bread number 7', [700, 79, 78, 77, 76, 75, 74, 73, 72, 71, 70, 7]],
  ])('finds the words of %j, however old the post is', async (words, found) => {
    expect(await numbers(ws, `search=${encodeURIComponent(words)}&limit=100`)).toEqual(found);
  });

  test('combines with accounts, states, orders and pages', async () => {
    const { mastodon, bluesky } = ws.accounts;
    expect(await numbers(ws, `search=lighthouse&account_id=${mastodon?.id}`)).toEqual([1]);
    expect(await numbers(ws, `search=lighthouse&account_id=${bluesky?.id}`)).toEqual([]);
    expect(await numbers(ws, 'search=lighthouse&status=published')).toEqual([]);
    expect(await numbers(ws, 'search=bread&order=asc&limit=2')).toEqual([3, 4]);
    expect(await numbers(ws, 'search=number%2071&order=asc')).toEqual([71]);
    const first = (await ws.api.get('/v1/posts?search=bread&limit=2')).body;
    expect(await numbers(ws, `search=bread&limit=2&cursor=${encodeURIComponent(first.cursor)}`)).toEqual([698, 697]);
  });

  test('reads no other tenant', async () => {
    await service.sql(`update posts set text = 'A secret windmill' where tenant_id = $1 and id like '%05'`, [
      other.tenantId,
    ]);
    expect(await numbers(other, 'search=windmill')).not.toEqual([]);
    expect(await numbers(ws, 'search=windmill')).toEqual([]);
  });
});
