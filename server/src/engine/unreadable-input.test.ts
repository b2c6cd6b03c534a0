import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from '../../test/harness.ts';
import { accountOf, callsOf, targetsOn } from '../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['mastodon'] });
});
afterAll(() => service?.close());

/** A scheduled post whose target holds this input instead, due in this state. */
async function dueWith(input: object, state: string | null): Promise<string> {
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
  const targets = targetsOn(ws, 'mastodon');
  const { body } = await ws.api.post('/v1/posts', { text: `In state ${state}`, targets, scheduled_at });
  await service.sql(
    `update actions set input = $2, state = $3::text, due_at = now(), intent_at = case when $3::text is null then null else now() end where post_id = $1`,
    [body.id, JSON.stringify(input), state],
  );
  await service.sql('update accounts set next_due_at = now() where id = $1', [accountOf(ws, 'mastodon').id]);
  return body.id;
}

const targetOf = async (id: string) => (await ws.api.get(`/v1/posts/${id}`)).body.targets[0];
const settled = (id: string) =>
  until(async () => {
    const target = await targetOf(id);
    return !['pending', 'publishing'].includes(target.status) && target;
  }, 'the target is settled');

test('a stored input that does not fit fails its action, which was not sent, and the next one goes on', async () => {
  const broken = await dueWith({ platform_data: 5 }, null);
  expect(await settled(broken)).toMatchObject({
    status: 'failed',
    error: { code: 'stored_input_invalid', category: 'system', caused_by: 'system' },
  });
  expect((await ws.api.get(`/v1/posts/${broken}`)).body.status).toBe('failed');
  const { body: journal } = await ws.api.get(`/v1/posts/${broken}/attempts`);
  expect(journal.data.at(-1)).toMatchObject({ state: 'rejected', detail: { error: 'stored_input_invalid' } });
  expect(await callsOf(ws, 'mastodon', 'publish')).toHaveLength(0);

  const sound = await dueWith({ text: 'Its own text', field_of_another_version: true }, null);
  expect(await settled(sound)).toMatchObject({ status: 'published', text: 'Its own text' });
});

test('one that may have been sent stays unconfirmed and is not sent again', async () => {
  const before = await callsOf(ws, 'mastodon', 'publish');
  const broken = await dueWith({ platform_data: 5 }, 'sending');
  expect(await settled(broken)).toMatchObject({ status: 'unconfirmed', error: { code: 'unconfirmed' } });
  expect(await callsOf(ws, 'mastodon', 'publish')).toHaveLength(before.length);
});
