import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../test/harness.ts';
import { targetsOn, waiting } from '../../test/steps.ts';
import { removeExpiredRows } from '../workers/expired-rows.worker.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['mastodon', 'twitter'] });
});
afterAll(() => service?.close());

async function published(text: string): Promise<string> {
  const targets = targetsOn(ws, 'mastodon', 'twitter');
  return (await ws.api.post('/v1/posts', { text, targets, publish_now: true }, waiting)).body.id;
}
const journalOf = async (id: string): Promise<Body[]> => (await ws.api.get(`/v1/posts/${id}/attempts`)).body.data;

test('a journal ends 90 days after its last step, unless its action is in progress, and the post stays', async () => {
  const [old, active, young] = await Promise.all(['Old', 'Active', 'Young'].map(published));
  await service.sql(
    `update actions set journal_ended_at = now() - case when post_id = $2 then interval '89 days' else interval '91 days' end,
       status = case when post_id = $1 then 'publishing' else status end`,
    [active, young],
  );
  for (let run = 0; run < 2; run += 1) {
    await removeExpiredRows(service.app.db);
    expect((await journalOf(old as string)).length).toBe(0);
    expect((await journalOf(active as string)).length).toBe(6);
    expect((await journalOf(young as string)).length).toBe(6);
  }
  expect((await ws.api.get(`/v1/posts/${old}`)).body.status).toBe('published');
});
