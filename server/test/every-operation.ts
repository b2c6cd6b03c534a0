import { describe, expect, test } from 'vitest';
import { SCOPES } from '../src/core/actor.ts';
import type { keys } from '../src/features/keys/index.ts';
import { addressOf, type Endpoint, nowhere, type Schema, sampleBody } from './endpoints.ts';
import { type ApiResponse, type Client, createClient, type TestService, type TestWorkspace } from './harness.ts';
import { withNewKey } from './steps.ts';

/** An address for each operation's failed authentications, because an address may have a hundred in a minute. */
let addresses = 0;
function newAddress(): { 'x-forwarded-for': string } {
  addresses += 1;
  return { 'x-forwarded-for': `10.0.${addresses >> 8}.${addresses & 255}` };
}

/** Everybody may leave; to remove others takes an admin. */
const FOR_ADMINS_BUT_ONESELF = ['remove_member'];

const LARGE = new TextEncoder().encode(JSON.stringify({ text: 'x'.repeat(2 * 1024 * 1024) }));

/** The error responses of every operation. The client of the harness checks the form of each response. */
export function proveRejections(endpoint: Endpoint, service: () => TestService, workspace: () => TestWorkspace): void {
  const { method, path, isUpload, methodsOfPath, ownMethods } = endpoint;
  const hasBody = method !== 'GET' && !isUpload;
  const send = (
    client: Client,
    to: string,
    body?: unknown,
    raw?: string | Uint8Array<ArrayBuffer>,
    headers?: Record<string, string>,
  ): Promise<ApiResponse> => {
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const options = {
      ...(content === undefined ? {} : { raw: content }),
      ...(headers === undefined ? {} : { headers }),
    };
    if (method === 'GET') return client.get(to, options);
    if (method === 'DELETE') return client.delete(to, options);
    if (method === 'PUT') return client.put(to, undefined, options);
    return method === 'PATCH' ? client.patch(to, undefined, options) : client.post(to, undefined, options);
  };
  const api = () => workspace().api;
  const address = addressOf(endpoint, {});

  describe(`${endpoint.name}: ${method} ${path}`, () => {
    test('401 without a right key, whatever else is wrong', async () => {
      const { key } = api();
      const from = newAddress();
      const wrongKeys = [
        '',
        'nonsense',
        key.slice(0, -1),
        `${key.slice(0, -1)}!`,
        key.replace('test', 'live'),
        `hub_test_${'0'.repeat(59)}`,
      ];
      for (const wrong of wrongKeys) {
        const client = createClient(service().url, wrong);
        const response = await send(client, address, sampleBody(endpoint), undefined, from);
        expect(response, `with the key ${wrong}`).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
        expect(response.headers.get('www-authenticate')).toBe('Bearer');
        if (hasBody) expect(await send(client, address, undefined, '{"broken', from)).toMatchObject({ status: 401 });
      }
      for (const authorization of [`Basic ${key}`, key, `Bearer`, `Bearer ${key} ${key}`])
        expect(
          await send(createClient(service().url, ''), address, undefined, undefined, { ...from, authorization }),
        ).toMatchObject({ status: 401 });
    });

    test('403 for a key that may not do this', async () => {
      const { scope } = endpoint;
      const everythingElse = SCOPES.filter((other) => other !== scope);
      const askWith = async (limits: Partial<keys.KeyLimits>) =>
        send(
          (await withNewKey(service(), workspace(), limits, { canApprove: true })).api,
          address,
          sampleBody(endpoint),
        );
      const rejection = { status: 403, body: { code: 'insufficient_scope' } };
      const isAdmin = scope === 'admin' || scope === 'owner' || FOR_ADMINS_BUT_ONESELF.includes(endpoint.name);
      const isOpen = scope === 'any' && !isAdmin;
      const limited = await askWith({ scopes: everythingElse });
      if (isOpen) expect(limited.status).not.toBe(403);
      else expect(limited).toMatchObject(rejection);
      if (!isOpen && !isAdmin) {
        expect(limited.body.meta).toEqual({ required_scope: scope });
        expect((await askWith({ scopes: [scope] })).status).not.toBe(403);
      }
      const ofBrand = await askWith({ brandIds: ['brand_x'] });
      if (isAdmin || scope === 'webhooks:manage' || scope === 'analytics:read')
        expect(ofBrand).toMatchObject(rejection);
      else expect(ofBrand.status).not.toBe(403);
      for (const limits of [{ expiresAt: new Date(Date.now() + 86_400_000) }, { allowedIps: ['127.0.0.0/8', '::1'] }])
        if (isAdmin) expect(await askWith(limits), JSON.stringify(limits)).toMatchObject(rejection);
        else expect((await askWith(limits)).status).not.toBe(403);
    });

    if (!isUpload)
      test('400 for a query parameter that is unknown, given twice or of a wrong type', async () => {
        await rejected(`${address}?no_such_parameter=1`, 'no_such_parameter');
        for (const [name, schema] of Object.entries(endpoint.query)) {
          await rejected(`${address}?${name}=a&${name}=b`, name);
          const wrong = wrongText(schema);
          if (wrong !== undefined) await rejected(`${address}?${name}=${wrong}`, name);
        }
        if ('limit' in endpoint.query)
          for (const limit of ['0', '101', 'x', '-1', '1.5', '1e1', ' 5'])
            await rejected(`${address}?limit=${encodeURIComponent(limit)}`, 'limit');
        const needed = new URLSearchParams(
          endpoint.requiredQuery.map((name): [string, string] => [name, nowhere(name)]),
        );
        if ('cursor' in endpoint.query && endpoint.pathFields.length === 0)
          for (const cursor of ['x', 'A'.repeat(64), 'W10', '%00', 'ä'])
            await rejected(
              `${address}?${needed}&cursor=${cursor === '%00' ? cursor : encodeURIComponent(cursor)}`,
              'cursor',
            );
        if (hasBody) await rejected(`${address}?dry_run=maybe`, 'dry_run', sampleBody(endpoint));
      });

    if (method === 'GET')
      test('400 without a query parameter exactly when openapi.json requires it', async () => {
        const { body } = await api().get(address);
        const missing = body?.code === 'missing_metadata' ? body.meta.field : undefined;
        expect(missing).toBe(endpoint.requiredQuery[0]);
      });

    async function rejected(
      to: string,
      field: string,
      body?: unknown,
      raw?: string | Uint8Array<ArrayBuffer>,
    ): Promise<void> {
      const response = await send(api(), to, body, raw);
      expect(response, `${to} ${JSON.stringify(body ?? raw)?.slice(0, 200)}`).toMatchObject({
        status: 400,
        body: { meta: { field: expect.stringMatching(new RegExp(`^${field}(\\.|$)`)) } },
      });
    }

    if (hasBody)
      test('400 for a body that is broken, no object, or has an unknown field or a wrong type', async () => {
        for (const raw of ['{"broken', '{} {}', "{'a': 1}", '{"a":NaN}', '{"__proto__":{}}', '\u0000'])
          await rejected(address, 'body', undefined, raw);
        await rejected(address, 'body', undefined, Uint8Array.from(Buffer.from('{"text":"\xff"}', 'latin1')));
        for (const body of [[], 'text', 5, true]) await rejected(address, 'body', body);
        await rejected(address, 'no_such_field', { ...sampleBody(endpoint), no_such_field: 1 });
        for (const [name, schema] of Object.entries(endpoint.body))
          for (const wrong of wrongValues(schema))
            await rejected(address, name, { ...sampleBody(endpoint), [name]: wrong });
        for (const name of endpoint.required) {
          const { [name]: _, ...rest } = sampleBody(endpoint) ?? {};
          await rejected(address, name, rest);
        }
      });

    if (hasBody)
      test('415 for another type of body, 413 for 2 MB', async () => {
        expect(await send(api(), address, undefined, 'text', { 'content-type': 'text/plain' })).toMatchObject({
          status: 415,
          body: { code: 'unsupported_media_type' },
        });
        expect(await send(api(), address, undefined, LARGE)).toMatchObject({
          status: 413,
          body: { code: 'payload_too_large' },
        });
      });

    if (isUpload)
      test('415 for what is no form', async () => {
        for (const type of ['application/json', 'text/plain', 'multipart/form-data'])
          expect(await send(api(), address, undefined, '{}', { 'content-type': type }), type).toMatchObject({
            status: 415,
          });
      });

    test('405 for a wrong method, naming the right ones', async () => {
      const wrongMethod = methodsOfPath.includes('PUT') ? 'PATCH' : 'PUT';
      const response = await fetch(`${service().url}${address}`, {
        method: wrongMethod,
        headers: { authorization: `Bearer ${api().key}` },
      });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')?.split(', ').sort()).toEqual([...ownMethods].sort());
      expect(await response.json()).toMatchObject({
        code: 'method_not_allowed',
        request_id: response.headers.get('x-request-id'),
      });
    });

    test('takes a request id, a trailing slash and an empty body', async () => {
      const plain = await send(api(), address);
      const other = await send(api(), `${address}/`, undefined, hasBody ? ' ' : undefined, {
        'x-request-id': 'my-own_1',
      });
      expect(other.headers.get('x-request-id')).toBe('my-own_1');
      expect([other.status, other.body?.code]).toEqual([plain.status, plain.body?.code]);
      const odd = await send(api(), address, undefined, undefined, { 'x-request-id': 'not ok!' });
      expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}$/);
    });
  });
}

/** Query text that the schema does not allow; undefined when it allows every text. */
function wrongText(schema: Schema): string | undefined {
  if (schema.type === 'integer') return 'x';
  if (schema.type === 'boolean') return 'maybe';
  if (schema.enum !== undefined) return 'no-such-word';
  if (schema.format === 'date-time') return 'yesterday';
  return undefined;
}

/** Values of other types than the schema's. */
function wrongValues(schema: Schema): unknown[] {
  const all = { string: 'a text', number: 5, boolean: true, array: [[null]], object: { odd: { odd: 1 } } };
  const own = schema.type === 'integer' ? 'number' : schema.type;
  const others = Object.entries(all).filter(([type]) => type !== own);
  const within: unknown[] = [];
  if (schema.type === 'array') within.push([5]);
  if (typeof schema.additionalProperties === 'object' && schema.additionalProperties.type === 'object')
    within.push({ odd: 5 });
  if (schema.enum !== undefined) within.push('no-such-word');
  return [
    ...(schema.type === undefined ? [] : others.map(([, value]) => value)),
    ...(schema.type === undefined || schema.nullable === true ? [] : [null]),
    ...within,
  ];
}
