import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type CorpusFile, mediaCorpus } from '@hubbub/media-info/corpus/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiResponse, startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';

const AT_ONCE = 8;
const corpus = await mediaCorpus();
let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

type Send = (file: CorpusFile) => Promise<{ answer: ApiResponse; id: string | undefined }>;

const WAYS: readonly (readonly [way: string, status: number, send: Send])[] = [
  [
    'by form',
    201,
    async ({ name, content }) => {
      const form = new FormData();
      form.set('file', new Blob([Buffer.from(content)], { type: 'image/jpeg' }), name);
      const answer = await ws.api.post('/v1/media/upload', form);
      return { answer, id: answer.body.media_id };
    },
  ],
  [
    'by address',
    200,
    async ({ name, content }) => {
      const query = new URLSearchParams({ media_type: 'image/jpeg', filename: name });
      const { body } = await ws.api.get(`/v1/media/upload-url?${query}`);
      const headers = { 'content-type': 'image/jpeg' };
      const sent = await fetch(body.upload_url, { method: 'PUT', headers, body: Buffer.from(content) });
      expect(sent.status, name).toBe(200);
      return { answer: await ws.api.post(`/v1/media/${body.media_id}/verify`), id: body.media_id };
    },
  ],
];

test.each(WAYS)('every file of the corpus has its verdict, %s', async (_way, status, send) => {
  ws = await service.workspace({ plan: 'free' });
  const ready = new Map<string, number>();
  const waiting = [...corpus];
  const sendAll = async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const { name, content, verdict } = file;
      const { answer, id } = await send(file);
      if (typeof verdict !== 'string') {
        expect(answer.status, `${name}: ${answer.text}`).toBe(status);
        ready.set(id as string, content.length);
        const { body: item } = await ws.api.get(`/v1/media/${id}`);
        const { kind, contentType } = verdict;
        expect(item, name).toMatchObject({ status: 'ready', size_bytes: content.length, ...(kind && { kind }) });
        if (contentType !== undefined) expect(item.content_type, name).toBe(contentType);
        const served = await fetch(item.url);
        expect(Buffer.from(await served.arrayBuffer()).equals(Buffer.from(content)), name).toBe(true);
        expect(served.headers.get('content-type'), name).toBe(item.content_type);
        continue;
      }
      expect(answer, name).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', detail_code: 'media.unreadable', meta: { field: 'file' } },
      });
      expect(answer.body.error, name).toMatch(/^The file cannot be used: it [^\n\0]+\.$/);
      if (id !== undefined)
        expect((await ws.api.get(`/v1/media/${id}`)).body, name).toMatchObject({
          status: 'failed',
          url: '',
          error: answer.body.error,
        });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendAll));
  expect(readdirSync(join(service.dataDir, 'media', ws.tenantId)).sort()).toEqual([...ready.keys()].sort());
  const used = [...ready.values()].reduce((sum, bytes) => sum + bytes, 0);
  const storage = async () => (await ws.api.get('/v1/media/storage')).body;
  expect(await storage()).toMatchObject({ used_bytes: used, count: ready.size });
  const deleted = await Promise.all([...ready.keys()].map((id) => ws.api.delete(`/v1/media/${id}`)));
  expect(deleted.filter(({ status }) => status !== 204)).toEqual([]);
  expect(await storage()).toMatchObject({ used_bytes: 0, count: 0 });
  expect(readdirSync(join(service.dataDir, 'media', ws.tenantId))).toEqual([]);
  const [held] = await service.sql('select storage_reserved_bytes::int as held from tenants where tenant_id = $1', [
    ws.tenantId,
  ]);
  expect(held).toEqual({ held: 0 });
});
