import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { startDns } from './dns.fixture.ts';
import { guarded, HttpFailure } from './index.ts';
import { clientFor, onTestEnd } from './servers.fixture.ts';

const TRIES = 10_000;
const AT_ONCE = 32;
/** Stands for a public address, because a test must not call one. */
const PUBLIC = '127.0.0.1';

/** The responses of the name server in turn: the public address, private ones, and both at once. */
const ANSWERS = [
  [PUBLIC],
  ['127.0.0.2'],
  [PUBLIC],
  ['::1'],
  [PUBLIC, '127.0.0.2'],
  [PUBLIC],
  [PUBLIC, '::1'],
  ['::ffff:7f00:2'],
  [PUBLIC],
  ['64:ff9b::7f00:2'],
  ['10.0.0.1'],
  [PUBLIC],
  ['169.254.169.254'],
  ['2002:7f00:2::'],
  [PUBLIC],
  [],
];

test(`${TRIES} tries to rebind a name reach no private address`, async () => {
  const server = createServer((request, response) => {
    // Every other request leaves its connection open for the next one.
    if (request.url === '/close') response.setHeader('connection', 'close');
    response.end('public');
  });
  server.listen(0, PUBLIC);
  await once(server, 'listening');
  onTestEnd(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;

  let caught = 0;
  const canaries: string[] = [];
  for (const address of ['127.0.0.2', '::1']) {
    const canary = createServer((_, response) => response.end('private')).on('connection', () => {
      caught += 1;
    });
    canary.listen(port, address);
    // A machine may have one of the two only.
    await once(canary, 'listening').then(
      () => canaries.push(address),
      () => {},
    );
    onTestEnd(() => new Promise((resolve) => canary.close(resolve)));
  }
  expect(canaries.length).toBeGreaterThan(0);

  let questions = 0;
  const lookup = await startDns(() => ANSWERS[questions++ % ANSWERS.length] ?? []);
  const client = clientFor({ policy: guarded({ allowHttp: true, allowNetworks: [`${PUBLIC}/32`] }), lookup });
  const outcomes: Record<string, number> = {};
  let tries = 0;
  const tryOn = async () => {
    while (tries < TRIES) {
      const number = tries++;
      // A few names, so that pooled connections are used as well.
      const url = `http://rebind-${number % 7}.test:${port}/${number % 3 === 0 ? 'keep' : 'close'}`;
      const outcome = await client.request({ method: 'POST', url, body: { json: {} } }).then(
        (response) => response.text(),
        (failure) => (failure instanceof HttpFailure ? failure.reason : String(failure)),
      );
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, tryOn));

  expect(caught).toBe(0);
  expect(Object.keys(outcomes).sort()).toEqual(expect.arrayContaining(['blocked', 'public']));
  expect(outcomes).not.toHaveProperty('private');
  expect((outcomes.public ?? 0) + (outcomes.blocked ?? 0) + (outcomes.dns ?? 0) + (outcomes.reset ?? 0)).toBe(TRIES);
  expect(questions).toBeGreaterThan(TRIES);
  console.log(`${questions} questions to the name server; outcomes ${JSON.stringify(outcomes)}`);
}, 120_000);
