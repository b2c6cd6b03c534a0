import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from '../harness.ts';
import { operate } from '../operator.ts';
import { accountOf, fault, ledgerOf } from '../steps.ts';
import { type Backup, backUp } from './back-in-time.ts';
import { nextWeek, scenario } from './scenario.ts';

const PLATFORMS = ['mastodon', 'twitter'] as const;

let service: TestService;
let ws: TestWorkspace;
let posts: ReturnType<typeof scenario>;
let backup: Backup;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: PLATFORMS });
  posts = scenario(() => service, ws);
  const segments = [{ text: 'Second part' }, { text: 'Third part' }];
  await posts.make('thread', { scheduled_at: nextWeek(), segments }, PLATFORMS);
  // Its response is lost, and so are the lookups until the backup is made.
  await fault(ws, 'twitter', { kind: 'accept_drop' });
  const { platformId: account } = accountOf(ws, 'twitter');
  const blind = { platform: 'twitter', account, operation: 'list_posts', kind: 'server_error', status: 503 };
  const { id: blindness } = await ws.control('POST', 'faults', { ...blind, times: 1000 });
  await ws.api.post('/v1/posts', {
    text: 'In flight',
    publish_now: true,
    targets: [{ account_id: accountOf(ws, 'twitter').id }],
  });
  const isInDoubt = async () => (await service.sql(`select 1 from actions where state = 'reconciling'`)).length === 1;
  await until(isInDoubt, 'its outcome is in doubt');
  backup = await backUp(service);
  await ws.control('DELETE', `faults/${blindness}`);
  const isPublished = async () => (await service.sql(`select 1 from actions where state = 'reconciling'`)).length === 0;
  await service.sql(`update accounts set not_before = now()`);
  await until(isPublished, 'it was found', 60_000);
  await posts.publish('thread');
  const isThreaded = async () => (await ledgerOf(ws, 'mastodon')).length + (await ledgerOf(ws, 'twitter')).length === 7;
  await until(isThreaded, 'the thread is published');
  await service.restart(() => backup.restore());
  await posts.decided();
}, 180_000);
afterAll(async () => {
  await service?.close();
  await backup?.drop();
});

test('what was in doubt at the time of the backup, and the parts of a thread sent later, are adopted and not sent again', async () => {
  const rows = await service.sql(
    `select x.kind, f.finding from restore_findings f join actions x on x.id = f.action_id order by x.kind, f.finding`,
  );
  const adopted = (kind: string, count: number) => Array.from({ length: count }, () => ({ kind, finding: 'adopted' }));
  expect(rows).toEqual([...adopted('publish', 3), ...adopted('segment', 4)]);
  expect((await posts.read('thread')).status).toBe('published');

  await operate(service, ['restore', 'resume', '--all', '--yes']);
  await posts.make('after it', { publish_now: true }, PLATFORMS);
  // A key remembers for a second that its workspace is suspended.
  await until(async () => (await posts.read('after it')).status === 'published', 'the new post is out');
  for (const platform of PLATFORMS) {
    const texts = (await ledgerOf(ws, platform)).map(({ text }) => text);
    expect(new Set(texts).size, platform).toBe(texts.length);
    expect(texts, platform).toHaveLength(platform === 'twitter' ? 5 : 4);
  }
});
