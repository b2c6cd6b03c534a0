import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { accountOf, waiting, withNewKey } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;
let second: string;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['twitter', 'mastodon'] });
  const [account] = await service.app.connectSimulated(ws.tenantId, ['mastodon']);
  second = account?.id as string;
});
afterAll(() => service?.close());

const id = (platform: string) => accountOf(ws, platform).id;
const create = (targets: readonly Body[]) =>
  ws.api.post('/v1/posts', { text: 'By platform', targets, skip_duplicate_check: true });
const validate = (targets: readonly Body[]) => ws.api.post('/v1/posts/validate', { text: 'By platform', targets });

describe('targets by platform', () => {
  test.each(['twitter', 'x'])('create_post and validate_post take %s beside an account of it', async (platform) => {
    const targets = [{ account_id: id('twitter'), platform }];
    const { status, body } = await create(targets);
    expect({ status, targets: body.targets }).toMatchObject({ status: 201, targets: [{ account_id: id('twitter') }] });
    expect(await validate(targets)).toMatchObject({ status: 200, body: { valid: true } });
  });

  test('a platform alone is its only account, the same as by its id', async () => {
    const post = { text: 'The only account', publish_now: true };
    const { body } = await ws.api.post('/v1/posts', { ...post, targets: [{ platform: 'twitter' }] }, waiting);
    expect(body).toMatchObject({ status: 'published', targets: [{ account_id: id('twitter'), platform: 'twitter' }] });
    const again = await ws.api.post('/v1/posts', { ...post, targets: [{ account_id: id('twitter') }] });
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  test('update_post takes it too', async () => {
    const { body: draft } = await create([{ account_id: second }]);
    const { status, body } = await ws.api.patch(`/v1/posts/${draft.id}`, { targets: [{ platform: 'twitter' }] });
    expect({ status, targets: body.targets }).toMatchObject({ status: 200, targets: [{ account_id: id('twitter') }] });
  });

  const rejections: Record<string, () => { target: Body; meta: object }> = {
    'contradicts the account': () => ({
      target: { account_id: id('twitter'), platform: 'mastodon' },
      meta: { field: 'targets.0.platform' },
    }),
    'has several accounts': () => ({
      target: { platform: 'mastodon' },
      meta: { field: 'targets.0.account_id', account_ids: expect.arrayContaining([id('mastodon'), second]) },
    }),
    'has no account': () => ({ target: { platform: 'pinterest' }, meta: { field: 'targets.0.platform' } }),
    'does not exist': () => ({ target: { platform: 'friendster' }, meta: { field: 'targets.0.platform' } }),
    'is missing like the account': () => ({ target: { text: 'Where?' }, meta: { field: 'targets.0.account_id' } }),
  };
  test.each(Object.entries(rejections))('create_post is 400 for a platform that %s', async (_, rejection) => {
    const { target, meta } = rejection();
    expect(await create([target])).toMatchObject({ status: 400, body: { meta } });
  });

  test('the error for several accounts names them', async () => {
    const { body } = await create([{ platform: 'mastodon' }]);
    for (const choice of [id('mastodon'), second]) expect(body.error).toContain(choice);
  });

  test('a key of one brand chooses among the accounts of its brand', async () => {
    const [{ brand_id: brandId }] = await service.sql('select brand_id from accounts where id = $1', [second]);
    const own = await service.sql(
      `select id from accounts where platform = 'mastodon' and tenant_id = $1 and brand_id = $2`,
      [ws.tenantId, brandId],
    );
    const limited = await withNewKey(service, ws, { brandIds: [brandId] });
    const { status } = await limited.api.post('/v1/posts', { text: 'Mine', targets: [{ platform: 'mastodon' }] });
    expect(status).toBe(own.length === 1 ? 201 : 400);
  });

  test('validate_post needs no account for a platform', async () => {
    const long = 'x'.repeat(600);
    const { status, body } = await validate([{ platform: 'mastodon', text: long }, { platform: 'pinterest' }]);
    expect(status).toBe(200);
    expect(body.errors).toContainEqual(
      expect.objectContaining({ platform: 'mastodon', field: 'targets.0.text', rule: 'text_length' }),
    );
    expect(body.errors).toContainEqual(expect.objectContaining({ platform: 'pinterest' }));
  });

  test('validate_post names the position in the request beside targets without an account', async () => {
    const twice = { account_id: id('twitter') };
    const { body } = await validate([{ platform: 'mastodon' }, twice, twice]);
    expect(body.errors).toMatchObject([
      { field: 'targets.2.account_id', rule: 'duplicate_target', platform: 'twitter' },
    ]);
  });
});
