import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secretFieldsOf } from '../src/lib/secret-fields.ts';
import { operations, secretFields } from '../src/operations.ts';
import { withoutReferences } from './endpoints.ts';
import { type Body, startTestService, type TestService, type TestWorkspace } from './harness.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace();
});
afterAll(() => service?.close());

const LOOKS_SECRET = /secret|token|password|credential|(^|_)key$|(auth|upload)_url|^state$|private/;
/** Fields that look like secrets and are none. */
const HARMLESS = ['get_webhook.allOf.1.secret_hint', 'list_post_attempts.allOf.1.data.items.state'];

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
