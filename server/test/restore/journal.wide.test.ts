import { appendFile, cp, mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIntentFolder } from '../../src/adapters/intents/intent-folder.ts';
import type { IntentFile } from '../../src/suspensions/index.ts';
import { readJournal } from '../../src/suspensions/read-journal.ts';
import { startTestService, type TestService, type TestWorkspace, until } from '../harness.ts';
import { operate } from '../operator.ts';
import { accountOf, fault, targetsOn, waiting } from '../steps.ts';
import { type Backup, backUp } from './back-in-time.ts';
import { everywhere, hours, nextWeek, PLATFORMS, scenario } from './scenario.ts';

let service: TestService;
let ws: TestWorkspace;
let posts: ReturnType<typeof scenario>;
let backup: Backup;
let journal: string;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: [...PLATFORMS, 'linkedin'] });
  posts = scenario(() => service, ws);
  journal = join(service.dataDir, 'intents');
  for (const name of ['early', 'edited', 'cancelled', 'untouched'])
    await posts.make(name, { scheduled_at: nextWeek() });
  await posts.make('overdue', { scheduled_at: hours(1) });
  await posts.make('removed', { scheduled_at: nextWeek() }, ['bluesky', 'mastodon', 'facebook']);
  await posts.make('late and wanted', { scheduled_at: hours(1) });
  for (const name of ['unscheduled', 'target removed', 'reworded'])
    await posts.make(name, { scheduled_at: nextWeek() });
  await posts.make('draft', {});
  await posts.make('erased', { scheduled_at: nextWeek() }, ['mastodon']);
  await posts.make('talked about', { publish_now: true }, ['mastodon']);
  await posts.answerLater('talked about', 'mastodon', 'An answer');
  backup = await backUp(service);
  const unpause = () => service.sql(`update accounts set not_before = '-infinity'`);

  await unpause();
  await until(async () => (await posts.replies('mastodon')).length === 1, 'the answer is sent');
  await posts.publish('erased');
  await posts.remove('erased');
  await posts.publish('early');
  await posts.edit('edited', { text: 'Other words' });
  await posts.publish('edited');
  await posts.remove('cancelled');
  await posts.edit('unscheduled', { scheduled_at: null });
  const rest = { targets: targetsOn(ws, ...PLATFORMS.filter((platform) => platform !== 'mastodon')) };
  await posts.edit('target removed', rest);
  await posts.edit('reworded', { text: 'Better words' });
  await fault(ws, 'linkedin', { kind: 'expired_token' });
  await ws.api.post('/v1/posts', { text: 'Renews', publish_now: true, targets: targetsOn(ws, 'linkedin') }, waiting);
  await posts.publish('removed');
  await ws.api.post(`/v1/posts/${posts.ids.removed}/unpublish`, {}, waiting);
  await posts.make('unknown to the backup', { publish_now: true });
  await service.restart(async () => {
    const found = await backup.restore(openIntentFolder(journal, { isRead: true }));
    expect(found).toMatchObject({ survived: true });
    await unpause();
  });
  await posts.decided();
}, 180_000);
afterAll(async () => {
  await service?.close();
  await backup?.drop();
});

test('the journal of intents decides, also where a platform cannot be asked', async () => {
  expect(await posts.findingsOf('early')).toEqual(everywhere('adopted'));
  expect(await posts.statusesOf('early')).toEqual(everywhere('published'));
  expect(await posts.findingsOf('edited')).toEqual(everywhere('adopted'));
  for (const name of ['untouched', 'overdue', 'draft'])
    expect(await posts.findingsOf(name), name).toEqual(everywhere('absent'));
  expect(await posts.statusesOf('untouched')).toEqual(everywhere('pending'));
  expect(await posts.findingsOf('cancelled')).toEqual(everywhere('cancelled'));
  expect(new Set(Object.values(await posts.findingsOf('removed')))).toEqual(new Set(['cancelled']));
  expect(await posts.findingsOf('erased')).toEqual({ mastodon: 'cancelled' });
  const responses = `select f.finding, f.decided_by from restore_findings f join actions x on x.id = f.action_id where x.kind = 'reply'`;
  expect(await service.sql(responses)).toEqual([{ finding: 'adopted', decided_by: 'journal' }]);
  expect(await posts.findingsOf('unscheduled')).toEqual(everywhere('cancelled'));
  expect((await posts.findingsOf('target removed')).mastodon).toBe('cancelled');
  expect(await posts.findingsOf('reworded')).toEqual(everywhere('absent'));
  const { text, json } = await operate(service, ['restore', 'report', '--workspace', ws.id]);
  expect(text).toContain('It was changed after the backup.');
  const [{ accounts }] = json.held.filter(({ tenant_id }: { tenant_id: string }) => tenant_id === ws.tenantId);
  const replaced = { id: accountOf(ws, 'linkedin').id, reason: expect.stringContaining('replaced after the backup') };
  expect(accounts).toEqual([expect.objectContaining(replaced)]);
});

test('the report names the stored files that rows name and the storage lacks', async () => {
  const form = new FormData();
  form.set('file', await (await fetch(`${ws.simulatorUrl}/files/sample.jpg`)).blob(), 'a.jpg');
  const keys: string[] = [];
  for (let made = 0; made < 21; made++) {
    const { body } = await ws.api.post('/v1/media/upload', form);
    keys.push(`${ws.tenantId}/${body.media_id ?? body.id}`);
  }
  const report = async () => {
    const { text, json } = await operate(service, ['restore', 'report', '--workspace', ws.id]);
    const [section] = json.held.filter(({ tenant_id }: { tenant_id: string }) => tenant_id === ws.tenantId);
    return { text, files: section.missing_files };
  };
  expect(await report()).toMatchObject({ files: { count: 0, keys: [] }, text: expect.not.stringContaining('missing') });
  for (const key of keys) await rm(join(service.dataDir, 'media', key));
  const { text, files } = await report();
  expect(files).toEqual({ count: 21, keys: keys.sort() });
  expect(text).toContain('Stored files that are missing; what needs them fails (21):');
  expect(text).toContain(keys[19]);
  expect(text).not.toContain(keys[20]);
  expect(text).toContain('looked up since');
  expect(text).not.toContain('since the backup of');
});

test('a release sends what was not sent once, and fails what is long overdue', async () => {
  // Posts that are made during the suspension wait, however long it takes.
  await posts.make('made while suspended', { publish_now: true });
  await service.sql(`update actions set due_at = now() - interval '3 hours' where post_id = any ($1)`, [
    [posts.ids.overdue, posts.ids['late and wanted'], posts.ids['made while suspended']],
  ]);
  const wanted = posts.ids['late and wanted'] as string;
  const go = ['restore', 'resume', '--workspace', ws.id, '--yes'];
  await expect(operate(service, [...go, '--only', wanted])).rejects.toThrow(/add one of them/);
  await expect(operate(service, [...go, '--overdue', 'publish', '--only', 'post_none'])).rejects.toThrow(/post_none/);
  const { text, json } = await operate(service, [...go, '--overdue', 'publish', '--only', wanted]);
  expect(json).toMatchObject({ overdue: 12, in_doubt: 0, released: true });
  expect(text).toContain(`only ${wanted} go out`);
  await until(async () => (await posts.read('made while suspended')).status === 'published', 'the new post is out');
  expect(await posts.statusesOf('overdue')).toEqual(everywhere('failed'));
  const [target] = (await posts.read('overdue')).targets;
  expect(target.error).toMatchObject({ code: 'held_too_long', retryable: true });

  await service.sql(`update actions set due_at = now() where due_at > now()`);
  await service.sql(`update accounts set next_due_at = now() where next_due_at > now()`);
  await until(async () => (await posts.read('untouched')).status === 'published', 'the untouched post is out', 60_000);
  for (const name of ['early', 'untouched', 'late and wanted', 'unknown to the backup', 'made while suspended'])
    expect(await posts.published(`Post ${name}`), name).toEqual(everywhere('1'));
  expect(await posts.published('Other words')).toEqual(everywhere('1'));
  expect(await posts.published('Post erased')).toEqual({ ...everywhere('0'), mastodon: '1' });
  expect(await posts.replies('mastodon')).toHaveLength(1);
  for (const name of ['cancelled', 'unscheduled', 'edited', 'overdue', 'draft'])
    expect(await posts.published(`Post ${name}`), name).toEqual(everywhere('0'));
});

test('a journal that ends with the backup, is cut or is damaged does not count', async () => {
  // A copy, because the service goes on to write its own.
  const copy = join(service.dataDir, 'copied-intents');
  await cp(journal, copy, { recursive: true });
  const found = async (since: Date, marks: readonly IntentFile[] = [], folder = copy) =>
    (await readJournal({ location: openIntentFolder(folder, { isRead: true }), marks }, since)).found;
  const since = new Date(Date.now() + 60_000);
  expect(await found(since)).toMatchObject({
    survived: false,
    reason: 'It ends before the backup.',
  });
  const [name = ''] = await readdir(copy);
  const past = new Date(Date.now() - 86_400_000);
  const missing = [{ name: '1-gone-1-1.jsonl', bytes: 10 }];
  expect(await found(past, missing)).toMatchObject({
    survived: false,
    reason: expect.stringMatching(/missing/),
  });
  const longer = [{ name, bytes: 1_000_000_000 }];
  expect(await found(past, longer)).toMatchObject({
    survived: false,
    reason: expect.stringMatching(/shorter/),
  });
  expect(await found(past, [], join(copy, 'elsewhere'))).toMatchObject({ survived: false });
  const old = new Date(Date.now() - 36 * 86_400_000);
  expect(await found(old)).toMatchObject({ survived: false, reason: expect.stringMatching(/35 days/) });
  // The last line may be half written when a process is killed.
  await appendFile(join(copy, name), '{"t":1,"eve');
  expect(await found(past)).toMatchObject({ survived: true });
  // A file that had ended before the backup may be removed for its age before the restore, so the backup does not name it.
  const ended = join(copy, '1-ended-1-1.jsonl');
  await writeFile(ended, '');
  await utimes(ended, new Date(), new Date(Date.now() - 34 * 86_400_000));
  const marks = await openIntentFolder(copy, { isRead: true }).marks();
  expect(marks.map((mark) => mark.name)).toEqual(expect.arrayContaining([name]));
  expect(marks.map((mark) => mark.name)).not.toContain('1-ended-1-1.jsonl');
  await rm(ended);
  expect(await found(new Date(Date.now() - 10 * 86_400_000), marks)).toMatchObject({
    survived: false,
    reason: 'It ends with the backup.',
  });
  await appendFile(join(copy, name), '\n');
  expect(await found(new Date(Date.now() - 10 * 86_400_000), marks.slice(0, 1))).toMatchObject({ survived: true });
  const back = join(copy, '1-back-1-1.jsonl');
  await writeFile(back, `{"t":${since.getTime()}}\n{"t":${since.getTime() - 3_600_000}}\n`);
  expect(await found(past)).toMatchObject({ survived: false, reason: expect.stringMatching(/clock was set back/) });
  await rm(back);
  await mkdir(join(copy, 'a-folder.jsonl'));
  for (const line of ['no line', 'null', '5', '[]', '{"t":"soon"}', '{}']) {
    await writeFile(join(copy, name), `${line}\n{"t":1}\n`);
    expect(await found(past), line).toMatchObject({ survived: false, reason: expect.stringMatching(/damaged/) });
  }
});
