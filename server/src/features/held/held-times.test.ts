import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Body,
  type Client,
  startTestService,
  type TestService,
  type TestWorkspace,
  until,
} from '../../../test/harness.ts';
import { type Browser, signedIn } from '../../../test/people.ts';
import { keyMadeBy, ledgerOf, targetsOn } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;
let lead: Browser;
let planner: Client;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ plan: 'starter', platforms: ['mastodon', 'bluesky'] });
  lead = await signedIn(service, ws, { role: 'admin' });
  planner = await keyMadeBy(ws.api, service, { sending: 'held' });
});
afterAll(() => service?.close());

/** How many hours the clock of the workspace runs ahead. */
let ahead = 0;
const inHours = (hours: number) => new Date(Date.now() + (ahead + hours) * 3_600_000).toISOString();
const timesOf = (post: Body) => post.targets.map(({ scheduled_at: at }: Body) => at ?? post.scheduled_at);

describe('a post whose first target is missed', () => {
  let post: Body;
  let second: string;
  /** Two targets, of which the time of the first one has passed. */
  async function missed(text: string): Promise<(decision: object) => Promise<Body>> {
    const scheduled_at = inHours(1);
    second = inHours(5);
    const [first, other] = targetsOn(ws, 'mastodon', 'bluesky');
    const targets = [first, { ...other, scheduled_at: second }];
    post = (await planner.post('/v1/posts', { text, targets, scheduled_at })).body;
    const { id, fingerprint } = post.held;
    await ws.api.post('/v1/test/clock', { advance: 'PT2H' });
    ahead += 2;
    return (decision) => lead.post(`/v1/held/${id}/approve`, { fingerprint, ...decision });
  }

  test('is approved with a new time for that target only', async () => {
    const decide = await missed('New time');
    await until(async () => (await ws.api.get('/v1/held?state=missed')).body.count === 1, 'it is missed');
    expect(await decide({})).toMatchObject({ status: 409, body: { detail_code: 'held.missed' } });
    expect(await decide({ scheduled_at: '2020-01-01T00:00:00Z' })).toMatchObject({ status: 400 });
    const scheduled_at = inHours(1);
    const { body } = await decide({ scheduled_at });
    expect([body.status, timesOf(body)]).toEqual(['scheduled', [scheduled_at, second]]);
  });

  test('is approved at once: the other target keeps its time', async () => {
    const decide = await missed('At once');
    expect(await decide({ publish_now: true })).toMatchObject({ status: 200 });
    const sent = async (platform: string) =>
      (await ledgerOf(ws, platform)).filter((entry) => JSON.stringify(entry).includes('At once')).length;
    await until(async () => (await sent('mastodon')) === 1, 'the first target is published');
    const { body } = await ws.api.get(`/v1/posts/${post.id}`);
    expect([body.targets[1].status, timesOf(body)[1], await sent('bluesky')]).toEqual(['pending', second, 0]);
  });
});
