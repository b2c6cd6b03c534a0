import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf, type Endpoint, endpointsOf, type Schema, sampleBody, sampleQuery } from './endpoints.ts';
import {
  type ApiResponse,
  type Body,
  startTestService,
  type TestService,
  type TestWorkspace,
  until,
} from './harness.ts';
import { furnish, type Things } from './isolation.ts';
import { logLines } from './log-lines.ts';
import { accountOf, fault, image, visitor, waiting } from './steps.ts';
import { startCollector } from './trace-collector.ts';

const PLATFORMS = ['mastodon', 'instagram', 'twitter'] as const;
/** Inputs without a text of their own. */
const FIXED = /^(date-time|date)$/;

const lines = logLines('trace');
const traces: string[] = [];
const responses: { readonly operation: string; readonly text: string }[] = [];
/** The texts that were sent, by the place where they were sent. */
const canaries = new Map<string, string>();
let collector: Awaited<ReturnType<typeof startCollector>>;
let service: TestService;
let ws: TestWorkspace;
let own: Things;

beforeAll(async () => {
  process.env.OTEL_BSP_SCHEDULE_DELAY = '50';
  collector = await startCollector(0, (body) => void traces.push(body));
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}` };
  service = await startTestService(env, { log: lines.log });
  ws = await service.workspace({ platforms: [...PLATFORMS], approves: true });
  own = await furnish(service, ws, 'canaries');
}, 120_000);
afterAll(async () => {
  await service?.close();
  collector?.close();
  delete process.env.OTEL_BSP_SCHEDULE_DELAY;
});

/** A text that is nowhere else, for one place of input. */
function canary(place: string): string {
  const value = `canary${String(canaries.size).padStart(5, '0')}${Math.random().toString(36).slice(2, 12)}x`;
  canaries.set(value, place);
  return value;
}

/** A right value for a schema with canaries in every free text. */
function filled(schema: Schema, name: string, place: string): unknown {
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return filled(schema.anyOf[0] as Schema, name, place);
  if (schema.type === 'array') return [filled(schema.items ?? { type: 'string' }, name.replace(/s$/, ''), place)];
  if (schema.type === 'object' || schema.properties !== undefined) return filledObject(schema, place);
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  if (FIXED.test(schema.format ?? '')) return new Date(Date.now() + 86_400_000).toISOString();
  if (name in own && Math.random() < 0.7) return own[name]?.[0];
  const text = canary(`${place}.${name}`);
  if (/(^|_)(url|uri|source)$/.test(name)) return `https://simulator.test/files/${text}`;
  return /email/.test(name) ? `${text}@example.com` : text;
}

function filledObject({ properties, additionalProperties }: Schema, place: string): Body {
  if (properties !== undefined)
    return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, filled(schema, name, place)]));
  const inner = typeof additionalProperties === 'object' ? additionalProperties : { type: 'string' };
  return { [canary(`${place} (a name)`)]: filled(inner, 'value', place) };
}

async function send(endpoint: Endpoint, to: string, body: unknown, headers: Record<string, string> = {}) {
  const { method, name } = endpoint;
  const options = { headers };
  const calls: Record<Endpoint['method'], () => Promise<ApiResponse>> = {
    GET: () => ws.api.get(to, options),
    DELETE: () => ws.api.delete(to, options),
    POST: () => ws.api.post(to, body, options),
    PUT: () => ws.api.put(to, body, options),
    PATCH: () => ws.api.patch(to, body, options),
  };
  const response = await calls[method]();
  responses.push({ operation: name, text: response.text });
  return response;
}

/** Operations that end what the others work on. */
const ENDING = /^(delete|disconnect|unpublish|deactivate|restore)_/;

const idsOf = (endpoint: Endpoint, isOwn: boolean): Record<string, string> =>
  Object.fromEntries(
    endpoint.pathFields.flatMap((name) => {
      const [id] = own[name] ?? [];
      if (isOwn && id !== undefined && !ENDING.test(endpoint.name)) return [[name, id]];
      return isOwn ? [] : [[name, canary(`${endpoint.name} path ${name}`)]];
    }),
  );

/** Every operation with canaries in its body, its query, its path and its headers: all at once, and one after the other. */
async function throughOperation(endpoint: Endpoint): Promise<void> {
  const { name } = endpoint;
  const query = sampleQuery(endpoint);
  const headers = () => ({
    'user-agent': canary(`${name} user-agent`),
    'idempotency-key': canary(`${name} idempotency-key`),
    prefer: canary(`${name} prefer`),
  });
  const at = (more: Record<string, string> = {}) =>
    addressOf(endpoint, { params: idsOf(endpoint, true), query: { ...query, ...more } });
  const hasBody = endpoint.method !== 'GET' && !endpoint.isUpload;
  const whole = () => (hasBody ? filledObject({ properties: endpoint.body }, name) : undefined);
  const sample = hasBody ? sampleBody(endpoint) : undefined;

  await send(endpoint, at(), whole(), headers());
  await send(endpoint, addressOf(endpoint, { params: idsOf(endpoint, false), query }), sample, headers());
  for (const [field, schema] of Object.entries(endpoint.query))
    await send(endpoint, at({ [field]: String(filled(schema, field, `${name} query`)) }), sample);
  await send(endpoint, at({ [canary(`${name} unknown query`)]: canary(`${name} unknown query`) }), sample);
  if (!hasBody) return;
  for (const [field, schema] of Object.entries(endpoint.body))
    await send(endpoint, at(), { ...sample, [field]: filled(schema, field, name) });
  await send(endpoint, at(), { ...sample, [canary(`${name} unknown field`)]: canary(`${name} unknown field`) });
}

const isWatched = ({ name, isUpload }: Endpoint) => !isUpload && !/^stream_|^delete_workspace|^advance_/.test(name);

/** Sends as visitors and platforms do: words, names, rejections, files, forged and broken requests. */
async function fromOutside(): Promise<void> {
  const { api } = ws;
  const targets = [{ account_id: accountOf(ws, 'mastodon').id }];
  const published = await api.post(
    '/v1/posts',
    {
      text: canary('a post'),
      title: canary('a title'),
      first_comment: canary('a first comment'),
      media: [image],
      targets,
      publish_now: true,
    },
    waiting,
  );
  const { platform_post_id: postId } = published.body.targets[0];
  for (let n = 0; n < 5; n++) {
    const author = { username: canary('a user name') };
    await visitor(ws, 'mastodon', 'comment', { text: canary('a comment'), post_id: postId, ...author });
    await visitor(ws, 'instagram', 'message', { text: canary('a message'), ...author });
  }
  await fault(ws, 'mastodon', { kind: 'body', status: 422, body: { error: canary('a rejection of the platform') } });
  await api.post('/v1/posts', { text: canary('a rejected post'), targets, publish_now: true }, waiting);
  await fault(ws, 'mastodon', { kind: 'body', status: 500, body: { error: canary('a fault of the platform') } });
  await api.post('/v1/posts', { text: canary('a failed post'), targets, publish_now: true });

  const form = new FormData();
  form.append('file', new Blob([canary('a file')], { type: 'text/plain' }), `${canary('a file name')}.txt`);
  await api.post('/v1/media/upload', form);
  const at = (path: string, init: RequestInit) => fetch(`${service.url}${path}`, init);
  const forged = JSON.stringify({ object: 'page', entry: [{ id: canary('a forged callback') }] });
  for (const platform of PLATFORMS)
    await at(`/callbacks/test/${ws.world}/${platform}?${canary('a callback’s query')}=1`, {
      method: 'POST',
      body: forged,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': canary('a signature') },
    });
  await at(`/oauth/callback/instagram?code=${canary('a code')}&state=${canary('a state')}`, {});
  await at(`/${canary('a path')}?${canary('a query')}`, { headers: { cookie: canary('a cookie') } });
  await at('/v1/posts', { headers: { authorization: `Bearer ${canary('a wrong key')}` } });
  await at('/v1/posts', {
    method: 'POST',
    body: `{"text":"${canary('a broken body')}`,
    headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
  });
}

/** A response to something that must have been done. */
async function taken(response: Promise<ApiResponse>): Promise<ApiResponse> {
  const { status, text } = await response;
  if (status >= 300) throw new Error(text);
  return response;
}

/** Secrets that a customer gives or gets, with the operation whose response may hold it. */
async function secretsGiven(): Promise<ReadonlyMap<string, string>> {
  const { api } = ws;
  const secret = canary('a webhook’s secret');
  const header = canary('a webhook’s header');
  const hook = { url: 'https://simulator.test/receiver/canary', events: ['post.published'] };
  await taken(api.post('/v1/webhooks', { ...hook, secret, headers: { 'x-own': header } }));
  const rotated = canary('a rotated secret');
  await taken(api.post(`/v1/webhooks/${own.webhook_id?.[0]}/rotate-secret`, { secret: rotated }));
  const app = canary('an app’s secret');
  await taken(
    api.put(`/v1/platforms/twitter/credentials/brand/${own.brand_id?.[0]}`, { client_id: 'known', client_secret: app }),
  );
  const password = canary('a password');
  await api.post('/v1/accounts/connect', {
    platform: 'bluesky',
    metadata: { identifier: 'somebody.bsky.social', app_password: password },
  });
  const { body } = await taken(api.post('/v1/keys', { name: 'for canaries' }));
  return new Map([
    [secret, 'create_webhook'],
    [header, ''],
    [rotated, 'rotate_webhook_secret'],
    [app, ''],
    [password, ''],
    [body.key, 'create_key'],
    [api.key, ''],
  ]);
}

/** Every row of every table as text. */
async function dump(): Promise<{ readonly table: string; readonly row: string }[]> {
  const tables = await service.sql(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  );
  const rows = [];
  for (const { name } of tables)
    for (const { row } of await service.sql(`select t::text as row from "${name}" t`)) rows.push({ table: name, row });
  return rows;
}

test('a thousand canaries through every input: none in logs, metrics and traces; secrets in no column and no other answer', async () => {
  const document = await (await fetch(`${service.url}/openapi.json`)).json();
  const secrets = await secretsGiven();
  for (const endpoint of endpointsOf(document).filter(isWatched)) await throughOperation(endpoint);
  await fromOutside();
  // The rest of the work writes lines too.
  await until(async () => {
    const [{ n }] = await service.sql(
      `select (select count(*) from callbacks where due_at is not null) + (select count(*) from deliveries where status = 'pending' and attempt = 0) as n`,
    );
    return Number(n) === 0;
  }, 'the work is done');
  expect(canaries.size).toBeGreaterThan(1000);

  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const places = { log: lines.raw.join(''), metrics, traces: traces.join('') };
  expect(lines.with({ msg: 'request' }).length).toBeGreaterThan(1000);
  expect(places.traces.length).toBeGreaterThan(100_000);
  const found = Object.entries(places).flatMap(([place, text]) =>
    [...canaries].filter(([value]) => text.includes(value)).map(([, from]) => `${from}: in the ${place}`),
  );
  expect([...new Set(found)]).toEqual([]);
  expect(places.log).not.toMatch(/bearer\s+[\w.-]{8}|hub_(test|live)_\w{8}|whsec_/i);

  const rows = await dump();
  expect(rows.length).toBeGreaterThan(200);
  for (const [secret, operation] of secrets) {
    const what = canaries.get(secret) ?? `the secret of ${operation}`;
    const inRows = rows.filter(({ row }) => row.includes(secret)).map(({ table }) => `${what}: in ${table}`);
    expect(inRows).toEqual([]);
    const told = responses.filter((answer) => answer.operation !== operation && answer.text.includes(secret));
    expect(told.map(({ operation: by }) => `${what}: told by ${by}`)).toEqual([]);
  }
}, 600_000);
