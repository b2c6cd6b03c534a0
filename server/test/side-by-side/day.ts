import { addHook, type TestHook } from '../../src/features/webhooks/webhooks.fixture.ts';
import { type ApiResponse, type Body, type TestService, type TestWorkspace, until } from '../harness.ts';
import { accountOf, comment, fault, image, pagesOf, rejection, targetsOn, visitor, waiting } from '../steps.ts';

export const PLATFORMS = ['mastodon', 'twitter', 'instagram', 'facebook', 'telegram', 'bluesky'] as const;
/** Where visitors comment, and where their comments are answered. */
const TALKATIVE = ['mastodon', 'twitter', 'instagram', 'facebook'] as const;
const PUSHING = ['instagram', 'facebook'];
/** An access token of X ends within this time. */
const THIRD = 'PT8H';
const DAY_MS = 24 * 3_600_000;

/** What is left of a day, as the customer and the platforms have it. */
export interface Day {
  /** The address of the simulated world. */
  readonly world: string;
  readonly traces: Readonly<Record<string, readonly Body[]>>;
}

/** Publishes, schedules, is commented on and written to, answers, edits, takes down and exports: a day in three thirds. */
export async function liveADay(service: TestService): Promise<Day> {
  const ws = await service.workspace({ platforms: PLATFORMS });
  const { body: catalogue } = await ws.api.get('/v1/webhooks/events');
  const hook = await addHook(
    ws,
    catalogue.data.map(({ event }: Body) => event),
  );
  await morning(ws);
  await pass(service, ws);
  await afternoon(ws);
  await pass(service, ws);
  await evening(ws);
  const clock = await pass(service, ws);
  await untilServerIsReadAgain(ws);
  return { world: ws.simulatorUrl, traces: await tracesOf(service, ws, hook, clock) };
}

async function morning(ws: TestWorkspace): Promise<void> {
  const lunch = { text: 'Lunch is ready', targets: targetsOn(ws, 'mastodon', 'facebook') };
  ok(await ws.api.post('/v1/posts', { ...lunch, scheduled_at: inHours(6) }));
  ok(await ws.api.post('/v1/posts', { text: 'Perhaps some day', targets: targetsOn(ws, 'mastodon') }));
  const post = await publish(ws, 'Good morning', ...PLATFORMS);
  await talk(ws, post, 'Where is your shop?', 'By the harbour');
}

async function afternoon(ws: TestWorkspace): Promise<void> {
  const lunch = await until(async () => {
    const post = await postOf(ws, 'Lunch is ready');
    return post.status === 'published' && post;
  }, 'lunch is published');
  const post = await publish(ws, 'Good afternoon', ...PLATFORMS);
  await talk(ws, post, 'Are you open?', 'Until eight');
  ok(await ws.api.patch(`/v1/posts/${lunch.id}`, { text: 'Lunch is over' }));
}

async function evening(ws: TestWorkspace): Promise<void> {
  await fault(ws, 'mastodon', rejection);
  const options = { text: 'Good evening', targets: targetsOn(ws, 'mastodon', 'twitter'), publish_now: true };
  const { body } = await ws.api.post('/v1/posts', options, waiting);
  if (body.status !== 'partial') throw new Error(`the rejected post is ${body.status}`);
  ok(await ws.api.post(`/v1/posts/${body.id}/retry`, {}, waiting));
  await until(async () => (await postOf(ws, 'Good evening')).status === 'published', 'the rejected post is published');
  ok(await ws.api.post(`/v1/posts/${body.id}/unpublish`, {}));
  const made = ok(await ws.api.post(`/v1/accounts/${accountOf(ws, 'mastodon').id}/export`, {}));
  await until(
    async () => (await ws.api.get(`/v1/exports/${made.id}`)).body.status === 'completed',
    'the export is done',
  );
}

/** Visitors comment on a post and write, and get their answers. */
async function talk(ws: TestWorkspace, post: Body, question: string, answer: string): Promise<void> {
  for (const platform of TALKATIVE) {
    const target = post.targets.find((one: Body) => one.platform === platform);
    const platformId = await comment(ws, platform, target.platform_post_id, `${question} (${platform})`);
    // A list would read the platform at once, and so run a race with the callback.
    const heard = await until(async () => {
      const { data } = (await ws.api.get('/v1/events?action=comment.received&limit=100')).body;
      return data.find((event: Body) => event.data.platform_id === platformId);
    }, `the comment on ${platform} is heard`);
    const reply = { account_id: target.account_id, comment_id: heard.data.id, text: `${answer} (${platform})` };
    ok(await ws.api.post(`/v1/inbox/comments/${post.id}`, reply));
  }
  await visitor(ws, 'telegram', 'message', { text: `${question} (in private)`, username: 'sam' });
  const conversation = await until(async () => {
    const { data } = (await ws.api.get('/v1/inbox/conversations?platform=telegram')).body;
    return data.find((one: Body) => JSON.stringify(one).includes(`${question} (in private)`));
  }, 'the message is heard');
  ok(await ws.api.post(`/v1/inbox/conversations/${conversation.id}/messages`, { text: `${answer} (in private)` }));
}

/** A third of the day passes. Platforms that push are looked at once then, before anything new can be pushed or found. */
async function pass(service: TestService, ws: TestWorkspace): Promise<Body> {
  const clock = ok(await ws.api.post('/v1/test/clock', { advance: THIRD }));
  const isDue = `select 1 from accounts
    where tenant_id = $1 and platform = any ($2) and poll_due_at < now() + interval '1 minute'`;
  await until(async () => (await service.sql(isDue, [ws.tenantId, PUSHING])).length === 0, 'the gaps are closed');
  return clock;
}

/** A day after its connection, the next poll of a Mastodon account asks what the server can do. */
function untilServerIsReadAgain(ws: TestWorkspace): Promise<unknown> {
  return until(async () => {
    const { created_at, metadata } = (await ws.api.get(`/v1/accounts/${accountOf(ws, 'mastodon').id}`)).body;
    return Date.parse(metadata.server.read_at) - Date.parse(created_at) > DAY_MS / 2;
  }, 'the server of Mastodon is read again');
}

async function publish(ws: TestWorkspace, text: string, ...platforms: string[]): Promise<Body> {
  const options = { text, media: [image], targets: targetsOn(ws, ...platforms), publish_now: true };
  const body = ok(await ws.api.post('/v1/posts', options, waiting));
  if (body.status !== 'published') throw new Error(JSON.stringify(body));
  return body;
}

async function postOf(ws: TestWorkspace, text: string): Promise<Body> {
  return (await ws.api.get('/v1/posts?limit=100')).body.data.find((post: Body) => post.text === text);
}

async function tracesOf(service: TestService, ws: TestWorkspace, hook: TestHook, clock: Body): Promise<Day['traces']> {
  const open = `select 1 from deliveries where tenant_id = $1 and status not in ('success', 'failed')`;
  await until(async () => (await service.sql(open, [ws.tenantId])).length === 0, 'every event is delivered');
  const { entries }: { entries: Body[] } = await ws.control('GET', 'ledger');
  const { accounts } = await ws.control('GET', 'accounts');
  const received = await hook.received();
  const pages = (path: string) => pagesOf(ws.api, path);
  const events = await pages('/v1/events?after=0&limit=100');
  return {
    // Two platforms that are asked at the same time may be quick in any order, so the numbers stand by themselves.
    'numbers in the ledger': entries.map(({ seq }) => seq),
    'numbers of events': events.map(({ seq }) => seq),
    ledger: entries.map(({ seq: _, ...entry }) => entry),
    'accounts of the platforms': accounts,
    accounts: await pages('/v1/accounts?limit=100'),
    events: events.map(({ seq: _, ...event }) => event),
    webhooks: received.map(({ event, verified, answered, body: { seq: _, ...body } }) => ({
      event,
      verified,
      answered,
      body,
    })),
    posts: await pages('/v1/posts?limit=100'),
    comments: await pages('/v1/inbox/comments?limit=100'),
    conversations: await pages('/v1/inbox/conversations?limit=100'),
    exports: await pages('/v1/exports?limit=100'),
    clock: [{ ahead_seconds: clock.ahead_seconds }],
    usage: [(await ws.api.get('/v1/usage')).body],
  };
}

function ok({ status, body, text }: ApiResponse): Body {
  if (status >= 300) throw new Error(`${status} ${text}`);
  return body;
}

function inHours(hours: number): string {
  return new Date(Date.now() + hours * 3_600_000).toISOString();
}
