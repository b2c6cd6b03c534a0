import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiResponse, createClient, startTestService, type TestService } from '../../../test/harness.ts';
import { deadlocksOf } from '../../../test/held-row.ts';
import { signedIn } from '../../../test/people.ts';
import { targetsOn } from '../../../test/steps.ts';
import { emit } from '../webhooks/webhooks.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

test('the clock moves beside repeated deliveries, replays and equal posts without a deadlock', async () => {
  const workspace = await service.workspace({ plan: 'starter', platforms: ['mastodon'] });
  const { api } = workspace;
  const hook = await api.post('/v1/webhooks', {
    url: 'https://simulator.test/receiver/clock',
    events: ['comment.received'],
  });
  expect(hook.status).toBe(201);
  await emit(service, workspace, 10);
  const deliveries = `/v1/webhooks/${hook.body.id}/deliveries`;
  const ids = (await api.get(deliveries)).body.data.map(({ id }: { id: string }) => id);
  expect(ids).toHaveLength(10);

  const since = new Date(Date.now() - 3_600_000).toISOString();
  const rounds = Array.from({ length: 200 }, (_, round) => round);
  const repeat = (work: (round: number) => Promise<{ status: number }>) => async () => {
    const statuses: number[] = [];
    for (const round of rounds) statuses.push((await work(round)).status);
    return statuses;
  };
  const answers = await Promise.all(
    [
      repeat(() => api.post('/v1/test/clock', { advance: 'PT3M' })),
      repeat((round) => api.post(`${deliveries}/${ids[round % ids.length]}/retry`)),
      repeat((round) => api.post(`${deliveries}/${ids[(round + 5) % ids.length]}/retry`)),
      // Those that run already are rejected; the others are cancelled or sent.
      repeat(async (round) => {
        const kind = round % 2 === 0 ? 'all' : 'failed';
        const replay = await api.post(`/v1/webhooks/${hook.body.id}/replays`, { kind, since });
        if (replay.status === 202 && round % 3 === 0)
          return api.post(`/v1/webhooks/${hook.body.id}/replays/${replay.body.id}/cancel`);
        return replay;
      }),
      repeat(() =>
        api.post('/v1/posts', { text: 'The same', targets: targetsOn(workspace, 'mastodon'), publish_now: true }),
      ),
    ].map((run) => run()),
  );
  expect(answers.flat().filter((status) => status >= 500)).toEqual([]);
  expect(await deadlocksOf(service)).toBe(0);
});

test('the clock moves beside approvals and changes of what waits without a deadlock', async () => {
  const own = await service.workspace({ plan: 'starter', platforms: ['mastodon'] });
  const { body: key } = await own.api.post('/v1/keys', { name: 'Planner', sending: 'held' });
  const planner = createClient(service.url, key.raw_key);
  const lead = await signedIn(service, own, { role: 'admin' });
  let isOn = true;
  const statuses: number[] = [];
  const note = async (work: Promise<ApiResponse>) => {
    const response = await work;
    statuses.push(response.status);
    return response;
  };
  const advance = async () => {
    while (isOn) await note(own.api.post('/v1/test/clock', { advance: 'PT1M' }));
  };
  const approve = async () => {
    for (let round = 0; round < 15; round += 1) {
      const scheduled_at = new Date(Date.now() + 7 * 86_400_000).toISOString();
      const request = { text: `Post ${round}`, targets: targetsOn(own, 'mastodon'), scheduled_at };
      const { body: made } = await note(planner.post('/v1/posts', { ...request, skip_duplicate_check: true }));
      await note(planner.patch(`/v1/posts/${made.id}`, { text: `Changed ${round}` }));
      const { body: row } = await lead.get(`/v1/held/${made.held.id}`);
      await note(lead.post(`/v1/held/${row.id}/approve`, { fingerprint: row.fingerprint }));
    }
  };
  await Promise.all([
    advance(),
    Promise.all([approve(), approve(), approve()]).finally(() => {
      isOn = false;
    }),
  ]);
  expect(statuses.filter((status) => status >= 400)).toEqual([]);
  expect(await deadlocksOf(service)).toBe(0);
});
