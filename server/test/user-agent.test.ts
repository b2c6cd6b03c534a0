import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toConfig } from '../src/config/config.ts';
import { readEnv } from '../src/config/env.ts';
import { VERSION } from '../src/config/version.ts';
import { connectors } from '../src/connectors/index.ts';
import type { Platform } from '../src/core/platforms.ts';
import { startTestService, type TestService, type TestWorkspace } from './harness.ts';
import { image, targetsOn, waiting } from './steps.ts';

const PLATFORMS = Object.keys(connectors) as Platform[];
const AGENT = `Hubbub/${VERSION} (+https://hubbub.example)`;

/** What arrived at the simulator: the path, and who asked for it. */
const arrived: { path: string; agent: string | undefined }[] = [];
let simulatorUrl = '';
const between = createServer((asked, answered) => {
  const { method, headers, url = '' } = asked;
  arrived.push({ path: url, agent: headers['user-agent'] });
  const onward = request(`${simulatorUrl}${url}`, { method, headers }, (response) => {
    answered.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answered);
  });
  onward.on('error', () => answered.destroy());
  asked.pipe(onward);
});

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  const throughSimulator = async (url: string) => {
    simulatorUrl = url;
    await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
  };
  service = await startTestService({ PUBLIC_URL: 'https://hubbub.example' }, { throughSimulator });
  ws = await service.workspace({ platforms: PLATFORMS });
});
afterAll(async () => {
  await service?.close();
  between.close();
  between.closeAllConnections();
});

const agentsOf = (prefix: string) => [
  ...new Set(arrived.filter(({ path }) => path.startsWith(`/${ws.world}${prefix}`)).map(({ agent }) => agent)),
];

test.each(PLATFORMS)('calls to %s say who we are', (platform) => {
  expect(agentsOf(`/${platform}/`)).toEqual([AGENT]);
});

test('so do media by URL', async () => {
  const post = { text: 'An image', media: [image], targets: targetsOn(ws, 'mastodon'), publish_now: true };
  expect((await ws.api.post('/v1/posts', post, waiting)).body).toMatchObject({ status: 'published' });
  expect(agentsOf('/files/')).toEqual([AGENT]);
  expect(agentsOf('/mastodon/')).toEqual([AGENT]);
});

test('so do webhooks', async () => {
  const hook = { url: 'https://simulator.test/receiver/agent', events: ['post.published'] };
  expect((await ws.api.post('/v1/webhooks', hook)).status).toBe(201);
  expect(agentsOf('/receiver/')).toEqual([AGENT]);
});

test('without PUBLIC_URL it is the name and version alone', () => {
  expect(toConfig(readEnv({})).userAgent).toBe(`Hubbub/${VERSION}`);
  const env = readEnv({ PUBLIC_URL: 'https://me:secret@bücher.example/hub/' });
  expect(toConfig(env).userAgent).toBe(`Hubbub/${VERSION} (+https://xn--bcher-kva.example/hub)`);
});
