import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type MadeAccount, testWorld } from '../../core/testing.ts';
import { CallbackReceiver } from '../meta/test-callbacks.ts';
import { sampleImage, sampleVideo, TestInstagram, TestSimulator, until } from './testing.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'hubbub-instagram-'));
const main = join(import.meta.dirname, '../../main.ts');
const simulators: TestSimulator[] = [];
let running: ChildProcess | undefined;

afterEach(() => running?.kill('SIGKILL'));
afterAll(async () => {
  for (const simulator of simulators) await simulator.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A simulator in a process of its own, which can be killed. */
class KillableSimulator extends TestSimulator {
  #url = '';

  override get url(): string {
    return this.#url;
  }

  override async start(): Promise<this> {
    simulators.push(this);
    running = spawn(process.execPath, [main], {
      env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, ORIGIN_WORLD: testWorld },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(createInterface({ input: running.stdout as NodeJS.ReadableStream }), 'line')) as [
      string,
    ];
    this.#url = /http:\S+/.exec(line)?.[0] ?? '';
    return this;
  }

  async kill(): Promise<void> {
    if (!running) return;
    const exit = once(running, 'exit');
    running.kill('SIGKILL');
    await exit;
  }

  override async restart(): Promise<void> {
    await this.kill();
    await this.start();
  }
}

async function everything(instagram: TestInstagram) {
  const fields =
    'id,caption,permalink,timestamp,media_type,children{id},comments{id,text,hidden,from,replies{id,text}}';
  const media = (await instagram.get('me/media', { fields })).body.data;
  const stories = (await instagram.get('me/stories')).body.data;
  const limit = (await instagram.get('me/content_publishing_limit')).body;
  const conversations = (
    await instagram.get('me/conversations', { fields: 'participants,messages{id,message,attachments}' })
  ).body.data;
  const subscription = (await instagram.get('me/subscribed_apps')).body;
  const ledger = await instagram.simulator.ledger(`account=${instagram.id}`);
  return { media, stories, limit, conversations, subscription, ledger };
}

test('kill -9: posts, containers, comments, messages, tokens and waiting callbacks are all there again', {
  timeout: 60_000,
}, async () => {
  const receiver = await new CallbackReceiver().start();
  const simulator = await new KillableSimulator().start();
  const account: MadeAccount = await simulator.account('instagram', { username: 'acme' });
  const instagram = new TestInstagram(simulator, account);
  await instagram.subscribe(receiver.url);

  await instagram.publish({ image_url: sampleImage, caption: 'One' });
  const items = [];
  for (let item = 0; item < 2; item += 1)
    items.push(await instagram.container({ image_url: sampleImage, is_carousel_item: true }));
  await instagram.publish({ media_type: 'CAROUSEL', children: items.join(','), caption: 'Two' });
  await instagram.publish({ media_type: 'STORIES', image_url: sampleImage });
  const comment = await instagram.comment('Hi');
  await instagram.post(`${comment.platform_id}/replies`, { message: 'Hello' });
  await instagram.post(comment.platform_id, { hide: true });
  const heard = await simulator.visitor({
    platform: 'instagram',
    account: instagram.id,
    action: 'message',
    text: 'Psst',
  });
  const { from } = (await instagram.get(heard.platform_id, { fields: 'from' })).body;
  await instagram.postJson('me/messages', { recipient: { id: from.id }, message: { text: 'Yes?' } });
  await instagram.postJson('me/messages', { recipient: { comment_id: comment.platform_id }, message: { text: 'DM' } });
  const slow = await instagram.container({ media_type: 'REELS', video_url: sampleVideo });
  await until(
    async () => receiver.received.length,
    (count) => count >= 5,
  );

  // One callback is rejected and waits for its next try when the process dies.
  receiver.answers.push(500, 500);
  const late = await instagram.comment('Late');
  await until(
    async () => receiver.received.length,
    (count) => count >= 7,
  );
  const before = await everything(instagram);
  expect(before.media).toHaveLength(2);

  await simulator.restart();
  expect(await everything(instagram)).toEqual(before);
  const again = await instagram.postJson('me/messages', {
    recipient: { comment_id: comment.platform_id },
    message: { text: 'Twice?' },
  });
  expect(again.body.error.error_subcode).toBe(2534025);
  expect((await instagram.get(slow, { fields: 'status_code' })).body.status_code).toBe('IN_PROGRESS');
  expect((await instagram.get(slow, { fields: 'status_code' })).body.status_code).toBe('FINISHED');
  await simulator.advance(5);
  await until(
    async () => receiver.received.at(-1)?.raw ?? '',
    (raw) => raw.includes(late.platform_id) && receiver.received.length === 8,
    20,
  );
  receiver.close();
});

test('kill -9 after the effect of a publish whose answer is held: published once', { timeout: 60_000 }, async () => {
  const simulator = await new KillableSimulator().start();
  const instagram = await TestInstagram.make(simulator);
  const creation_id = await instagram.container();
  await simulator.fault({ platform: 'instagram', operation: 'publish', kind: 'hold', when: 'after' });
  const response = instagram.post('me/media_publish', { creation_id }).catch(() => 'lost');
  await simulator.held();
  await simulator.kill();
  expect(await response).toBe('lost');
  // The line that the next write would have been is torn off in the middle.
  appendFileSync(join(dataDir, 'journal.jsonl'), '[["instagram/media","1790');
  await simulator.start();

  expect((await instagram.get(creation_id, { fields: 'status_code' })).body.status_code).toBe('PUBLISHED');
  const [post] = (await instagram.get('me/media')).body.data;
  expect(await simulator.ledger(`account=${instagram.id}`)).toMatchObject([{ kind: 'post', platform_id: post.id }]);
  expect((await instagram.post('me/media_publish', { creation_id })).status).toBe(400);
  expect(await simulator.ledger(`account=${instagram.id}`)).toHaveLength(1);
});

test('kill -9 before the effect: not published, and the same container still can be', { timeout: 60_000 }, async () => {
  const simulator = await new KillableSimulator().start();
  const instagram = await TestInstagram.make(simulator);
  const creation_id = await instagram.container();
  await simulator.fault({ platform: 'instagram', operation: 'publish', kind: 'hold', when: 'before' });
  const response = instagram.post('me/media_publish', { creation_id }).catch(() => 'lost');
  await simulator.held();
  await simulator.restart();
  expect(await response).toBe('lost');
  expect((await instagram.get(creation_id, { fields: 'status_code' })).body.status_code).toBe('FINISHED');
  expect(await simulator.ledger(`account=${instagram.id}`)).toEqual([]);
  expect((await instagram.post('me/media_publish', { creation_id })).status).toBe(200);
});
