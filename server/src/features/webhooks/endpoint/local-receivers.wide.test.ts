import { startTrap } from '@hubbub/guarded-http/servers.fixture.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test/harness.ts';
import { receiverUrl } from '../webhooks.fixture.ts';

let exposed: TestService;

beforeAll(async () => {
  exposed = await startTestService({ PUBLIC_URL: 'https://hubbub.example', SIMULATOR: 'on' });
});
afterAll(() => exposed?.close());

test('a service that others reach calls nothing on its own machine, whatever was registered before', async () => {
  const own = await exposed.workspace();
  const trap = await startTrap();
  for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
    const url = `http://${host}:${trap.port}/hook`;
    const options = { url, events: ['comment.received'] };
    for (const api of [own.api, own.liveApi])
      expect(await api.post('/v1/webhooks', options)).toMatchObject({ status: 400, body: { meta: { field: 'url' } } });

    const { body } = await own.api.post('/v1/webhooks', { ...options, url: receiverUrl() });
    await exposed.sql('update webhook_endpoints set url = $2 where id = $1', [body.id, url]);
    const tested = await own.api.post(`/v1/webhooks/${body.id}/test`, {});
    expect(tested.body).toMatchObject({ status: 'failed', error_message: expect.stringContaining('must use https') });
  }
  expect(trap.connections()).toBe(0);
});
