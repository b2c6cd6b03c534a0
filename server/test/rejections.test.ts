import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keys } from '../src/features/keys/index.ts';
import { endpointsOf } from './endpoints.ts';
import { proveRejections } from './every-operation.ts';
import { startTestService, type TestService, type TestWorkspace, until } from './harness.ts';
import { ROOT } from './sources.ts';
import { withNewKey } from './steps.ts';

describe('every operation of openapi.json', () => {
  let service: TestService;
  let workspace: TestWorkspace;
  beforeAll(async () => {
    service = await startTestService({ POLL_SECONDS: '3600', TRUSTED_PROXIES: '127.0.0.1' });
    workspace = await service.workspace({ approves: true });
  });
  afterAll(() => service?.close());

  test('is rejected to a key within a second after it was revoked', async () => {
    const { api } = await withNewKey(service, workspace);
    expect((await api.get('/v1/usage')).status).toBe(200);
    const { id } = (await keys.locate(service.app.db.system, api.key)) as { id: string };
    expect((await workspace.api.delete(`/v1/keys/${id}`)).body).toEqual({ ok: true });
    await until(async () => (await api.get('/v1/usage')).status === 401, 'the key is rejected');
  });

  test('stands beside nothing: other addresses are 404, what is no HTTP is 400', async () => {
    for (const path of [
      '/nothing',
      '/v1',
      '/v2/posts',
      '/v1/nothing',
      '/v1/posts/a/b/c',
      '/v1/%zz',
      `/v1/posts/${'x'.repeat(3000)}`,
    ])
      expect([400, 404], path).toContain((await workspace.api.get(path)).status);
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.end('GET /v1/usage NOT-HTTP\r\n\r\n');
    const response = await text(socket);
    expect(response).toMatch(/^HTTP\/1.1 400 .*x-request-id: [0-9a-f]{8}\r\n.*"code":"invalid_request"/s);
  });

  const endpoints = endpointsOf(JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8')));
  for (const endpoint of endpoints)
    proveRejections(
      endpoint,
      () => service,
      () => workspace,
    );
});
