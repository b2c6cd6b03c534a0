import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../test/harness.ts';
import { operate } from '../../test/operator.ts';
import { changed, rowsIn } from './archives.fixture.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['mastodon'] });
  await service.sql(
    `insert into media (tenant_id, id, filename, content_type, size_bytes, status) values ($1, 'med_1', 'a.mp4', 'video/mp4', 5, 'pending')`,
    [ws.tenantId],
  );
  await service.sql(
    `insert into video_renditions (tenant_id, media_id, recipe, platforms, state, wanted, needed_at) values ($1, 'med_1', '0123456789abcdef.mp4', '{}', 'failed', '{}', now())`,
    [ws.tenantId],
  );
  await operate(service, ['workspaces', 'export', ws.id, join(service.dataDir, 'good.tar'), '--stop']);
  await operate(service, ['workspaces', 'delete', ws.id, '--only-here']);
});
afterAll(() => service?.close());

const OUT = '../../secrets.key';

test.each<[string, Body]>([
  ['media', { id: OUT }],
  ['media', { id: 'med_' }],
  ['media', { id: '' }],
  ['media', { id: null }],
  ['media', { id: ['med_1'] }],
  ['brands', { id: 'BRAND_1' }],
  ['brands', { logo_media_id: OUT }],
  ['accounts', { brand_id: 5 }],
  ['video_renditions', { media_id: OUT }],
  ['video_renditions', { recipe: OUT }],
])('workspaces import: a row of %s with %j is rejected before anything is written', async (table, fields) => {
  const to = join(service.dataDir, 'bad.tar');
  await changed(join(service.dataDir, 'good.tar'), to, (parts) =>
    rowsIn(parts, table, ([row, ...rows]) => [{ ...row, ...fields }, ...rows]),
  );
  const [[column, value] = []] = Object.entries(fields);
  await expect(operate(service, ['workspaces', 'import', to, '--unauthenticated'])).rejects.toThrow(
    `${table}, line 1, has an id that is not one of Hubbub: ${column} is ${JSON.stringify(value)}`,
  );
  expect((await operate(service, ['workspaces', 'list'])).json.map(({ id }: Body) => id)).not.toContain(ws.id);
});

test('workspaces import: rows as they were exported are accepted', async () => {
  const words = ['workspaces', 'import', join(service.dataDir, 'good.tar'), '--unauthenticated'];
  expect((await operate(service, words)).json).toMatchObject({ id: ws.id, is_continued: false });
});
