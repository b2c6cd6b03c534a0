import { get, type IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { commentEvent } from '../../../test/sample-events.ts';
import { record } from './index.ts';

/** How often the stream is cut at least: 1,000 with `STREAM_CUTS=1000`. */
const CUTS = Number(process.env.STREAM_CUTS ?? 150);
/** About two events. */
const BYTES_MAX = 4000;

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ plan: 'starter' });
});
afterAll(() => service?.close());

const write = (texts: readonly string[]) =>
  service.app.db.tenant(ws.tenantId).transaction((tx) =>
    record(
      tx,
      ws.tenantId,
      texts.map((text) => commentEvent(text)),
    ),
  );

/** The events that came whole before the connection was cut after so many bytes; undefined: there was no place yet. */
async function readUntilCut(bytesMax: number, lastEventId: string | undefined) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = {
    authorization: `Bearer ${ws.api.key}`,
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  };
  get(`${service.url}/v1/events/stream?after=0`, { headers, agent: false }, resolve).on('error', reject);
  const response = await promise;
  let bytes = Buffer.alloc(0);
  for await (const piece of response) {
    bytes = Buffer.concat([bytes, piece]);
    if (bytes.length >= bytesMax) break;
  }
  response.destroy();
  if (response.statusCode !== 200) return undefined;
  const blocks = bytes.subarray(0, bytesMax).toString().split('\n\n').slice(0, -1);
  return blocks.flatMap((block) => {
    const { id, data } = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
    return id === undefined ? [] : [{ id: id as string, data: JSON.parse(data) as Body }];
  });
}

test('a stream that is cut at random places again and again misses and repeats nothing', async () => {
  // More than are read, so that every connection has something to be cut in.
  const texts = Array.from({ length: CUTS + 10 }, (_, index) => String(index));
  const sizes = fc.sample(fc.integer({ min: 1, max: BYTES_MAX }), CUTS * 10);
  // Some events wait for the reader; the rest comes while it reads.
  await write(texts.slice(0, 10));
  const writing = (async () => {
    for (let n = 10; n < texts.length; n += 10) await write(texts.slice(n, n + 10));
  })();
  const received: { id: string; data: Body }[] = [];
  let cuts = 0;
  while (received.length < CUTS) {
    const events = await readUntilCut(sizes[cuts % sizes.length] as number, received.at(-1)?.id);
    if (events === undefined) continue;
    received.push(...events);
    cuts += 1;
  }
  await writing;
  expect(received.map(({ data }) => data.data.content.text)).toEqual(texts.slice(0, received.length));
  expect(cuts).toBeGreaterThanOrEqual(CUTS / 2);
  console.log(`${cuts} cuts`);
}, 600_000);
