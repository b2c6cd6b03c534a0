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

test('list_post_attempts answers the same with steps that an earlier release has written as rows', async () => {
  const id = await published('Begun by an earlier release');
  const journal = await journalOf(id);
  expect(journal.map(({ step, state }) => `${step} ${state}`).toSorted()).toEqual(
    ['1 prepared', '2 sending', '3 published'].flatMap((line) => [line, line]),
  );
  await service.sql(
    `with first as (
       select x.tenant_id, x.id, t.* from actions x, journal_of(x) t where x.post_id = $1 and t.step <= 2
     ), rest as (
       update actions x set journal = (select string_agg(line, E'\\n') from string_to_table(x.journal, E'\\n') line where line not like '% prepared %' and line not like '% sending %')
       where post_id = $1
     )
     insert into attempts (tenant_id, action_id, attempt, step, state, detail, at) select tenant_id, id, attempt, step, state, detail, at from first`,
    [id],
  );
  expect(await service.sql('select 1 from attempts')).toHaveLength(4);
  expect(await journalOf(id)).toEqual(journal);
});

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
