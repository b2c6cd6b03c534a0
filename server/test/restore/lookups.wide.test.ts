import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from '../harness.ts';
import { image, ledgerOf, targetsOn, waiting } from '../steps.ts';
import { type Backup, backUp } from './back-in-time.ts';

/** One platform of each class: A, A, B, C, C, D. */
const PLATFORMS = ['bluesky', 'mastodon', 'instagram', 'twitter', 'facebook', 'telegram'] as const;
const READABLE = PLATFORMS.filter((platform) => platform !== 'telegram');

let service: TestService;
let ws: TestWorkspace;
let backup: Backup;
/** Posts by what became of them after the backup. */
const posts: Record<string, string> = {};

const nextWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString();

async function make(name: string, fields: object): Promise<void> {
  const body = { text: `Post ${name}`, media: [image], targets: targetsOn(ws, ...PLATFORMS), ...fields };
  const { body: made } = await ws.api.post('/v1/posts', body);
  posts[name] = made.id;
}

const read = async (name: string) => (await ws.api.get(`/v1/posts/${posts[name]}`)).body;
const statusesOf = async (name: string) =>
  Object.fromEntries(
    (await read(name)).targets.map((target: Record<string, string>) => [target.platform, target.status]),
  );
const findingsOf = async (name: string) => {
  const rows = await service.sql(
    'select x.platform, f.finding from restore_findings f join actions x on x.id = f.action_id where x.post_id = $1',
    [posts[name]],
  );
  return Object.fromEntries(rows.map(({ platform, finding }) => [platform, finding]));
};
const all = (finding: string, telegram: string) =>
  Object.fromEntries(PLATFORMS.map((platform) => [platform, platform === 'telegram' ? telegram : finding]));

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: PLATFORMS });
  await make('early', { scheduled_at: nextWeek() });
  await make('draft', {});
  await make('untouched draft', {});
  backup = await backUp(service);
  await ws.api.post(`/v1/posts/${posts.early}/publish`, {}, waiting);
  await ws.api.post(`/v1/posts/${posts.draft}/publish`, {}, waiting);
  await service.restart(async () => {
    await backup.restore();
    // The journal of intents is lost as well.
  });
  const isDecided = async () =>
    (await service.sql('select 1 from restore_findings where due_at is not null')).length === 0;
  await until(isDecided, 'everything is looked up', 60_000);
}, 180_000);
afterAll(async () => {
  await service?.close();
  await backup?.drop();
});

test('what was published after the backup is adopted where the platform can be read', async () => {
  for (const platform of PLATFORMS) expect(await ledgerOf(ws, platform), platform).toHaveLength(2);
  expect(await statusesOf('early')).toEqual(all('published', 'unconfirmed'));
  expect(await findingsOf('early')).toEqual(all('adopted', 'unconfirmed'));
  expect(await findingsOf('draft')).toEqual(all('adopted', 'unconfirmed'));
  const { targets } = await read('early');
  for (const platform of READABLE) {
    const ids = (await ledgerOf(ws, platform)).map(({ platform_id }) => platform_id);
    expect(ids).toContain(
      targets.find((target: { platform: string }) => target.platform === platform).platform_post_id,
    );
  }
});

test('a draft that was not published stays a draft', async () => {
  expect((await read('untouched draft')).status).toBe('draft');
  expect(await findingsOf('untouched draft')).toEqual(all('absent', 'unconfirmed'));
});
