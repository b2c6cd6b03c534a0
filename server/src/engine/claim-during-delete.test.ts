import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from '../../test/harness.ts';
import { hold } from '../../test/held-row.ts';
import { accountOf, fault, heldCall, targetsOn } from '../../test/steps.ts';

/** Long before the lease of an account would expire. */
const AT_ONCE_MS = 15_000;

let service: TestService;
let ws: TestWorkspace;
let account: string;
/** Two posts for one account; the first is deleted while it comes due. */
let doomed: string;
let next: string;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
});
afterAll(() => service?.close());

beforeEach(async () => {
  ws = await service.workspace({ platforms: ['mastodon'] });
  account = accountOf(ws, 'mastodon').id;
  doomed = await schedule('Doomed');
  next = await schedule('Next');
});

async function schedule(text: string): Promise<string> {
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
  const { body } = await ws.api.post('/v1/posts', { text, targets: targetsOn(ws, 'mastodon'), scheduled_at });
  return body.id;
}

async function makeBothDue(): Promise<void> {
  await service.sql(`update actions set due_at = now() - interval '1 second' where post_id = $1`, [doomed]);
  await service.sql('update actions set due_at = now() where post_id = $1', [next]);
}

async function expectNextAtOnce(): Promise<void> {
  const isPublished = async () => (await ws.api.get(`/v1/posts/${next}`)).body.status === 'published';
  await until(isPublished, 'the next post is published', AT_ONCE_MS);
}

test('a claim of a target that is being deleted leaves the account free for its next post', async () => {
  await makeBothDue();
  const deletion = await hold(service, 'delete from actions where post_id = $1', [doomed]);
  await service.sql('update accounts set next_due_at = now() where id = $1', [account]);
  await deletion.waiting(1);
  await deletion.release();
  await expectNextAtOnce();
});

test('a settlement that goes on with a target that is being deleted leaves the account free for its next post', async () => {
  await fault(ws, 'mastodon', { kind: 'hold', when: 'before' });
  await ws.api.post('/v1/posts', { text: 'Before them', targets: targetsOn(ws, 'mastodon'), publish_now: true });
  const call = await heldCall(ws);
  await makeBothDue();
  // As delete_post does, before its commit.
  const deletion = await hold(service, 'delete from actions where post_id = $1', [doomed]);
  await ws.control('POST', `held/${call}/release`, {});
  await deletion.waiting(1);
  await deletion.release();
  await expectNextAtOnce();
});
