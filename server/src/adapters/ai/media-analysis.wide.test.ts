import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openDiskStorage } from '@hubbub/file-storage';
import { hasFfmpeg } from '@hubbub/media-info';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../../../simulator/src/index.ts';
import type { AiSettings } from '../../config/groups.ts';
import type { Vision } from '../../core/analysis/media-analysis.ts';
import type { FileStorage } from '../../core/files.ts';
import { openMediaAnalysis } from './media-analysis.ts';

const folder = mkdtempSync(join(tmpdir(), 'hubbub-ai-'));
const uploads = mkdtempSync(join(folder, 'uploads-'));
const KEY = 'sk-very-secret';
const seen = {
  summary: 'Two hands hold a bowl.',
  category: 'crafts',
  subjects: ['hands', 'bowl'],
  text_on_screen: [],
  hook: 'The bowl turns.',
  brand_safety: 'safe',
};
const WORLD = { id: 'w_00000000000000000000000000000001', aheadSeconds: 0 };
let simulator: RunningSimulator;
let service: Server;
let storage: FileStorage;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const asked: { readonly path: string; readonly key: string; readonly body: Buffer }[] = [];

beforeAll(async () => {
  simulator = await startSimulator({
    originWorld: WORLD.id,
    dataDir: join(folder, 'simulator'),
  });
  storage = await openDiskStorage(join(folder, 'files'));
  service = createServer(async (request, response) => {
    asked.push({ path: request.url ?? '', key: request.headers.authorization ?? '', body: await buffer(request) });
    answer(request, response);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  service.closeAllConnections();
  service.close();
  storage.close();
  await simulator.close();
  rmSync(folder, { recursive: true, force: true });
});

const never = new AbortController().signal;
const at = (path: string) => `${simulator.url}/${WORLD.id}/files/${path}`;
const url = () => `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
const completion = (content: unknown) => ({ choices: [{ message: { role: 'assistant', content } }] });
const replies = (body: unknown, status = 200) => {
  answer = (_, response) =>
    response.writeHead(status).end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
};

function analysisWith(settings: Partial<AiSettings> | undefined, simulatorUrl?: string, files = storage) {
  const models = { transcribeModel: 'speech', visionModel: 'vision', apiKey: KEY };
  return openMediaAnalysis({
    settings: settings && { baseUrl: `${url()}/v1`, ...models, ...settings },
    simulatorUrl,
    allowPrivateNetwork: true,
    userAgent: 'test',
    storage: files,
    folder: uploads,
  });
}

describe.runIf(await hasFfmpeg())('speech and pictures of media', () => {
  test('come from the simulated service for test tenants, always the same', async () => {
    const analysis = analysisWith(undefined, simulator.url);
    const video = { world: WORLD, url: at('sample.mp4'), durationSeconds: 5 } as const;
    const heard = await analysis.transcribe?.(video, never);
    expect(heard).toEqual({ text: expect.stringMatching(/^(\w[^.]+\. ?){4}$/) });
    expect(await analysis.transcribe?.(video, never)).toEqual(heard);
    const shown = await analysis.describe?.(video, never);
    expect(shown).toMatchObject({ subjects: [expect.any(String), expect.any(String)], hook: expect.any(String) });
    expect(await analysis.describe?.({ world: WORLD, url: at('sample.jpg') }, never)).not.toEqual(shown);
    expect(await analysis.transcribe?.({ world: null, url: at('sample.mp4') }, never)).toEqual({
      missing: 'not_configured',
    });
    await analysis.close();
    expect(readdirSync(uploads)).toEqual([]);
  });

  test('come from the service of the settings for live tenants', async () => {
    const analysis = analysisWith({});
    replies({ text: ' Hello.\u0000 ', language: 'en' });
    const video = { world: null, url: at('sample.mp4') } as const;
    expect(await analysis.transcribe?.(video, never)).toEqual({ text: 'Hello.\ufffd', language: 'en' });
    const sent = asked.at(-1);
    expect(sent).toMatchObject({ path: '/v1/audio/transcriptions', key: `Bearer ${KEY}` });
    expect(sent?.body.includes('ftypM4A')).toBe(true);
    replies(completion(`\`\`\`json\n${JSON.stringify(seen)}\n\`\`\``));
    expect(await analysis.describe?.(video, never)).toEqual({
      summary: seen.summary,
      category: 'crafts',
      subjects: ['hands', 'bowl'],
      textOnScreen: [],
      hook: seen.hook,
      brandSafety: 'safe',
    });
    const request = JSON.parse(asked.at(-1)?.body.toString() ?? '');
    expect(request.messages[1].content).toHaveLength(6);
    expect(request.response_format.json_schema).toMatchObject({ strict: true, schema: { type: 'object' } });
    await analysis.close();
  });

  test('are missing with the reason when the service is wrong, huge, lying, rejecting or gone', async () => {
    const analysis = analysisWith({});
    const picture = { world: null, url: at('sample.jpg') } as const;
    const long = 'x'.repeat(5_000);
    const cases: readonly (readonly [unknown, number, string])[] = [
      ['<html>', 200, 'not JSON'],
      [{ error: { message: `Incorrect key ${KEY}` } }, 401, 'rejects the key of this installation (401)'],
      [{}, 429, 'accepts no more requests now (429)'],
      [{}, 500, 'answered with the status 500'],
      [Buffer.alloc(1024 * 1024 + 1, '1'), 200, 'more than 1 MB'],
      [{ choices: [] }, 200, 'another form'],
      [completion('It shows a bowl.'), 200, 'another form'],
      [completion(JSON.stringify({ ...seen, brand_safety: 'perhaps' })), 200, 'another form'],
      [completion(JSON.stringify({ ...seen, subjects: 'hands' })), 200, 'another form'],
      [{ choices: [{ message: { content: null, refusal: 'no' } }] }, 200, 'refuses to describe'],
    ];
    for (const [body, status, reason] of cases) {
      replies(body, status);
      const missing = { missing: expect.stringContaining(reason) };
      expect(await analysis.describe?.(picture, never), reason).toEqual(missing);
      expect(JSON.stringify(await analysis.describe?.(picture, never))).not.toContain(KEY);
    }
    replies(completion(JSON.stringify({ ...seen, summary: long, subjects: Array(100).fill(long) })));
    const cut = (await analysis.describe?.(picture, never)) as Vision;
    expect([cut.summary.length, cut.subjects.length, cut.subjects[0]?.length]).toEqual([2_000, 50, 200]);
    answer = (_, response) => response.destroy();
    expect(await analysis.describe?.(picture, never)).toEqual({ missing: expect.stringContaining('not be reached') });
    replies({ text: '  ' });
    const silent = await analysis.transcribe?.({ world: null, url: at('sample.mp4') }, never);
    expect(silent).toEqual({ missing: 'No speech was heard.' });
    await analysis.close();
  });

  test('are missing when the media is gone, no video, or without sound', async () => {
    const analysis = analysisWith({});
    const of = (path: string) => ({ world: null, url: path }) as const;
    replies('#EXTM3U\nfile:///etc/passwd\n');
    expect(await analysis.transcribe?.(of(`${url()}/list.m3u8`), never)).toEqual({
      missing: expect.stringMatching(/^The file is /),
    });
    expect(await analysis.describe?.(of(at('sample.mp3')), never)).toEqual({ missing: 'The file has no pictures.' });
    replies('gone', 404);
    expect(await analysis.describe?.(of(`${url()}/gone.mp4`), never)).toEqual({
      missing: 'The platform did not give the video (404).',
    });
    await analysis.close();
    expect(readdirSync(uploads)).toEqual([]);
  });

  test('leave no room taken by files of processes that were killed', async () => {
    const analysis = analysisWith({});
    const yesterday = Date.now() / 1000 - 86_400;
    writeFileSync(join(uploads, 'half'), 'video');
    mkdirSync(join(uploads, 'extract-half'));
    for (const name of ['half', 'extract-half']) utimesSync(join(uploads, name), yesterday, yesterday);
    replies('gone', 404);
    await analysis.describe?.({ world: null, url: `${url()}/gone.mp4` }, never);
    await analysis.close();
    expect(readdirSync(uploads)).toEqual([]);
  });

  describe('when the service is slow', () => {
    afterEach(() => void vi.useRealTimers());

    /** How the request to the service ends after a time that nobody waits for. */
    async function endAfter(
      seconds: number,
      ask: (analysis: ReturnType<typeof analysisWith>) => Promise<unknown> | undefined,
    ) {
      const analysis = analysisWith({});
      const arrived = Promise.withResolvers<void>();
      answer = (_, response) => {
        // The response begins and never ends.
        response.writeHead(200).write('{');
        arrived.resolve();
      };
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const outcome = { ended: false };
      const asking = ask(analysis)?.finally(() => {
        outcome.ended = true;
      });
      await arrived.promise;
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 10_000);
      expect(outcome).toEqual({ ended: false });
      vi.advanceTimersByTime(10_000);
      const end = await asking;
      vi.useRealTimers();
      await analysis.close();
      expect(readdirSync(uploads)).toEqual([]);
      return end;
    }

    test('pictures are missing after 90 seconds', async () => {
      const picture = { world: null, url: at('sample.jpg') } as const;
      const end = await endAfter(90, (analysis) => analysis.describe?.(picture, never));
      expect(end).toEqual({ missing: 'The AI service did not answer within 90 seconds.' });
    });

    test('speech is missing after 180 seconds', async () => {
      const video = { world: null, url: at('sample.mp4') } as const;
      const end = await endAfter(180, (analysis) => analysis.transcribe?.(video, never));
      expect(end).toEqual({ missing: 'The AI service did not answer within 180 seconds.' });
    });
  });

  test('come from a stored file, on this disk or from a store, and are missing when it is gone', async () => {
    const bytes = Buffer.from(await (await fetch(at('sample.mp4'))).arrayBuffer());
    const key = 'ten_1/med_1';
    await storage.put(key, [bytes] as never, { contentType: 'video/mp4' });
    const analysis = analysisWith({});
    const media = { world: null, key } as const;
    replies({ text: 'Hello.' });
    expect(await analysis.transcribe?.(media, never)).toEqual({ text: 'Hello.' });
    expect((await storage.stat(key))?.bytes).toBe(bytes.length);
    await analysis.close();

    const { localPath: _, ...store } = storage;
    const apart = analysisWith({}, undefined, store);
    expect(await apart.transcribe?.(media, never)).toEqual({ text: 'Hello.' });
    await storage.remove(key);
    expect(await apart.transcribe?.(media, never)).toEqual({ missing: 'The file of the post is not stored any more.' });
    await apart.close();
    expect(readdirSync(uploads)).toEqual([]);
  });

  test('stop when they are aborted', async () => {
    const analysis = analysisWith({});
    const abort = new AbortController();
    answer = () => abort.abort(new Error('the lease is lost'));
    const looking = analysis.describe?.({ world: null, url: at('sample.jpg') }, abort.signal);
    await expect(looking).rejects.toThrow('the lease is lost');
    await analysis.close();
    expect(readdirSync(uploads)).toEqual([]);
  });

  test('are not offered without settings', async () => {
    expect(analysisWith(undefined)).not.toHaveProperty('transcribe');
    expect(analysisWith({ visionModel: undefined })).not.toHaveProperty('describe');
  });
});
