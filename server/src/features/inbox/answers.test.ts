import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiResponse,
  type Body,
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../../../test/harness.ts';
import { accountOf, fault, longThrottle, unpause, usageOf, withNewKey } from '../../../test/steps.ts';
import { ANSWERS, type Answer, answersIn, type Name, rejectionOf } from './answers.fixture.ts';

const NAMES = Object.keys(ANSWERS) as Name[];
const WITH_TEXT = NAMES.filter((name) => name !== 'send_template' && name !== 'retry_message');
const HEADERS = ['x-posts-limit', 'x-interactions-limit', 'x-interactions-remaining', 'x-storage-limit'];

let service: TestService;
let ws: TestWorkspace;
let prepare: ReturnType<typeof answersIn>;
let count = 0;

beforeAll(async () => {
  service = await startTestService();
  const platforms = [...new Set(Object.values(ANSWERS).map(({ platform }) => platform))];
  ws = await service.workspace({ plan: 'free', platforms });
  prepare = answersIn(service, ws);
});
afterAll(() => service?.close());

/** The response, and the interactions that it took. */
async function costOf(call: () => Promise<ApiResponse>): Promise<{ answer: ApiResponse; cost: number }> {
  const before = await usageOf(ws.api);
  const answer = await call();
  const after = await usageOf(ws.api);
  expect(after.posts).toBe(before.posts);
  for (const name of HEADERS) expect(answer.headers.get(name), `${name} of ${answer.text}`).toMatch(/^\d+$/);
  expect(answer.headers.get('x-interactions-remaining'), answer.text).toBe(
    String(Math.max(0, 50 - after.interactions)),
  );
  return { answer, cost: after.interactions - before.interactions };
}

describe.each(NAMES)('%s', (name) => {
  const { platform, operation } = ANSWERS[name];
  const post = ({ path, body }: Answer, headers = {}) => ws.api.post(path, body, { headers });

  test('costs one interaction, also when the platform rejects; its throttle is free', async () => {
    const right = await prepare[name]('Thank you');
    const { answer, cost } = await costOf(() => post(right));
    expect(answer, answer.text).toMatchObject({ status: 200 });
    expect(cost).toBe(1);

    const rejected = await prepare[name]('Rejected');
    await fault(ws, platform, { ...rejectionOf(platform), operation });
    const kept = await costOf(() => post(rejected));
    expect({ status: kept.answer.status >= 400, cost: kept.cost }, kept.answer.text).toEqual({ status: true, cost: 1 });

    const throttled = await prepare[name]('Throttled');
    await fault(ws, platform, { ...longThrottle, operation });
    const free = await costOf(() => post(throttled));
    expect(free.answer, free.answer.text).toMatchObject({ status: 429, body: { code: 'platform_rate_limit' } });
    expect(free.cost).toBe(0);
    // The account waits now, so we reject ourselves.
    const waits = await costOf(() => post(throttled));
    expect(waits.answer, waits.answer.text).toMatchObject({ status: 429, body: { code: 'platform_rate_limit' } });
    expect(waits.cost).toBe(0);
    await unpause(service, ws);
    await service.sql('delete from app_pauses');
  });

  test('a key of another brand cannot replay its stored answer; one of the same brand can', async () => {
    const right = await prepare[name]('Once');
    const headers = { 'idempotency-key': `once-${name}` };
    const first = await post(right, headers);
    expect(first, first.text).toMatchObject({ status: 200 });
    const [{ brand_id: own }] = await service.sql('select brand_id from accounts where id = $1', [
      accountOf(ws, platform).id,
    ]);
    const other = (await ws.api.post('/v1/brands', { name: `Other ${++count}` })).body;
    if (other.id === undefined) expect(other.code).toBe('brand_limit_reached');
    const foreign = await withNewKey(service, ws, { brandIds: [other.id ?? 'brand_other'] });
    const same = await withNewKey(service, ws, { brandIds: [own] });
    expect(await foreign.api.post(right.path, right.body, { headers })).toMatchObject({ status: 404 });
    const again = await same.api.post(right.path, right.body, { headers });
    expect(again, again.text).toMatchObject({ status: 200, body: first.body });
  });
});

/** The address, the body, the status and the field of the rejection. */
type Case = [string, Body, number, string | undefined];

describe.each(WITH_TEXT)('%s: what we reject ourselves', (name) => {
  test('is told by its code and its field, and costs nothing', async () => {
    const { path, body } = await prepare[name]('Right');
    const ids = path.match(/(?:cmt|conv|rev|ip)_[0-9a-z]+/g) ?? [];
    const unknown = (id: string) => `${id.slice(0, id.indexOf('_') + 1)}${'0'.repeat(26)}`;
    const cases: readonly Case[] = [
      [path, { ...body, text: '' }, 400, 'text'],
      [path, { ...body, text: ' \n' }, 400, 'text'],
      [path, { ...body, text: 'x'.repeat(102_400) }, 400, 'text'],
      [path, { ...body, text: 7 }, 400, 'text'],
      [path, { ...body, words: 'x' }, 400, 'words'],
      [path, { ...body, account_id: 'acc_00000000000000000000000000' }, 404, undefined],
      ...ids.map((id) => [path.replace(id, unknown(id)), body, 404, undefined] as Case),
      ...['comment_id', 'media_id'].flatMap((field) =>
        field in body ? [[path, { ...body, [field]: unknown(body[field]) }, 404, undefined] as Case] : [],
      ),
    ];
    for (const [at, options, status, field] of cases) {
      if (name === 'reply_to_mention' && 'account_id' in options) continue;
      const { answer, cost } = await costOf(() => ws.api.post(at, options));
      expect(answer.status, answer.text).toBe(status);
      if (field !== undefined) expect(answer.body.meta.field).toBe(field);
      expect(answer.body).toMatchObject({ error: expect.any(String), code: expect.stringMatching(/^[a-z_]+$/) });
      expect(cost, answer.text).toBe(0);
    }
  });
});

test('an answer to what its author has deleted is rejected, and costs nothing', async () => {
  const { path, body } = await prepare.reply('Too late');
  await service.sql('update comments set deleted_at = now() where id = $1', [body.comment_id]);
  const { answer, cost } = await costOf(() => ws.api.post(path, body));
  expect(answer, answer.text).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(cost).toBe(0);
});
