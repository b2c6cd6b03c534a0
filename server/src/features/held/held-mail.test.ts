import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Client,
  createClient,
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../../../test/harness.ts';
import { type Browser, signedIn } from '../../../test/people.ts';
import { targetsOn } from '../../../test/steps.ts';
import { createMail } from '../../adapters/mail.ts';
import { type MailSink, openMailSink } from '../people/mail-sink.fixture.ts';
import { createHeldMailWorker } from './held-mail.worker.ts';

let service: TestService;
let ws: TestWorkspace;
let sink: MailSink;

beforeAll(async () => {
  sink = await openMailSink();
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ plan: 'starter', platforms: ['mastodon'] });
});
afterAll(async () => {
  await service?.close();
  sink?.close();
});

const newWorker = () =>
  createHeldMailWorker(service.app.db, {
    mail: createMail({ url: sink.url, from: 'hubbub@example.com' }),
    personUrl: (path) => `https://hubbub.example${path}`,
  });

/** One round of two processes. */
async function round(): Promise<void> {
  const lease = { deadlineMs: () => performance.now() + 30_000, signal: new AbortController().signal };
  const claim = { limit: 10, leaseSeconds: 30, running: new Map() };
  await Promise.all(
    [newWorker(), newWorker()].map(async (worker) => {
      for (const job of await worker.claim(claim)) await worker.work(job, lease);
    }),
  );
}
const pass = (time: string) =>
  service.sql(
    `update people set held_mail_at = held_mail_at - $1::interval, held_mailed_at = held_mailed_at - $1::interval`,
    [time],
  );
const numberOf = (mail: string) => [/^To: (\S+)/m.exec(mail)?.[1], /^Subject: (.*)\r$/m.exec(mail)?.[1]];

test('who may decide gets one mail an hour, from two processes once, without any content', async () => {
  const { brand_id: brand } = (await ws.api.get('/v1/accounts')).body.data[0];
  const other = (await ws.api.post('/v1/brands', { name: 'Other' })).body.id;
  const lead = await signedIn(service, ws, { role: 'admin' });
  const editor = (more: object) => signedIn(service, ws, { role: 'editor', canApprove: true, ...more });
  const ofBrand = await editor({ brandIds: [brand] });
  const silent = [
    await editor({ brandIds: [other] }),
    await editor({ canApprove: false }),
    await editor({ sending: 'held' }),
    await signedIn(service, ws, { role: 'viewer' }),
  ];
  const proved = async (people: readonly Browser[]) =>
    service.sql('update people set address_proved_at = now() where user_id = any ($1)', [
      people.map(({ userId }) => userId),
    ]);
  await proved([lead, ofBrand, ...silent]);
  // The address of this one is not proved.
  await signedIn(service, ws, { role: 'admin' });
  const addressOf = async ({ userId }: Browser) =>
    (await service.sql('select address from people where user_id = $1', [userId]))[0].address;
  const key = (await ws.api.post('/v1/keys', { name: 'Planner', sending: 'held' })).body.raw_key;
  const planner = createClient(service.url, key);
  const make = async (text: string, by: Client = planner) =>
    (await by.post('/v1/posts', { text, targets: targetsOn(ws, 'mastodon'), publish_now: true })).status;
  expect([await make('Secret plum'), await make('Secret tart')]).toEqual([202, 202]);

  await round();
  expect(sink.mails).toHaveLength(0);
  await pass('1 minute');
  await round();
  const both = [await addressOf(lead), await addressOf(ofBrand)].sort();
  expect(sink.mails.map(numberOf).sort()).toEqual(both.map((address) => [address, '2 things wait for you']));
  for (const mail of sink.mails) expect(mail).toMatch(/\(test\): 2[\s\S]*https:\/\/hubbub\.example\//);
  expect(sink.mails.join()).not.toContain('Secret');

  expect(await make('Third')).toBe(202);
  await round();
  await pass('59 minutes');
  await round();
  expect(sink.mails).toHaveLength(2);
  const { data } = (await lead.get('/v1/held')).body;
  await lead.post(`/v1/held/${data[0].id}/reject`, {});
  await pass('1 minute');
  await round();
  expect(sink.mails.slice(2).map(numberOf).sort()).toEqual(both.map((address) => [address, '2 things wait for you']));
  await pass('2 hours');
  await round();
  expect(sink.mails).toHaveLength(4);
});
