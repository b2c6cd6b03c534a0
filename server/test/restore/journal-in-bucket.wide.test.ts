import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Files, openBucket } from '../../src/adapters/files/bucket.ts';
import { withIntentLocation } from '../../src/adapters/intents/intent-location.ts';
import { toConfig } from '../../src/config/config.ts';
import { readEnv } from '../../src/config/env.ts';
import { readJournal } from '../../src/suspensions/read-journal.ts';
import { startTestService, type TestService, type TestWorkspace, until } from '../harness.ts';
import { operate } from '../operator.ts';
import { newBucket } from '../s3-bucket.ts';
import { accountOf, ledgerOf, targetsOn, waiting } from '../steps.ts';
import { type Backup, backUp } from './back-in-time.ts';
import { nextWeek } from './scenario.ts';

const store = process.env.S3_TEST_ENDPOINT;
if (store === undefined)
  console.log('left out: a journal of intents in an S3 store needs S3_TEST_ENDPOINT=http://key:secret@host:port');

/** The store behind a cable that can be pulled. */
async function cableTo(origin: string) {
  const { hostname, port } = new URL(origin);
  const sockets = new Set<Socket>();
  let isIn = true;
  const server: Server = createServer((socket) => {
    if (!isIn) return void socket.destroy();
    const there = connect(Number(port), hostname);
    for (const one of [socket, there]) sockets.add(one.on('error', () => {}).on('close', () => sockets.delete(one)));
    socket.pipe(there).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as { port: number };
  const pull = () => {
    isIn = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    pull,
    plugIn: () => {
      isIn = true;
    },
    close: () => {
      pull();
      server.close();
    },
  };
}

describe.skipIf(store === undefined)('a journal of intents in a bucket', () => {
  let service: TestService;
  let ws: TestWorkspace;
  let cable: Awaited<ReturnType<typeof cableTo>>;
  let settings: Record<string, string>;
  let files: Files;
  let folder: string;
  let backups: string;
  let database: Backup;
  let marks: { name: string; bytes: number }[];

  const old = '2020-01-31t02-00-00-000z-1-old-host-1-abc-1.jsonl';
  const names = async () => {
    const keys: string[] = [];
    for await (const { key } of files.list('')) keys.push(key);
    return keys.sort();
  };
  const lines = async () => {
    // The service removes the old one meanwhile.
    const kept = (await names()).filter((name) => name !== old);
    const texts = await Promise.all(kept.map(async (name) => text(await files.read(name))));
    return texts.flatMap((one) => one.split('\n').filter(Boolean)).map((line) => JSON.parse(line));
  };
  const actionOf = async (postId = '') => {
    const [row] = await service.sql('select id from actions where post_id = $1', [postId]);
    return row?.id as string;
  };
  const eventsOf = async (id: string) => {
    return (await lines()).filter(({ action }) => action === id).map(({ event }) => event);
  };
  const make = async (name: string, fields: object) =>
    (await ws.api.post('/v1/posts', { text: name, targets: targetsOn(ws, 'telegram'), ...fields }, waiting)).body.id;
  const ready = async () => {
    const response = await fetch(`${service.url}/health/ready`);
    const { intent_journal: journal } = (await response.json()) as { intent_journal: string };
    return { status: response.status, journal };
  };
  const found = (since: Date, from = marks) =>
    withIntentLocation(settings.INTENT_JOURNAL as string, toConfig(readEnv(settings)), async (location) => {
      return (await readJournal({ location, marks: from }, since)).found;
    });

  beforeAll(async () => {
    const bucket = await newBucket(store as string);
    cable = await cableTo(bucket.S3_ENDPOINT);
    folder = await mkdtemp(join(tmpdir(), 'hubbub-journal-'));
    settings = {
      INTENT_JOURNAL: `s3://${bucket.S3_BUCKET}/acme/intents`,
      BACKUP_S3_ENDPOINT: cable.url,
      BACKUP_S3_REGION: bucket.S3_REGION,
      BACKUP_S3_ACCESS_KEY_ID: bucket.S3_ACCESS_KEY_ID,
      BACKUP_S3_SECRET_ACCESS_KEY: bucket.S3_SECRET_ACCESS_KEY,
      DATA_DIR: join(folder, 'data'),
    };
    backups = join(folder, 'backups');
    files = await openBucket({ bucket: bucket.S3_BUCKET, prefix: 'acme/intents/' }, toConfig(readEnv(settings)));
    async function* aLine() {
      yield Buffer.from('{"t":1580436000000,"epoch":1,"event":"alive"}\n');
    }
    await files.put(old, aLine(), { contentType: 'text/plain' });
    const { DATA_DIR, ...shared } = settings;
    service = await startTestService({ POLL_SECONDS: '3600', ...shared });
    ws = await service.workspace({ platforms: ['telegram'] });
  }, 60_000);
  afterAll(async () => {
    await service?.close();
    await database?.drop();
    files?.close();
    cable?.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  test('takes one object a write, proves itself at the start, and gives up what is old', async () => {
    await until(async () => (await lines()).some(({ event }) => event === 'alive'), 'it proves itself');
    const action = await actionOf(await make('Noted', { publish_now: true }));
    await until(async () => (await eventsOf(action)).length === 2, 'intent and outcome are noted');
    expect(await eventsOf(action)).toEqual(['intent', 'settled']);
    await until(async () => !(await names()).includes(old), 'the old object is removed');
    const all = await names();
    expect(all.map((name) => Number(/-(\d+)\.jsonl$/.exec(name)?.[1]))).toEqual(all.map((_, index) => index + 1));
    for (const name of all) expect(name).toMatch(/^\d{4}-\d\d-\d\dt\d\d-\d\d-\d\d-\d{3}z-1-[a-z0-9.-]+\.jsonl$/);
  });

  test('sends nothing while its store is away, and goes on by itself', async () => {
    cable.pull();
    const { id } = (
      await ws.api.post('/v1/posts', { text: 'Held back', publish_now: true, targets: targetsOn(ws, 'telegram') })
    ).body;
    const steps = async () => (await ws.api.get(`/v1/posts/${id}/attempts`)).body.data;
    const isPostponed = async () => (await steps()).some(({ state }: { state: string }) => state === 'not_sent');
    await until(isPostponed, 'it is put off', 30_000);
    expect(JSON.stringify(await steps())).not.toContain('127.0.0.1');
    expect((await ledgerOf(ws, 'telegram')).map((entry) => entry.text)).toEqual(['Noted']);
    expect(await ready()).toEqual({ status: 503, journal: 'not writable' });
    cable.plugIn();
    await until(async () => (await ready()).status === 200, 'it is ready again', 30_000);
    await service.sql('update accounts set not_before = now() where id = $1', [accountOf(ws, 'telegram').id]);
    await until(async () => (await ws.api.get(`/v1/posts/${id}`)).body.status === 'published', 'it is published');
    expect(await ledgerOf(ws, 'telegram')).toHaveLength(2);
  });

  test('decides after a restore, also where a platform cannot be asked', async () => {
    const ids: Record<string, string> = {};
    for (const name of ['sent', 'taken back', 'untouched'])
      ids[name] = await make(name, { scheduled_at: nextWeek(), publish_now: false });
    const { json: made } = await operate(service, ['backup', backups], settings);
    const manifest = readFileSync(join(backups, made.id, 'manifest.json'), 'utf8');
    marks = JSON.parse(manifest.slice(manifest.indexOf('\n'))).intents;
    database = await backUp(service);
    await ws.api.post(`/v1/posts/${ids.sent}/publish`, {}, waiting);
    const takenBack = await actionOf(ids['taken back']);
    await ws.api.delete(`/v1/posts/${ids['taken back']}`);
    await until(async () => (await eventsOf(takenBack)).includes('withdrawn'), 'it is noted');
    await service.restart(async () => {
      await database.restore();
      const since = database.since.toISOString();
      const { json } = await operate(service, ['restore', 'begin', '--since', since], settings);
      expect(json.journal).toMatchObject({ survived: true });
    });
    const open = 'select 1 from restore_findings where due_at is not null';
    await until(async () => (await service.sql(open)).length === 0, 'everything is looked up');
    const findings = await service.sql(
      'select x.post_id, f.finding, f.decided_by from restore_findings f join actions x on x.id = f.action_id',
    );
    const of = (name: string) => findings.find(({ post_id }) => post_id === ids[name]);
    expect(of('sent')).toMatchObject({ finding: 'adopted', decided_by: 'journal' });
    expect(of('taken back')).toMatchObject({ finding: 'cancelled', decided_by: 'journal' });
    expect(of('untouched')).toMatchObject({ finding: 'absent', decided_by: 'journal' });
  });

  test('does not count without an object that was there, or when its store is away', async () => {
    const { since } = database;
    expect(marks).toHaveLength(1);
    expect(await found(since)).toMatchObject({ survived: true });
    expect(await found(new Date(Date.now() + 60_000))).toMatchObject({ survived: false });
    const all = await names();
    const writerOf = (name: string) => name.slice(name.indexOf('z-'), name.lastIndexOf('-'));
    const after = all.slice(all.indexOf(marks[0]?.name as string) + 1);
    const between = after.find((name, index) => {
      const isOfSame = (other: string) => writerOf(other) === writerOf(name);
      return after.slice(0, index).some(isOfSame) && after.slice(index + 1).some(isOfSame);
    });
    await files.remove(between as string);
    expect(await found(since)).toMatchObject({
      survived: false,
      reason: expect.stringMatching(/^The file before .+ is missing/),
    });
    await files.remove(marks[0]?.name as string);
    expect(await found(since)).toMatchObject({ survived: false, reason: `${marks[0]?.name} is missing.` });
    cable.pull();
    expect(await found(since)).toMatchObject({ survived: false, reason: expect.stringContaining('cannot be read') });
    cable.plugIn();
  });
});
