import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { type Browser, signedIn } from '../../../test/people.ts';
import { commentEvent } from '../../../test/sample-events.ts';
import { withNewKey } from '../../../test/steps.ts';
import { addHook, skipPauses } from '../webhooks/webhooks.fixture.ts';
import { record } from './index.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ STREAMS_PER_TENANT: '12' });
  ws = await service.workspace({ plan: 'starter' });
});
afterAll(() => service?.close());

const write = (workspace: TestWorkspace, texts: readonly string[], platform = 'mastodon') =>
  service.app.db.tenant(workspace.tenantId).transaction((tx) =>
    record(
      tx,
      workspace.tenantId,
      texts.map((text) =>
        commentEvent(text, { platform, accountId: workspace.accounts[platform]?.id ?? 'acc_1', resourceId: text }),
      ),
    ),
  );

interface Received {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: Body;
}

/** An open stream of a key or person; `events` grows. */
async function open(by: string | Browser, query = '', lastEventId?: string) {
  const controller = new AbortController();
  const response = await fetch(`${service.url}/v1/events/stream${query}`, {
    headers: {
      ...(typeof by === 'string' ? { authorization: `Bearer ${by}` } : by.headers),
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: controller.signal,
  });
  expect(response.status, response.status === 200 ? '' : await response.clone().text()).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const events: Received[] = [];
  const ended = (async () => {
    let text = '';
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
        if (fields.data !== undefined)
          events.push({ id: fields.id, event: fields.event, data: JSON.parse(fields.data) });
      }
    }
  })().catch(() => undefined);
  return { events, ended, close: () => controller.abort() };
}

const textsOf = (events: readonly Received[]) => events.map(({ data }) => data.data.content.text);

describe('stream_events', () => {
  test('sends the events that the log lists, and goes on after the last one that was received', async () => {
    const key = ws.api.key;
    const stream = await open(key);
    await write(ws, ['a', 'b']);
    await until(async () => stream.events.length === 2, 'two events came');
    const { body } = await ws.api.get('/v1/events?after=0');
    expect(stream.events.map(({ data }) => data)).toEqual(body.data);
    expect(stream.events.map(({ id, event }) => [id, event])).toEqual(
      body.data.map(({ seq, id }: Body) => [`${seq}.${id}`, 'comment.received']),
    );
    stream.close();

    await write(
      ws,
      Array.from({ length: 250 }, (_, index) => `many ${index}`),
    );
    const again = await open(key, '', stream.events[0]?.id);
    await until(async () => again.events.length === 251, 'the missed ones came');
    expect(textsOf(again.events)).toEqual(['b', ...Array.from({ length: 250 }, (_, index) => `many ${index}`)]);
    again.close();
  });

  test('a filter leaves out the others, also those before an event that fits', async () => {
    const own = await service.workspace({ plan: 'starter', platforms: ['mastodon', 'bluesky'] });
    await write(own, ['old']);
    const stream = await open(own.api.key, '?after=0&platform=bluesky&type=comment.received');
    await write(own, ['no', 'no']);
    await write(own, ['yes'], 'bluesky');
    await until(async () => stream.events.length === 1, 'the event came');
    expect(textsOf(stream.events)).toEqual(['yes']);
    stream.close();
  });

  test('cut at any place, it misses and repeats nothing', async () => {
    const own = await service.workspace({ plan: 'starter' });
    const texts = Array.from({ length: 300 }, (_, index) => String(index));
    const received: Received[] = [];
    let writing = Promise.resolve();
    for (let n = 0; n < texts.length; n += 30) writing = writing.then(() => write(own, texts.slice(n, n + 30)));
    while (received.length < texts.length) {
      const before = received.length;
      const stream = await open(own.api.key, before === 0 ? '?after=0' : '', received.at(-1)?.id);
      await until(async () => stream.events.length > 0, 'some came');
      stream.close();
      await stream.ended;
      received.push(...stream.events);
    }
    await writing;
    expect(textsOf(received)).toEqual(texts);
  });

  test('a person hears and reads of its brands only, as they are now', async () => {
    const own = await service.workspace({ plan: 'starter', platforms: ['mastodon', 'bluesky'] });
    const [{ brand_id: mine }] = (await own.api.get('/v1/accounts')).body.data;
    const { id: other } = (await own.api.post('/v1/brands', { name: 'Other' })).body;
    await service.sql('update accounts set brand_id = $1 where id = $2', [other, own.accounts.bluesky?.id]);
    const person = await signedIn(service, own, { role: 'editor', brandIds: [mine] });
    const stream = await open(person);
    await write(own, ['foreign'], 'bluesky');
    await write(own, ['mine']);
    await until(async () => stream.events.length > 0, 'one came');
    expect(textsOf(stream.events)).toEqual(['mine']);
    const read = async (query = '', cursor = ''): Promise<Body[]> => {
      const page = `/v1/events?after=0&type=comment.received&limit=100${query}`;
      const { data, pagination } = (await person.get(`${page}${cursor && `&cursor=${cursor}`}`)).body;
      return pagination.has_more ? [...data, ...(await read(query, pagination.next_cursor))] : data;
    };
    expect((await read()).map(({ data }: Body) => data.content.text)).toEqual(['mine']);
    for (const foreign of [`brand_id=${other}`, 'brand_id=brand_unknown', `account_id=${own.accounts.bluesky?.id}`])
      expect(await read(`&${foreign}`)).toEqual([]);
    expect((await person.get('/v1/events/summary')).body.inbox_breakdown).toEqual({ 'comment.received': 1 });
    // An account was connected without a brand of the person's, and events of the workspace have none.
    expect(new Set((await person.get('/v1/events')).body.data.map(({ brand_id }: Body) => brand_id))).toEqual(
      new Set([mine]),
    );

    await service.sql('update memberships set brand_ids = $1 where user_id = $2', [[other], person.userId]);
    await until(async () => {
      await write(own, ['later'], 'bluesky');
      return textsOf(stream.events).includes('later');
    }, 'the other brand is heard');
    await write(own, ['lost']);
    await write(own, ['last'], 'bluesky');
    await until(async () => textsOf(stream.events).includes('last'), 'the last one came');
    stream.close();
    expect(new Set(textsOf(stream.events))).toEqual(new Set(['mine', 'later', 'last']));
    expect(new Set((await read()).map(({ data }: Body) => data.content.text))).toEqual(
      new Set(['foreign', 'later', 'last']),
    );
  });

  test('ends when its key is revoked, and says why', async () => {
    const own = await service.workspace();
    const { api } = await withNewKey(service, own, { scopes: ['analytics:read'] });
    const stream = await open(api.key);
    await service.sql(`update api_keys set is_active = false where tenant_id = $1`, [own.tenantId]);
    await stream.ended;
    expect(stream.events).toMatchObject([{ event: 'error', data: { code: 'unauthorized' } }]);
  });

  test('ten streams of a key at most; a closed one leaves its place', async () => {
    const own = await service.workspace();
    const streams = await Promise.all(Array.from({ length: 10 }, () => open(own.api.key)));
    const rejection = await own.api.get('/v1/events/stream');
    expect(rejection).toMatchObject({ status: 429, body: { code: 'too_many_requests', meta: { max: 10 } } });
    streams[0]?.close();
    await until(async () => (await own.api.get('/v1/events/stream')).status === 200, 'there is a place');
    for (const stream of streams) stream.close();
  });

  test('a tenant has at most STREAMS_PER_TENANT, with any keys', async () => {
    const own = await service.workspace();
    const second = await withNewKey(service, own);
    const streams = await Promise.all([
      ...Array.from({ length: 10 }, () => open(own.api.key)),
      ...Array.from({ length: 2 }, () => open(second.api.key)),
    ]);
    const rejected = await second.api.get('/v1/events/stream');
    expect(rejected).toMatchObject({ status: 429, body: { code: 'too_many_requests', meta: { max: 12 } } });
    expect(rejected.headers.get('retry-after')).toBe('2');
    expect((await ws.api.get('/v1/events/stream')).status).toBe(200);
    streams[0]?.close();
    await until(async () => (await second.api.get('/v1/events/stream')).status === 200, 'there is a place');
    for (const stream of streams) stream.close();
  });

  test('leaves its place when the client goes while it opens, and has nothing to hear for HEAD', async () => {
    const own = await service.workspace();
    const address = `${service.url}/v1/events/stream`;
    const headers = { authorization: `Bearer ${own.api.key}` };
    for (let n = 0; n < 30; n += 1) {
      const controller = new AbortController();
      const asked = fetch(address, { headers, signal: controller.signal }).catch(() => undefined);
      setTimeout(() => controller.abort(), n % 10);
      await asked;
    }
    await until(async () => (await own.api.get('/v1/events/stream')).status === 200, 'there is a place');
    for (let n = 0; n < 11; n += 1) expect((await fetch(address, { method: 'HEAD', headers })).status).toBe(405);
    const streams = await Promise.all(Array.from({ length: 10 }, () => open(own.api.key)));
    for (const stream of streams) stream.close();
  });

  test('rejects what it cannot go on from, and says from where it can', async () => {
    const own = await service.workspace({ plan: 'free' });
    await write(own, ['a', 'b', 'c']);
    const [, , newest] = (await own.api.get('/v1/events?after=0')).body.data;
    const [foreign] = (await ws.api.get('/v1/events?after=0&limit=1')).body.data;
    const ask = (query: string, id?: string) =>
      own.api.get(`/v1/events/stream${query}`, id === undefined ? {} : { headers: { 'last-event-id': id } });
    const rejected = (field: string, after: number) => ({
      status: 400,
      body: { error: expect.stringContaining(`after=${after}.`), meta: { field, resume_after: after } },
    });
    for (const id of ['', 'x', '1', `1.${foreign.id}`, `2.${newest.id}`, '-1.evt_a'])
      expect(await ask('', id), id).toMatchObject(rejected('Last-Event-ID', 0));
    expect(await ask('', `99.${newest.id}`)).toMatchObject(rejected('Last-Event-ID', 3));
    expect(await ask('?after=4')).toMatchObject(rejected('after', 3));
    await service.sql(`update events set created_at = now() - interval '25 hours' where tenant_id = $1 and seq < 3`, [
      own.tenantId,
    ]);
    expect(await ask('?after=0')).toMatchObject({ status: 410, body: { code: 'gone', meta: { resume_after: 2 } } });
    const [first] = await service.sql('select id from events where tenant_id = $1 and seq = 1', [own.tenantId]);
    expect(await ask('', `1.${first?.id}`)).toMatchObject({ status: 410, body: { meta: { resume_after: 2 } } });
    expect(await ask('', `1.${foreign.id}`)).toMatchObject({ status: 410, body: { meta: { resume_after: 2 } } });
    const stream = await open(own.api.key, '?after=2');
    await until(async () => stream.events.length === 1, 'the last one came');
    stream.close();
  });
});

test('an event is the same in the log, on a stream and in every attempt of its message, also after a restart', async () => {
  const own = await service.workspace({ plan: 'starter', platforms: ['mastodon'] });
  const hook = await addHook(own);
  await hook.behave({ status: 500, times: 1 });
  const stream = await open(own.api.key);
  await service.app.db
    .tenant(own.tenantId)
    .transaction((tx) =>
      record(tx, own.tenantId, [commentEvent('Same', { accountId: own.accounts.mastodon?.id as string })]),
    );
  await until(async () => (await hook.received()).length === 1 && stream.events.length === 1, 'it came both ways');
  stream.close();
  await service.restart(() => skipPauses(service));
  const messages = await until(async () => {
    const all = await hook.received();
    return all.length === 2 && all;
  }, 'it came again');

  const [logged] = (await own.api.get('/v1/events?type=comment.received')).body.data;
  const { id, type, seq, created_at, data, livemode, brand_id } = logged;
  const event = { id, type, seq, created_at, data, livemode, brand_id };
  expect(event).toEqual({
    id: expect.stringMatching(/^evt_/),
    type: 'comment.received',
    seq: 2,
    created_at: expect.stringMatching(/Z$/),
    data: expect.objectContaining({ content: { text: 'Same', media: [] } }),
    livemode: false,
    brand_id: expect.stringMatching(/^brand_/),
  });
  expect(logged).toMatchObject({ action: type, metadata: data });
  expect(stream.events[0]?.data).toEqual(logged);
  const [first, second] = messages;
  expect(first.body).toEqual({ ...event, event: type, timestamp: created_at });
  // This signature covers the bytes of the body alone.
  expect(second.headers['x-socialapi-signature']).toBe(first.headers['x-socialapi-signature']);
  const [{ id: deliveryId }] = (await own.api.get(`/v1/webhooks/${hook.id}/deliveries`)).body.data;
  const { body: delivery } = await own.api.get(`/v1/webhooks/${hook.id}/deliveries/${deliveryId}`);
  expect(delivery.payload).toEqual(first.body);
});
