import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectors } from '../src/connectors/index.ts';
import type { Actor } from '../src/core/actor.ts';
import { entryOf } from '../src/execute/audited.ts';
import { secretFieldsOf } from '../src/lib/secret-fields.ts';
import { operations, secretFields } from '../src/operations.ts';
import { withoutReferences } from './endpoints.ts';
import { type Body, startTestService, type TestService, type TestWorkspace } from './harness.ts';
import { signedIn } from './people.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace();
});
afterAll(() => service?.close());

const LOOKS_SECRET = /secret|token|password|credential|(^|_)key$|(auth|upload)_url|^state$|private/;
/** Fields that look like secrets and are none. */
const HARMLESS = [
  'get_webhook.allOf.1.secret_hint',
  'list_post_attempts.allOf.1.data.items.state',
  'list_post_history.allOf.1.data.items.state',
];

/** The text fields of a JSON Schema, with their paths. */
function fieldsOf(schema: Body, path: string): { path: string; name: string; isMarked: boolean }[] {
  if (schema === null || typeof schema !== 'object') return [];
  const own = Object.entries<Body>(schema.properties ?? {}).map(([name, field]) => ({
    path: `${path}.${name}`,
    name,
    isMarked: field['x-secret'] === true,
    isText: [field.type].flat().includes('string') && field.enum === undefined,
  }));
  const deeper = Object.entries(schema).flatMap(([part, inner]) =>
    fieldsOf(inner, part === 'properties' ? path : `${path}.${part}`),
  );
  return [...own.filter(({ isText }) => isText), ...deeper];
}

describe('secret fields of responses', () => {
  test('are marked wherever a name looks like one', async () => {
    const { paths } = withoutReferences((await ws.api.get('/openapi.json')).body);
    const fields = Object.values<Body>(paths).flatMap((methods) =>
      Object.values<Body>(methods).flatMap((operation) =>
        Object.entries<Body>(operation.responses)
          .filter(([status]) => status.startsWith('2'))
          .flatMap(([, response]) => fieldsOf(response.content?.['application/json']?.schema, operation.operationId)),
      ),
    );
    const unmarked = fields.filter(
      ({ path, name, isMarked }) => LOOKS_SECRET.test(name) && !isMarked && !HARMLESS.includes(path),
    );
    expect(
      unmarked.map(({ path }) => path),
      'Mark them with secret() of lib/secret-fields.ts.',
    ).toEqual([]);
    const marked = new Set(fields.filter(({ isMarked }) => isMarked).map(({ name }) => name));
    expect(marked).toEqual(secretFields());
    expect([...marked].sort()).toEqual(
      expect.arrayContaining(['auth_url', 'secret', 'state', 'token', 'upload_url', 'url']),
    );
  });

  test('are encrypted in the idempotency store, and no cache keeps the response', async () => {
    const brand = (await ws.api.post('/v1/brands', { name: 'Inviting' })).body.id;
    const options = { brand_id: brand, platform: 'instagram', expires_in_days: 7 };
    const first = await ws.api.post('/v1/invites', options, { headers: { 'idempotency-key': 'invite-once' } });
    expect(first.status).toBe(201);
    expect(first.headers.get('cache-control')).toBe('no-store');
    const again = await ws.api.post('/v1/invites', options, { headers: { 'idempotency-key': 'invite-once' } });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('cache-control')).toBe('no-store');
    const [kept] = await service.sql("select body, is_sealed from idempotency_keys where key = 'invite-once'");
    expect(kept.is_sealed).toBe(true);
    expect(kept.body).not.toContain(first.body.token);
    expect((await ws.api.get('/v1/brands')).headers.get('cache-control')).toBeNull();
  });

  test('are found in lists, unions and optional parts', () => {
    const named = (name: string) => operations.find((one) => one.name === name)?.output;
    expect(secretFieldsOf(named('list_invites'))).toEqual(new Set(['token', 'url']));
    expect(secretFieldsOf(named('connect_account'))).toEqual(new Set(['auth_url', 'state']));
    expect(secretFieldsOf(named('list_posts')).size).toBe(0);
  });
});

/** Fields of requests that are secrets under other names. */
const ALSO_SECRET = /^(pin|code|headers)$/;

/** What the metadata of a connection may hold, with the marks of the connectors. */
const OF_CONNECTIONS = Object.values(connectors).flatMap(({ connecting }) =>
  Object.entries(connecting.direct?.input.shape ?? {}).map(([name, schema]) => ({
    name,
    isSecret: schema.meta()?.format === 'password',
  })),
);

/** A value with a text of its own, its path, in every field. */
function filled(schema: Body, path: string): unknown {
  const of = schema.anyOf?.[0] ?? schema;
  if (of.properties !== undefined)
    return Object.fromEntries(
      Object.entries(of.properties).map(([name, inner]) => [name, filled(inner, `${path}/${name}`)]),
    );
  if (of.type === 'array') return [filled(of.items ?? {}, path)];
  if (of.type === 'object') return Object.fromEntries(OF_CONNECTIONS.map(({ name }) => [name, `<${path}/${name}>`]));
  return `<${path}>`;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

describe('secrets of requests', () => {
  test('are in no entry of the audit log, in any field of any operation', async () => {
    const { paths } = withoutReferences((await ws.api.get('/openapi.json')).body);
    const isSecret = (name: string) =>
      LOOKS_SECRET.test(name) ||
      ALSO_SECRET.test(name) ||
      OF_CONNECTIONS.some((one) => one.name === name && one.isSecret);
    const actor: Actor = {
      type: 'user',
      id: 'usr_x',
      name: 'Ana',
      permissions: 'all',
      brandIds: 'all',
      sending: 'direct',
      canApprove: true,
    };
    const seen = new Set<string>();
    for (const { operationId, requestBody } of Object.values<Body>(paths).flatMap((methods) =>
      Object.values<Body>(methods),
    )) {
      const schema = requestBody?.content['application/json']?.schema;
      const operation = operations.find(({ name }) => name === operationId);
      if (schema === undefined || operation === undefined) continue;
      const input = filled(schema, '') as Body;
      const raw = { params: {}, query: {}, body: input };
      const call = { operation, raw, actor, requestId: 'x', ip: '', dryRun: false };
      const entry = JSON.stringify([
        entryOf(call, input, undefined, null),
        entryOf(call, input, { ...input, text: 'x' }, null),
      ]);
      for (const text of textsIn(input)) {
        if (!text.slice(1, -1).split('/').some(isSecret)) continue;
        seen.add(text.slice(1, -1));
        expect(entry, `${operationId} ${text}: mark the field with secret() of lib/secret-fields.ts`).not.toContain(
          text,
        );
      }
    }
    expect([...seen]).toEqual(
      expect.arrayContaining([
        '/client_secret',
        '/code',
        '/pin',
        '/secret',
        '/metadata/bot_token',
        '/metadata/app_password',
      ]),
    );
  });

  test('are nowhere in the audit log', async () => {
    const { api, id, tenantId } = ws;
    const owner = await signedIn(service, { id }, { role: 'owner' });
    const secrets = [
      'own-secret-of-a-hook',
      'other-secret-of-a-hook',
      'value-of-a-header',
      'secret-of-an-app',
      'word-in-a-query',
    ];
    const [first, second, header, app, word] = secrets;
    const url = `https://simulator.test/receiver/secrets?sign=${word}`;
    const headers = { 'x-own': header };
    const hook = (await owner.post('/v1/webhooks', { url, events: ['post.published'], secret: first, headers })).body;
    const own = `/v1/webhooks/${hook.id}`;
    const statuses = [];
    for (const call of [
      owner.patch(own, { url: `${url}&more`, headers: { 'x-other': header } }),
      owner.post(`${own}/rotate-secret`, { secret: second }),
      owner.put('/v1/platforms/twitter/credentials', { client_id: 'an-app', client_secret: app }),
      owner.post('/v1/keys', { name: 'A key' }),
      owner.post('/v1/members/invitations', { email: 'ben@example.com', role: 'viewer' }),
    ]) {
      const { status, body } = await call;
      statuses.push(status);
      for (const shown of [body?.raw_key, body?.secret, body?.url]) if (shown !== undefined) secrets.push(shown);
    }
    expect(statuses).toEqual([200, 200, 204, 201, 201]);
    const rows = await service.sql('select * from audit where tenant_id = $1', [tenantId]);
    const text = JSON.stringify([rows, (await api.get('/v1/audit')).body]);
    expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['create_webhook', 'create_key']));
    for (const secret of secrets) expect(text).not.toContain(secret);
  });
});
