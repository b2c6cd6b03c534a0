import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AsAccount, asAccount, TestSimulator } from './testing.ts';

const simulator = new TestSimulator();
let me: AsAccount;
let video: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  await simulator.start();
  me = await asAccount(simulator);
  video = new Uint8Array(await (await fetch(`${simulator.url}/files/sample.mp4`)).arrayBuffer());
});
afterAll(() => simulator.close());

async function serviceToken(aud = 'did:web:bsky.social', lxm = 'com.atproto.repo.uploadBlob'): Promise<string> {
  const exp = String(Math.floor(Date.now() / 1000) + 1800);
  return (await me.get('com.atproto.server.getServiceAuth', { aud, lxm, exp })).body.token;
}

async function upload(bytes = video, token?: string) {
  const headers = { authorization: `Bearer ${token ?? (await serviceToken())}`, 'content-type': 'video/mp4' };
  return me.call('POST', `video/xrpc/app.bsky.video.uploadVideo?did=${me.did}&name=v.mp4`, bytes, headers);
}

const status = async (jobId: string) =>
  (await me.get('app.bsky.video.getJobStatus', { jobId }, {}, 'video')).body.jobStatus;

test('a video is uploaded, encoded and posted; the same file again is known', async () => {
  await simulator.fault({ platform: 'bluesky', account: me.did, kind: 'not_ready', polls: 1 });
  const { body } = await upload();
  expect(body).toEqual({ did: me.did, jobId: expect.any(String), state: 'JOB_STATE_CREATED' });
  expect(await status(body.jobId)).toMatchObject({ state: 'JOB_STATE_ENCODING', progress: 40 });
  expect(await status(body.jobId)).toMatchObject({ state: 'JOB_STATE_ENCODING' });
  const done = await status(body.jobId);
  expect(done).toMatchObject({ state: 'JOB_STATE_COMPLETED', blob: { $type: 'blob', mimeType: 'video/mp4' } });
  const embed = { $type: 'app.bsky.embed.video', video: done.blob, alt: 'moving' };
  const { uri } = await me.post('watch', { embed });
  expect((await me.get('app.bsky.feed.getPosts', { uris: uri })).body.posts[0].embed).toMatchObject({
    $type: 'app.bsky.embed.video#view',
    playlist: expect.stringContaining('m3u8'),
  });
  expect(await upload()).toMatchObject({
    status: 409,
    body: { error: 'already_exists', jobId: body.jobId, state: 'JOB_STATE_COMPLETED' },
  });
});

test('a file that is no video fails after processing', async () => {
  const { body } = await upload(new TextEncoder().encode('no video'));
  await status(body.jobId);
  expect(await status(body.jobId)).toMatchObject({ state: 'JOB_STATE_FAILED', message: 'Failed to process video' });
});

test('only a service token for the right method opens the service, and it opens nothing else', async () => {
  expect((await upload(video, me.account.tokens.access_token)).status).toBe(401);
  expect((await upload(video, await serviceToken('did:web:video.bsky.app'))).status).toBe(401);
  const authorization = `Bearer ${await serviceToken('did:web:video.bsky.app')}`;
  expect((await me.get('com.atproto.server.getSession', {}, { authorization })).status).toBe(400);
});

test('a small video goes straight to the PDS too', async () => {
  expect(await me.upload('sample.mp4', 'video/mp4')).toMatchObject({ mimeType: 'video/mp4' });
});
