import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { type Body, createClient, until } from './harness.ts';
import { freePort } from './kill/child-process.ts';
import { hubbub, initialisedFolder, type Running, run, startService, useProcesses } from './start/processes.fixture.ts';

useProcesses();

const SECRET = `whsec_${Buffer.from('a secret of the caller, long enough').toString('base64')}`;

/** A program of a customer's developer that verifies what it gets. */
async function receiver(port = 0) {
  const got: Body[] = [];
  const deliveryIds: string[] = [];
  const statuses: number[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const body = await text(request);
    const headers = request.headers as Record<string, string>;
    got.push(new Webhook(SECRET).verify(body, headers));
    deliveryIds.push(headers['x-socialapi-delivery'] as string);
    response.writeHead(statuses.shift() ?? 204).end();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () => new Promise((resolve) => server.closeAllConnections() ?? server.close(resolve));
  onTestFinished(async () => void (await close()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return { url, port: (server.address() as AddressInfo).port, got, deliveryIds, statuses, close };
}

const saysInTurn = (listening: Running, words: string) =>
  until(async () => {
    if (listening.child.exitCode !== null) throw new Error(`listen ended: ${listening.out()}\n${listening.err()}`);
    return listening.out().includes(words);
  }, `listen says ${words}`);

test('listen brings events in order over a restart of the service and a receiver that is down, and ends with Ctrl-C', async () => {
  const settings = { DATA_DIR: initialisedFolder(), PORT: String(await freePort()) };
  const service = await startService(settings);
  const api = createClient(service.url, service.key);
  const account = (await api.get('/v1/accounts?platform=mastodon')).body.data[0].id;
  const schedule = async (words: string) => {
    const { status, body, text } = await api.post('/v1/posts', {
      text: words,
      targets: [{ account_id: account }],
      scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
    });
    expect(status, text).toBe(201);
    return body.id as string;
  };
  const logged = async () => (await api.get('/v1/events?after=0&limit=100&action=post.scheduled')).body.data;

  const hook = await receiver();
  const options = ['--forward', hook.url, '--secret', SECRET, '--events', 'post.scheduled,post.published'];
  const listening = run(['cli', 'listen', ...options], settings);
  await saysInTurn(listening, `go to ${hook.url}`);
  expect(listening.out()).toContain(SECRET);

  hook.statuses.push(500);
  await schedule('one');
  await saysInTurn(listening, '500');
  await until(async () => hook.got.length === 2, 'the event is tried again');
  expect(hook.got[1]).toEqual(hook.got[0]);
  expect(hook.deliveryIds[1]).toBe(hook.deliveryIds[0]);
  hook.got.pop();

  // An event that is not asked for, one with the receiver away, and one while the service is.
  await api.delete(`/v1/posts/${await schedule('two')}`);
  await until(async () => hook.got.length === 2, 'the second event');
  await hook.close();
  await schedule('three');
  await saysInTurn(listening, `nothing listens at 127.0.0.1:${hook.port}`);
  const again = await receiver(hook.port);
  await until(async () => again.got.length === 1, 'the event came when the receiver was back');
  service.child.kill('SIGKILL');
  await service.ended;
  await saysInTurn(listening, 'is lost');
  const restarted = await startService(settings);
  await schedule('four');
  await saysInTurn(listening, 'Connected again.');
  await until(async () => again.got.length === 2, 'the event after the restart');

  const events = await logged();
  expect([...hook.got, ...again.got].map(({ id }) => id)).toEqual(events.map(({ id }: Body) => id));
  expect(again.got[1]).toMatchObject({ type: 'post.scheduled', livemode: false, data: events[3].data });
  expect(listening.out()).toMatch(/^\d\d:\d\d:\d\d {2}#\d+ {2}post\.scheduled {2}.+ {2}204 {2}\d+ ms$/m);

  listening.child.kill('SIGINT');
  expect(await listening.ended, listening.err()).toBe(0);
  expect(listening.out()).toContain('4 events were accepted.');
  const { data } = (await api.get('/v1/keys')).body;
  expect(data.filter(({ name, state }: Body) => name === 'hubbub command' && state === 'active')).toEqual([]);
  restarted.child.kill('SIGTERM');
  await restarted.ended;

  const rejections: [number, string[], string][] = [
    [1, options, 'No service runs on the data folder'],
    [1, [...options, '--url', restarted.url], `There is no answer from a service at ${restarted.url}`],
    [2, ['--forward', 'here'], '--forward must be an address such as'],
    [2, [...options, '--events', 'comment.recieved'], 'Did you mean comment.received?'],
    [2, ['--forward', hook.url, '--secret', 'short'], '--secret: A secret has 16 to 256 characters'],
    [2, [...options, '--key', 'k', '--workspace', 'w'], '--key and --workspace exclude each other.'],
  ];
  for (const [code, words, message] of rejections)
    expect(await hubbub(['listen', ...words], settings)).toMatchObject({ code, err: expect.stringContaining(message) });
}, 120_000);
