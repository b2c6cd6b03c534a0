import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../test/harness.ts';
import { fault, ledgerOf } from '../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['tiktok'] });
});
afterAll(() => service?.close());

const file = (name: string, more: object = {}) => ({
  source_type: 'url',
  source: `https://simulator.test/files/${name}`,
  ...more,
});
const photos = [file('sample.jpg'), file('sample.jpg')];

async function publish(text: string, media: readonly object[]) {
  const target = { account_id: ws.accounts.tiktok?.id, platform_data: { privacy_level: 'PUBLIC_TO_EVERYONE' } };
  const { id } = (await ws.api.post('/v1/posts', { text, media, targets: [target], publish_now: true })).body;
  const ended = await until(
    async () => {
      const [found] = (await ws.api.get(`/v1/posts/${id}`)).body.targets;
      return !['pending', 'publishing'].includes(found.status) && found;
    },
    `${text} has ended`,
    30_000,
  );
  const { data } = (await ws.api.get(`/v1/posts/${id}/attempts`)).body as Body;
  return { ended, states: data.map(({ state }: Body) => state), journal: JSON.stringify(data) };
}

const held = async (text: string) => (await ledgerOf(ws, 'tiktok')).filter((entry) => entry.text === text);

test('ids that a lost send has learned are stored, and the state is read with them until the platform is done', async () => {
  await fault(ws, 'tiktok', { kind: 'not_ready', polls: 2 });
  const { ended, states, journal } = await publish('Processed for a while', photos);
  expect(ended).toMatchObject({ status: 'published' });
  const [entry, ...others] = await held('Processed for a while');
  expect([entry?.platform_id, others]).toEqual([ended.platform_post_id, []]);
  expect(states.filter((state: string) => state === 'sending')).toHaveLength(1);
  expect(journal).toContain('"publishId":"p_pub_url');
});

test('without these ids the outcome stays unconfirmed and nothing is sent again', async () => {
  await fault(ws, 'tiktok', { kind: 'accept_drop', operation: 'publish' });
  const { ended, states } = await publish('Blind', photos);
  expect(ended).toMatchObject({ status: 'unconfirmed' });
  expect(states.filter((state: string) => state === 'sending')).toHaveLength(1);
  expect(await held('Blind')).toHaveLength(1);
});

test('after a lost response to the last part of an upload the state decides; secrets are in no journal', async () => {
  await fault(ws, 'tiktok', { kind: 'accept_drop', operation: 'publish' });
  const { ended, journal } = await publish('A video', [file('sample.mp4')]);
  const [entry, ...others] = await held('A video');
  expect(ended).toMatchObject({ status: 'published', platform_post_id: entry?.platform_id });
  expect(others).toEqual([]);
  expect(journal).toContain('"publishId":"v_pub_file');
  expect(journal).not.toContain('upload_token');
});

test('a post that the platform rejects after accepting it fails', async () => {
  const { ended } = await publish('No video', [file('sample.jpg', { type: 'video' })]);
  expect(ended).toMatchObject({
    status: 'failed',
    error: { code: 'rejected', platform_code: 'file_format_check_failed' },
  });
  expect(await held('No video')).toEqual([]);
});
