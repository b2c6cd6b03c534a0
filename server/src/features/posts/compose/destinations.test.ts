import { afterAll, beforeAll, expect, test } from 'vitest';
import { classDConnector } from '../../../../test/connectors/class-d-connector.ts';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../../../test/harness.ts';
import { connectors } from '../../../connectors/index.ts';

const BOARDS = 'acc_boards';
let service: TestService;
let ws: TestWorkspace;

// No product has pages or boards yet: the blind connector has pages, and a twin of it that is never called has boards.
beforeAll(async () => {
  const pinterest = {
    ...classDConnector,
    platform: 'pinterest',
    displayName: 'Boards',
    destinations: 'boards',
  } as const;
  service = await startTestService({}, { connectors: { ...connectors, whatsapp: classDConnector, pinterest } });
  ws = await service.workspace({ platforms: ['whatsapp', 'mastodon'] });
  await service.sql(
    `insert into accounts (tenant_id, id, brand_id, platform, platform_id, name, username, credentials)
     select tenant_id, $2, brand_id, 'pinterest', '1', 'Boards', 'boards', '' from accounts where tenant_id = $1 limit 1`,
    [ws.tenantId, BOARDS],
  );
});
afterAll(() => service?.close());

const account = (platform: string) => ws.accounts[platform] as { id: string; platformId: string };
const pages = (...ids: (string | undefined)[]) =>
  ids.map((page_id) => ({ account_id: account('whatsapp').id, ...(page_id === undefined ? {} : { page_id }) }));
const create = (body: Body, headers = {}) => ws.api.post('/v1/posts', body, { headers });

async function publish(body: Body): Promise<Body> {
  const made = await create({ ...body, publish_now: true }, { prefer: 'wait=30' });
  expect(made.status, made.text).toBe(201);
  return made.body;
}

test('two pages of one account are two targets with contents of their own', async () => {
  const [plain, first] = pages(undefined, '11');
  const second = { ...pages('22')[0], text: 'For the second page' };
  const post = await publish({ text: 'For all pages', segments: ['And on'], targets: [plain, first, second] });
  expect(post.targets.map(({ page_id }: Body) => page_id)).toEqual([undefined, '11', '22']);
  const { entries } = await ws.control(
    'GET',
    `ledger?platform=whatsapp&account=${account('whatsapp').platformId}&kind=post`,
  );
  for (const [index, target] of post.targets.entries()) {
    const page = /^(\d+)_/.exec(target.platform_post_id)?.[1];
    expect(page).toBe([undefined, '11', '22'][index]);
    const entry = entries.find(({ platform_id }: Body) => platform_id === target.platform_post_id);
    expect(entry.text).toBe(index === 2 ? 'For the second page' : 'For all pages');
    const [part] = target.metadata.thread_post_ids;
    expect(/^(\d+)_/.exec(part)?.[1]).toBe(page);
  }
});

test('list_posts finds posts by page', async () => {
  const post = await create({ text: 'A draft for a page', targets: pages('33', '44') });
  const ids = async (page: string) =>
    (await ws.api.get(`/v1/posts?page_id=${page}`)).body.data.map(({ id }: Body) => id);
  expect(await ids('33')).toEqual([post.body.id]);
  expect(await ids('44')).toEqual([post.body.id]);
  expect(await ids('55')).toEqual([]);
  expect((await ws.api.get('/v1/posts?board_id=33')).status).toBe(400);
});

test('update_post keeps the target of each page or replaces all', async () => {
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const later = new Date(Date.now() + 7_200_000).toISOString();
  const [one, two] = pages('11', '22');
  const targets = [one, { ...two, text: 'Two', scheduled_at: later }];
  const { body: post } = await create({ text: 'To be changed', scheduled_at: at, targets });
  const { body: changed } = await ws.api.patch(`/v1/posts/${post.id}`, { title: 'A title' });
  expect(changed.targets).toEqual(post.targets);
  const { body: replaced } = await ws.api.patch(`/v1/posts/${post.id}`, { targets: pages('22', '33') });
  expect(replaced.targets).toMatchObject([{ page_id: '22' }, { page_id: '33' }]);
  const queue = await service.sql('select next_due_at from accounts where id = $1', [account('whatsapp').id]);
  expect(queue[0].next_due_at.toISOString()).toBe(at);
  await ws.api.delete(`/v1/posts/${post.id}`);
});

test('a board is named by board_id or its alias page_id', async () => {
  const { body } = await create({
    text: 'Two boards',
    targets: [
      { account_id: BOARDS, board_id: '1' },
      { account_id: BOARDS, page_id: '2' },
    ],
  });
  expect(body.targets).toMatchObject([{ board_id: '1' }, { board_id: '2' }]);
  expect(body.targets[1].page_id).toBeUndefined();
  expect((await ws.api.get('/v1/posts?page_id=2')).body.data).toMatchObject([{ id: body.id }]);
});

test.each<[string, () => Body[], string, string]>([
  ['the same page twice', () => pages('11', '11'), 'targets.1.page_id', 'publishing.duplicate_target'],
  ['the same account twice', () => pages(undefined, undefined), 'targets.1.account_id', 'publishing.duplicate_target'],
  [
    'the same board under both names',
    () => [
      { account_id: BOARDS, board_id: '1' },
      { account_id: BOARDS, page_id: '1' },
    ],
    'targets.1.board_id',
    'publishing.duplicate_target',
  ],
  [
    'a board by both names',
    () => [{ account_id: BOARDS, board_id: '1', page_id: '1' }],
    'targets.0.page_id',
    'validation.use_board_id',
  ],
  [
    'a page of an account without pages',
    () => [{ account_id: account('mastodon').id, page_id: '1' }],
    'targets.0.page_id',
    'account.pages_not_supported',
  ],
  [
    'a board of an account without boards',
    () => [...pages('11'), { account_id: account('mastodon').id, board_id: '1' }],
    'targets.1.board_id',
    'validation.field_invalid',
  ],
  [
    'a board of an account with pages',
    () => [{ ...pages()[0], account_id: account('whatsapp').id, board_id: '1' }],
    'targets.0.board_id',
    'validation.field_invalid',
  ],
  ['no board', () => [{ account_id: BOARDS }], 'targets.0.board_id', 'validation.board_id_required'],
  [
    'no board beside one',
    () => [{ account_id: BOARDS, board_id: '1' }, { account_id: BOARDS }],
    'targets.1.board_id',
    'validation.board_id_required',
  ],
  ['a page that is no text', () => [{ account_id: account('whatsapp').id, page_id: 1 }], 'targets.0.page_id', ''],
])('%s is rejected by create_post and validate_post', async (_, targets, field, detailCode) => {
  const body = { text: 'Rejected', targets: targets() };
  const rejected = await create(body);
  expect(rejected).toMatchObject({ status: 400, body: { code: 'invalid_request', meta: { field } } });
  if (detailCode === '') return;
  expect(rejected.body.detail_code).toBe(detailCode);
  const { body: validated } = await ws.api.post('/v1/posts/validate', body);
  expect(validated.errors).toMatchObject([{ field }]);
});

test('a draft that lost its board is not published', async () => {
  const { body } = await create({ text: 'Of before', targets: [{ account_id: BOARDS, board_id: '3' }] });
  await service.sql(`update actions set input = input - 'board_id' where post_id = $1`, [body.id]);
  const rejected = await ws.api.post(`/v1/posts/${body.id}/publish`);
  expect(rejected).toMatchObject({
    status: 400,
    body: { detail_code: 'validation.board_id_required', meta: { field: 'targets.0.board_id' } },
  });
});

test('resolve_target asks which page when several are unconfirmed', async () => {
  const post = await publish({ text: 'Lost on two pages', targets: pages('11', '22', '33') });
  await service.sql(
    `update actions set status = 'unconfirmed', platform_id = null where post_id = $1 and input->>'page_id' <> '11'`,
    [post.id],
  );
  await service.sql(`update posts set status = 'partial' where id = $1`, [post.id]);
  const resolve = (body: Body) =>
    ws.api.post(`/v1/posts/${post.id}/targets/${account('whatsapp').id}/resolve`, { outcome: 'published', ...body });
  expect(await resolve({})).toMatchObject({ status: 400, body: { meta: { field: 'page_id' } } });
  expect((await resolve({ page_id: '99' })).status).toBe(404);
  expect((await resolve({ page_id: '11' })).status).toBe(409);
  const { body: one } = await resolve({ page_id: '33' });
  expect(one.targets.map(({ status }: Body) => status)).toEqual(['published', 'unconfirmed', 'published']);
  expect((await resolve({})).body.status).toBe('published');
});
