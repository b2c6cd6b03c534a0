import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guardedConnector } from './guard.ts';
import { allowedHosts, blockedUrls, hostileLookups } from './guard.vectors.ts';
import { checkUrl, guarded, type Lookup } from './index.ts';
import { clientFor, failureOf, serve, startTrap } from './servers.fixture.ts';

const responding = (...addresses: string[]) =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

describe('checkUrl', () => {
  test('the table holds at least 200 forbidden addresses', () => {
    expect(new Set(blockedUrls).size).toBe(blockedUrls.length);
    expect(blockedUrls.length).toBeGreaterThan(200);
  });

  test.each(blockedUrls)('rejects %j', (url) => {
    expect(checkUrl(url.replaceAll('PORT', '8080'), { allowHttp: true }).ok).toBe(false);
  });

  test.each(allowedHosts)('accepts %s', (host) => {
    expect(checkUrl(`https://${host}/hook`)).toMatchObject({ ok: true });
  });

  test.each([
    ['http://example.com', {}, 'must use https'],
    ['ftp://example.com', { allowHttp: true }, 'must use http or https'],
    ['https://user:secret@example.com', {}, 'must not carry a user name or password'],
    ['https://0x7f.1', {}, 'must not point to a private network address'],
    ['https://[::1]', {}, 'must not point to a private network address'],
    ['https://localhost', {}, 'must not point to a local host name'],
    ['https://redis', {}, 'must carry a full host name'],
    ['https://example.com:25', {}, 'must not use port 25'],
    ['https://example.com:3000', { ports: [443, 8443] }, 'must not use port 3000'],
    ['https://example.com/my hook', {}, 'must not contain spaces or control characters'],
    [`https://example.com/${'x'.repeat(9000)}`, {}, 'must not be longer than 8192 characters'],
    ['example.com', {}, 'must be a valid URL'],
  ])('explains why %s is rejected', (url, rules, reason) => {
    expect(checkUrl(url, rules)).toEqual({ ok: false, reason });
  });

  test('normalises the host', () => {
    const check = checkUrl('HTTPS://BÜCHER.Example.:443/a/../b');
    expect(check.ok && check.url.href).toBe('https://xn--bcher-kva.example/b');
  });

  test('allows private addresses when the rules do', () => {
    expect(checkUrl('http://localhost:3000', { allowHttp: true, allowPrivateNetwork: true }).ok).toBe(true);
    expect(checkUrl('http://localhost:3000', { allowPrivateNetwork: true }).ok).toBe(false);
    expect(checkUrl('https://10.1.2.3', { allowNetworks: ['10.1.0.0/16'] }).ok).toBe(true);
    expect(checkUrl('https://10.2.2.3', { allowNetworks: ['10.1.0.0/16'] }).ok).toBe(false);
    expect(checkUrl('https://[fd12::1]', { allowNetworks: ['10.1.0.0/16', 'fd12::/48'] }).ok).toBe(true);
  });

  test('rejects a private address in any notation', () => {
    const blocks = [[10], [127], [169, 254], [192, 168], [0], [172, 16], [100, 64], [198, 18]];
    const notation = fc.constantFrom(
      (byte: number) => String(byte),
      (byte: number) => `0${byte.toString(8)}`,
      (byte: number) => `0x${byte.toString(16)}`,
    );
    const anyAddress = fc.record({
      block: fc.constantFrom(...blocks),
      rest: fc.array(fc.nat(255), { minLength: 4, maxLength: 4 }),
      write: fc.array(notation, { minLength: 4, maxLength: 4 }),
      joined: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(anyAddress, ({ block, rest, write, joined }) => {
        const bytes = [...block, ...rest].slice(0, 4);
        // The last number of a short form stands for all remaining bytes.
        const tail = bytes.slice(joined).reduce((sum, byte) => sum * 256 + byte, 0);
        const host = [...bytes.slice(0, joined), tail].map((number, index) => write[index]?.(number)).join('.');
        expect(checkUrl(`https://${host}/`).ok).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the guarded client', () => {
  test('connects to no address of the table', async () => {
    const trap = await startTrap();
    const asked: string[] = [];
    const lookup: Lookup = async (hostname) => {
      asked.push(hostname);
      return responding('127.0.0.1');
    };
    const client = clientFor({ policy: guarded({ allowHttp: true }), lookup });
    for (const url of blockedUrls) {
      const failure = await failureOf(client.request({ method: 'GET', url: url.replaceAll('PORT', `${trap.port}`) }));
      expect(['blocked', 'invalid'], url).toContain(failure.reason);
      expect(failure.sent, url).toBe(false);
    }
    expect(asked).toEqual([]);
    expect(trap.connections()).toBe(0);

    const trusting = clientFor({ policy: guarded({ allowHttp: true, allowPrivateNetwork: true }) });
    const caught = await trusting.request({ method: 'GET', url: `http://127.0.0.1:${trap.port}/` });
    expect(caught.text()).toBe('caught');
    expect(trap.connections()).toBe(1);
  });

  test.each(hostileLookups.map((addresses) => [addresses]))('rejects a name that resolves to %j', async (addresses) => {
    const trap = await startTrap();
    const client = clientFor({ policy: guarded({ allowHttp: true }), lookup: async () => responding(...addresses) });
    const failure = await failureOf(client.request({ method: 'POST', url: `http://innocent.test:${trap.port}/` }));
    expect(failure).toMatchObject({ reason: 'blocked', sent: false });
    expect(trap.connections()).toBe(0);
  });

  test('the connector checks even when nobody checked the URL before', async () => {
    const trap = await startTrap();
    const connect = guardedConnector({}, { timeout: 1_000 }, async () => responding('127.0.0.1'));
    for (const hostname of ['127.0.0.1', '::1', '[::1]', 'localhost', '0x7f.1', '127.1', '2130706433', 'a.test']) {
      const error = await new Promise((resolve) => {
        connect({ hostname, host: hostname, protocol: 'http:', port: `${trap.port}` }, (...[failure]) =>
          resolve(failure),
        );
      });
      expect(String(error), hostname).toMatch(/must (not point|carry)/);
    }
    expect(trap.connections()).toBe(0);
  });

  // 127.0.0.1 stands for the public address and ::1 for the private one, so that both accept connections.
  const rules = { allowHttp: true, allowNetworks: ['127.0.0.1/32'] };

  test('connects to the address that was checked, resolved once per connection', async () => {
    const trap = await startTrap();
    const origin = await serve((_, response) => response.end('public'));
    const replies = [responding('127.0.0.1'), responding('::1')];
    let lookups = 0;
    const lookup: Lookup = async () => replies[Math.min(lookups++, 1)] ?? [];
    const url = `http://rebinding.test:${new URL(origin).port}/`;

    const client = clientFor({ policy: guarded(rules), lookup, connectionsMax: 1 });
    const first = await client.request({ method: 'GET', url });
    expect([first.text(), lookups]).toEqual(['public', 1]);
    // The second request reuses the connection to the checked address and needs no lookup.
    const second = await client.request({ method: 'GET', url });
    expect([second.text(), lookups]).toEqual(['public', 1]);
    // Another port needs another connection and another lookup, which now returns the private address.
    const rebound = client.request({ method: 'GET', url: `http://rebinding.test:${trap.port}/` });
    expect(await failureOf(rebound)).toMatchObject({ reason: 'blocked', sent: false });
    expect(trap.connections()).toBe(0);
  });

  test('never reaches the private address of a name that changes at every lookup', async () => {
    const trap = await startTrap();
    let lookups = 0;
    const lookup: Lookup = async () => responding(lookups++ % 2 === 0 ? '127.0.0.1' : '::1');
    const origin = await serve((_, response) => response.setHeader('connection', 'close').end('public'));
    const client = clientFor({ policy: guarded(rules), lookup });
    const ports = [new URL(origin).port, trap.port];
    const outcomes = new Set<string>();
    for (let round = 0; round < 200; round += 1) {
      const url = `http://flipping.test:${ports[round % 2]}/`;
      outcomes.add(
        await client.request({ method: 'GET', url }).then(
          (response) => response.text(),
          (failure) => failure.reason,
        ),
      );
    }
    expect([...outcomes].sort()).toEqual(['blocked', 'public']);
    expect(trap.connections()).toBe(0);
  });
});
