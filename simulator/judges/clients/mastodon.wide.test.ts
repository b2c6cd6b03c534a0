import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MadeAccount, TestSimulator } from '../../src/core/testing.ts';
import { judge } from './judge.ts';

/** A judge from outside: a client of 2020, unchanged. It logs in and uploads at the first version's addresses. */
const simulator = new TestSimulator();
const folder = mkdtempSync(join(tmpdir(), 'hubbub-judge-'));
let account: MadeAccount;
// biome-ignore lint/suspicious/noExplicitAny: a library without types here.
let client: any;

beforeAll(async () => {
  const { Masto } = await judge('masto-2');
  await simulator.start();
  account = await simulator.account('mastodon', { username: 'acme' });
  client = await Masto.login({ uri: `${simulator.url}/mastodon`, accessToken: account.tokens.access_token });
}, 300_000);
afterAll(async () => {
  await simulator.close();
  rmSync(folder, { recursive: true });
});

test('it reads the instance with its limits', async () => {
  expect(await client.fetchInstance()).toMatchObject({
    version: expect.stringMatching(/^4\./),
    configuration: { statuses: { max_characters: 500 }, media_attachments: { image_size_limit: expect.any(Number) } },
  });
});

test.each([
  ['sample.jpg', 'image'],
  ['sample.mp4', 'video'],
])('it uploads %s, ready when the call ends, and posts it', async (name, type) => {
  const path = join(folder, name);
  writeFileSync(path, Buffer.from(await (await fetch(`${simulator.url}/files/${name}`)).arrayBuffer()));
  const media = await client.uploadMediaAttachment({ file: createReadStream(path) });
  expect(media).toMatchObject({ type, url: expect.any(String) });
  const status = await client.createStatus({ status: name, media_ids: [media.id] });
  expect(status.media_attachments).toMatchObject([{ id: media.id, type }]);
});
