import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../test/harness.ts';
import { createExposure } from './exposure.ts';
import { addSimulatorPages } from './simulator-pages.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace();
});
afterAll(() => service?.close());

const policyOf = ({ headers }: Response) => headers.get('content-security-policy') ?? '';

test.each(['text/html', 'image/svg+xml'])(
  'an uploaded file of the type %s keeps its type, and is sandboxed',
  async (type) => {
    const { platform_id, tokens } = await ws.control('POST', 'accounts', { platform: 'telegram' });
    const form = new FormData();
    form.set('chat_id', platform_id);
    form.set(
      'document',
      new Blob(['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'], { type }),
      'drawing',
    );
    const bot = `bot${tokens.access_token}`;
    const sent = await fetch(`${ws.pages}/telegram/api/${bot}/sendDocument`, { method: 'POST', body: form });
    const { file_id } = ((await sent.json()) as Body).result.document;
    const found = await fetch(`${ws.pages}/telegram/api/${bot}/getFile?file_id=${file_id}`, { method: 'POST' });
    const file = await fetch(`${ws.pages}/telegram/api/file/${bot}/${((await found.json()) as Body).result.file_path}`);
    expect([file.status, file.headers.get('content-type'), policyOf(file)]).toEqual([200, type, 'sandbox']);
  },
);

test('a page that a fault puts in a platform’s place is sandboxed, without forms', async () => {
  const body = '<form method="post" action="/session/all">';
  await ws.control('POST', 'faults', { kind: 'body', platform: 'mastodon', content_type: 'Text/HTML', body, times: 2 });
  for (const world of [ws.pages, ws.simulatorUrl]) {
    const response = await fetch(`${world}/mastodon/api/v2/instance`);
    expect([await response.text(), policyOf(response)]).toEqual([body, 'sandbox']);
  }
});

test('the page of a world runs its own scripts only, which its policy names by their hashes', async () => {
  const page = await fetch(`${ws.pages}/`);
  const policy = policyOf(page);
  expect(policy).not.toMatch(/unsafe|sandbox/);
  const inline = [...(await page.text()).matchAll(/<(script|style)>(.*?)<\/\1>/gs)];
  expect(inline.map(([, name]) => name)).toEqual(['script', 'style', 'script']);
  for (const [, name, text = ''] of inline) {
    const sources = policy.split('; ').find((directive) => directive.startsWith(`${name}-src `));
    expect(sources).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  }
});

test('a consent page has an origin of its own, forms and no scripts', async () => {
  const { client_id } = await ws.control('GET', 'apps/threads');
  const query = new URLSearchParams({
    client_id,
    redirect_uri: 'https://app.example/',
    scope: 'threads_basic',
    response_type: 'code',
  });
  const page = await fetch(`${ws.pages}/threads/www/oauth/authorize?${query}`);
  expect(await page.text()).toContain('value="allow"');
  expect(policyOf(page)).toMatch(/^sandbox allow-forms; default-src 'none'; (?!.*script)/);
});

test('the simulator gets no cookie, and sets none; a response of it without a policy gets the sandbox', async () => {
  let asked: IncomingHttpHeaders = {};
  const simulator = createServer(({ headers }, response) => {
    asked = headers;
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': ['a=1', 'b=2'] }).end();
  });
  await new Promise<void>((resolve) => simulator.listen(0, '127.0.0.1', resolve));
  const app = fastify();
  await addSimulatorPages(app, {
    simulatorUrl: () => `http://127.0.0.1:${(simulator.address() as AddressInfo).port}`,
    fault: undefined,
    openness: 'on',
    exposure: createExposure({ isPrivate: true, isLoopback: true, publicUrl: undefined, operatorToken: 'x' }),
    operatorToken: 'x',
    publicUrl: undefined,
    ready: async () => {},
    forget: () => {},
  });
  try {
    const headers = { cookie: '__Host-hubbub_session=secret', 'x-other': 'kept' };
    const seen = await app.inject({ url: `/simulator/${ws.world}/receiver/somebody`, headers });
    expect(asked).toMatchObject({ 'x-other': 'kept' });
    expect(asked).not.toHaveProperty('cookie');
    expect(seen.headers).toMatchObject({ 'content-type': 'text/html', 'content-security-policy': 'sandbox' });
    expect(seen.headers).not.toHaveProperty('set-cookie');
  } finally {
    await app.close();
    simulator.close();
  }
});
