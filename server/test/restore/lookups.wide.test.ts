import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, type TestWorkspace, until } from '../harness.ts';
import { operate } from '../operator.ts';
import { accountOf, fault, ledgerOf, rejection, targetsOn } from '../steps.ts';
import { type Backup, backUp } from './back-in-time.ts';
import { everywhere, nextWeek, PLATFORMS, READABLE, scenario } from './scenario.ts';

/** Platforms that reject a post at first. */
const REFUSED = ['mastodon', 'twitter'] as const;

let service: TestService;
/** Every item of its accounts is explained by an action of the backup. */
let calm: TestWorkspace;
/** Things were published that the backup does not know in those words. */
let busy: TestWorkspace;
let calmly: ReturnType<typeof scenario>;
let busily: ReturnType<typeof scenario>;
let backup: Backup;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  calm = await service.workspace({ platforms: PLATFORMS });
  busy = await service.workspace({ platforms: PLATFORMS });
  calmly = scenario(() => service, calm);
  busily = scenario(() => service, busy);
  await calmly.make('early', { scheduled_at: nextWeek() });
  await calmly.make('late', { scheduled_at: nextWeek() });
  await calmly.make('draft', {});
  await calmly.make('still a draft', {});
  for (const platform of REFUSED) await fault(calm, platform, rejection);
  await calmly.make('rejected', { publish_now: true }, REFUSED);
  await busily.make('edited', { scheduled_at: nextWeek() });
  await busily.make('untouched', { scheduled_at: nextWeek() });
  await busily.make('cancelled', { scheduled_at: nextWeek() });
  backup = await backUp(service);

  for (const name of ['early', 'draft']) await calmly.publish(name);
  await calm.api.post(`/v1/posts/${calmly.ids.rejected}/retry`, {}, { headers: { prefer: 'wait=30' } });
  await busily.edit('edited', { text: 'Other words' });
  await busily.publish('edited');
  await busily.remove('cancelled');
  // A platform is down for a while.
  const down = {
    platform: 'twitter',
    account: accountOf(calm, 'twitter').platformId,
    kind: 'server_error',
    status: 503,
  };
  await calm.control('POST', 'faults', { ...down, operation: 'list_posts', times: 2 });
  await service.restart(async () => {
    await backup.restore();
    await service.sql('update restore_findings set due_at = $1', [nextWeek()]);
  });
  // The customer names the same targets again before anything is looked up.
  const again = PLATFORMS.filter((platform) => platform !== 'bluesky').toReversed();
  expect((await calmly.edit('early', { targets: targetsOn(calm, ...again, 'bluesky') })).status).toBe(200);
  await service.sql('update restore_findings set due_at = now()');
  await calmly.decided();
  await busily.decided();
}, 180_000);
afterAll(async () => {
  await service?.close();
  await backup?.drop();
});

test('what was published, or retried, after the backup is adopted where the platform can be read', async () => {
  for (const name of ['early', 'draft']) {
    expect(await calmly.published(`Post ${name}`), name).toEqual(everywhere('1'));
    expect(await calmly.findingsOf(name), name).toEqual(everywhere('adopted', 'unconfirmed'));
  }
  expect(await calmly.findingsOf('rejected')).toEqual({ mastodon: 'adopted', twitter: 'adopted' });
  expect((await calmly.read('rejected')).status).toBe('published');
  expect(await calmly.statusesOf('early')).toEqual(everywhere('published', 'unconfirmed'));
  expect((await calmly.read('early')).status).toBe('partial');
  const { targets } = await calmly.read('early');
  for (const platform of READABLE) {
    const ids = (await ledgerOf(calm, platform)).map(({ platform_id }) => platform_id);
    expect(ids).toContain(
      targets.find((target: { platform: string }) => target.platform === platform).platform_post_id,
    );
  }
});

test('what was not published stays suspended, and a draft stays a draft', async () => {
  expect(await calmly.findingsOf('late')).toEqual(everywhere('absent', 'unconfirmed'));
  expect(await calmly.statusesOf('late')).toEqual(everywhere('pending', 'unconfirmed'));
  expect((await calmly.read('still a draft')).status).toBe('draft');
  expect(await calmly.statusesOf('still a draft')).toEqual(everywhere('pending'));
});

test('an item that nothing explains leaves what waits in doubt', async () => {
  for (const name of ['edited', 'untouched', 'cancelled'])
    expect(await busily.findingsOf(name), name).toEqual(everywhere('in_doubt', 'unconfirmed'));
});

test('the report names everything, and a release sends nothing twice', async () => {
  const { json, text } = await operate(service, ['restore', 'report']);
  expect(json.epoch).toBe(2);
  expect(json.held).toHaveLength(4);
  const [item] = await ledgerOf(busy, 'mastodon');
  expect(text).toContain(item.platform_id);
  expect(text).toContain(`${busily.ids.untouched} publish on mastodon`);

  const preview = await operate(service, ['restore', 'resume', '--all']);
  expect(preview.json).toMatchObject({ released: false, in_doubt: 15 });
  expect((await operate(service, ['restore', 'report'])).json.held).toHaveLength(4);
  // Two operators at once.
  const both = await Promise.allSettled([
    operate(service, ['restore', 'resume', '--all', '--yes']),
    operate(service, ['restore', 'resume', '--all', '--yes']),
  ]);
  expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect((await operate(service, ['restore', 'report'])).text).toBe('No workspace is suspended.');
  expect(await busily.statusesOf('untouched')).toEqual(everywhere('unconfirmed'));
  expect(await calmly.statusesOf('late')).toEqual(everywhere('pending', 'unconfirmed'));

  // The time of what is left comes.
  await service.sql(`update actions set due_at = now() where due_at > now()`);
  await service.sql(`update accounts set next_due_at = now() where next_due_at > now()`);
  const isSent = async () => (await calmly.published('Post late')).twitter === '1';
  await until(isSent, 'the post that was absent is sent', 60_000);
  await until(async () => (await calmly.read('late')).status !== 'publishing', 'it is settled');
  expect(await calmly.published('Post late')).toEqual(everywhere('1', '0'));
  for (const name of ['early', 'draft']) expect(await calmly.published(`Post ${name}`), name).toEqual(everywhere('1'));
  expect(await calmly.published('Post rejected')).toEqual({ ...everywhere('0'), mastodon: '1', twitter: '1' });
  expect(await busily.published('Other words')).toEqual(everywhere('1'));
  for (const name of ['untouched', 'cancelled'])
    expect(await busily.published(`Post ${name}`), name).toEqual(everywhere('0'));
});
