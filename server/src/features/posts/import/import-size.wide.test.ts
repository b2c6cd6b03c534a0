import { request } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../../../test/harness.ts';
import { rowsOf } from '../../../../test/rows.ts';
import { accountOf, eventsOf, usageOf } from '../../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['mastodon', 'twitter'] });
});
afterAll(() => service?.close());

const MIB = 1024 * 1024;
const BOUNDARY = 'boundary-of-the-form';
const HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="posts.csv"\r\n\r\n`;
const TAIL = `\r\n--${BOUNDARY}--\r\n`;
const soon = `${new Date().getUTCFullYear() + 1}-03-01T09:00:00Z`;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What is alive in memory, with buffers. The first collection finds the buffers, the second frees them. */
function liveBytes(): number {
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

interface Sent {
  readonly status: number;
  readonly body: Body;
  /** How much of the body the other side took before it answered. */
  readonly bytes: number;
  /** How far live memory rose while the request was under way. */
  readonly growth: number;
}

/** Sends a body that is made as it goes; stops when the answer comes. */
async function sendPieces(pieces: Iterable<string>, headers: Record<string, string> = {}): Promise<Sent> {
  const before = liveBytes();
  let peak = before;
  let bytes = 0;
  const outgoing = request(`${service.url}/v1/posts/import`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ws.api.key}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...headers,
    },
  });
  // Looks are expensive: they come at twice the distance each time.
  const look = (afterMs: number): NodeJS.Timeout =>
    setTimeout(() => {
      peak = Math.max(peak, liveBytes());
      timer = look(afterMs * 2);
    }, afterMs);
  let timer = look(250);
  // The other side may close the connection while we still send.
  outgoing.on('error', () => {});
  const answered = new Promise<{ status: number; body: Body }>((resolve, reject) => {
    outgoing.on('error', reject);
    outgoing.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) }));
    });
  });
  let isAnswered = false;
  answered.then(
    () => {
      isAnswered = true;
    },
    () => {
      isAnswered = true;
    },
  );
  for (const piece of pieces) {
    if (isAnswered) break;
    bytes += piece.length;
    if (!outgoing.write(piece)) {
      const taken = new Promise((resolve) => outgoing.once('drain', resolve));
      await Promise.race([taken, answered.catch(() => {})]);
    }
  }
  if (!isAnswered) outgoing.end();
  try {
    return { ...(await answered), bytes, growth: peak - before };
  } finally {
    clearTimeout(timer);
    outgoing.destroy();
  }
}

function* formOf(header: string, rows: number, row: (index: number) => string): Generator<string> {
  yield HEAD + header;
  for (let index = 0; index < rows; index++) yield row(index);
  yield TAIL;
}

describe('10,000 rows', () => {
  test('45 MiB become drafts within bounded memory', async () => {
    const filling = 'Lorem ipsum dolor sit amet. '.repeat(170);
    const { status, body, bytes, growth } = await sendPieces(
      formOf('text,title\n', 10_000, (index) => `"Draft ${index}\n${filling}",Title\n`),
    );
    expect(bytes).toBeGreaterThan(45 * MIB);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total_rows: 10_000, created: 10_000, failed: 0 });
    expect(body.posts).toHaveLength(100);
    expect(body.posts[99].text.startsWith('Draft 99\n')).toBe(true);
    expect(growth / MIB).toBeLessThan(24);
  });

  test('become scheduled posts with targets, charge and events', async () => {
    const ids = [accountOf(ws, 'mastodon').id, accountOf(ws, 'twitter').id];
    const before = await usageOf(ws.api);
    const { body, growth } = await sendPieces(
      formOf('text;account_ids;scheduled_at\n', 10_000, (index) =>
        index % 10 === 9 ? `Row ${index};nobody;${soon}\n` : `Row ${index};${ids.join('|')};${soon}\n`,
      ),
    );
    expect(body).toMatchObject({ total_rows: 10_000, created: 9000, failed: 1000 });
    expect(body.errors[999]).toMatchObject({ row: 10_001, field: 'account_ids', code: 'account_not_found' });
    const [made] = await service.sql(
      `select count(*)::int as targets, count(distinct post_id)::int as posts from actions where tenant_id = $1 and due_at = $2`,
      [ws.tenantId, soon],
    );
    expect(made).toEqual({ targets: 18_000, posts: 9000 });
    expect((await usageOf(ws.api)).posts).toBe(before.posts + 9000);
    const [log] = await service.sql(
      `select count(*)::int as events, max(seq) - min(seq) + 1 = count(*) as is_gapless from events
       where tenant_id = $1 and type = 'post.scheduled'`,
      [ws.tenantId],
    );
    expect(log).toEqual({ events: 9000, is_gapless: true });
    expect((await eventsOf(ws.api, body.posts[0].id)).map(({ type }) => type)).toEqual(['post.scheduled']);
    expect(growth / MIB).toBeLessThan(24);
  });
});

describe('a file beyond 50 MiB', () => {
  const piece = 'x'.repeat(MIB);
  function* gigabyte(): Generator<string> {
    yield `${HEAD}text\n`;
    for (let index = 0; index < 1024; index++) yield piece;
    yield TAIL;
  }
  test('of separators is rejected by its cells within bounded memory', async () => {
    const separators = ','.repeat(MIB);
    const { status, body, growth } = await sendPieces(formOf('text\n', 49, () => separators));
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'invalid_request', meta: { field: 'file' } } });
    expect(body.error).toBe('Row 2 has more than 100 cells.');
    expect(growth / MIB).toBeLessThan(24);
  });

  const tooLarge = { code: 'payload_too_large', meta: { field: 'file', max: 50 * MIB } };

  test('is cut off at the limit and not read on', async () => {
    const before = await rowsOf(service, ws.tenantId);
    const { status, body, bytes, growth } = await sendPieces(gigabyte());
    expect({ status, body }).toMatchObject({ status: 413, body: tooLarge });
    expect(bytes / MIB).toBeLessThan(80);
    expect(growth / MIB).toBeLessThan(24);
    expect(await rowsOf(service, ws.tenantId)).toEqual(before);
  });

  test('is not read at all when it says its length', async () => {
    const { status, body, bytes } = await sendPieces(gigabyte(), { 'content-length': String(1024 * MIB) });
    expect({ status, body }).toMatchObject({ status: 413, body: tooLarge });
    expect(bytes / MIB).toBeLessThan(30);
  });

  test('leaves the service as it was', async () => {
    expect((await ws.api.get('/v1/usage')).status).toBe(200);
    expect((await sendPieces(formOf('text\n', 1, () => 'After the flood\n'))).status).toBe(200);
  });
});
