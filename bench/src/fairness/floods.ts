import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { png } from '@hubbub/media-info/corpus/bytes.ts';
import { targetOf } from '../../../server/test/hostile/shoot.ts';
import { hubSignature } from '../../../server/test/signed-callbacks.ts';
import type { HttpRequest } from '../measure/load.ts';
import { temporaryFolder } from '../run/folder.ts';
import { sampleText } from '../run/sample.ts';
import type { FloodPlan } from './flood.ts';

export interface Flood {
  readonly name: string;
  readonly plan: FloodPlan;
}

const MIB = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
const BOUNDARY = 'hubbub-flood';
const FORM_TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** Floods of a tenant with many posts, of unauthenticated clients, and of a simulated platform. */
export async function floodsOf({
  url,
  key = '',
}: {
  readonly url: string;
  readonly key: string | undefined;
}): Promise<Flood[]> {
  const folder = temporaryFolder('floods');
  const auth = { authorization: `Bearer ${key}` };
  const flood = (connections: number, name: string, request: HttpRequest, more: Partial<FloodPlan> = {}): Flood => ({
    name: `${connections} connections of ${name}`,
    plan: { url, connections, request, ...more },
  });
  const get = (path: string, headers: HttpRequest['headers'] = auth): HttpRequest => ({
    method: 'GET',
    path,
    ...(headers && { headers }),
  });
  const post = (
    connections: number,
    name: string,
    path: string,
    headers: Record<string, string>,
    body: string | Buffer,
  ) => {
    const bodyPath = join(folder, name.replace(/\W+/g, '-'));
    writeFileSync(bodyPath, body);
    return flood(connections, name, { method: 'POST', path, headers }, { bodyPath });
  };

  const deep = '['.repeat(MIB);
  const wide = `[${'1,'.repeat(MIB / 2 - 2)}1]`;
  const { callbacks, secret } = await targetOf(url, key);
  const callback = Buffer.from(callbackOf(4 * MIB - 100));
  const signed = { ...JSON_TYPE, 'x-hub-signature-256': hubSignature(secret, callback) };
  return [
    flood(100, '`limit=100`', get('/v1/posts?limit=100')),
    flood(20, '`limit=100`', get('/v1/posts?limit=100')),
    flood(40, '`limit=100`, each request on a new one', get('/v1/posts?limit=100'), { reconnects: true }),
    flood(20, 'searches that find nothing', get('/v1/posts?search=nowhere+to+be+found')),
    flood(200, 'a key that does not exist', get('/v1/posts', { authorization: `Bearer hub_test_${'x'.repeat(40)}` })),
    post(1000, 'creates', '/v1/posts', { ...auth, ...JSON_TYPE }, JSON.stringify({ text: sampleText() })),
    post(10, '1 MiB of `[` to no path', '/nothing', JSON_TYPE, deep),
    post(10, '1 MiB of numbers to no path', '/nothing', JSON_TYPE, wide),
    post(100, '1 MiB of `[` with a key', '/v1/posts', { ...auth, ...JSON_TYPE }, deep),
    post(
      100,
      '1 MiB of text with a key',
      '/v1/posts/validate',
      { ...auth, ...JSON_TYPE },
      JSON.stringify({ text: 'a'.repeat(MIB - 100), platforms: ['twitter'] }),
    ),
    post(10, 'signed callbacks of 4 MiB', `${callbacks}/facebook`, signed, callback),
    post(20, '48-megapixel images', '/v1/media/upload', { ...auth, ...FORM_TYPE }, formOf('a.png', png(8000, 6000))),
    post(
      10,
      '5 MB of separators as a table',
      '/v1/posts/import',
      { ...auth, ...FORM_TYPE },
      formOf('a.csv', Buffer.alloc(5_000_000, ',')),
    ),
    flood(100, '`/openapi.json`', get('/openapi.json', undefined)),
    flood(20, 'searches of the guide', get('/guide?q=post+account+media+webhook', undefined)),
  ];
}

/** A callback of comments on an unknown page. */
function callbackOf(bytes: number): string {
  const entry = JSON.stringify({
    id: '1',
    time: 1,
    changes: [{ field: 'feed', value: { item: 'comment', verb: 'add', comment_id: '1_2', message: 'Hello' } }],
  });
  return `{"object":"page","entry":[${`${entry},`.repeat(Math.floor(bytes / (entry.length + 1)) - 1)}${entry}]}`;
}

function formOf(filename: string, content: Buffer): Buffer {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}
