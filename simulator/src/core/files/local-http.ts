import { lookup } from 'node:dns/promises';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { LocalHttp } from '../world/world.ts';

const local = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  local.addSubnet(network, prefix, 'ipv4');
local.addAddress('::1', 'ipv6');
local.addSubnet('fc00::', 7, 'ipv6');

/** The host under which the simulator's own files and receivers are known to everyone. */
export const ownOrigin = 'https://simulator.test';

interface LocalResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly bytes: Buffer;
}

/** Sends requests to this machine and to private networks only: the simulator never calls the internet. */
export class LocalClient implements LocalHttp {
  readonly #ownUrl: () => string;

  /** `ownUrl` is where the simulator itself listens. */
  constructor(ownUrl: () => string) {
    this.#ownUrl = ownUrl;
  }

  async request(requested: Parameters<LocalHttp['request']>[0]) {
    const { status, headers, bytes } = await this.fetch(requested);
    return { status, headers, body: bytes.toString('utf8') };
  }

  async fetch({
    method,
    url,
    headers = {},
    body,
    timeoutMs = 10_000,
  }: Parameters<LocalHttp['request']>[0]): Promise<LocalResponse> {
    const target = new URL(url.startsWith(`${ownOrigin}/`) ? this.#ownUrl() + url.slice(ownOrigin.length) : url);
    const address = await localAddress(target);
    const send = target.protocol === 'https:' ? (await import('node:https')).request : requestHttp;
    const options: RequestOptions = {
      method,
      // So that nobody takes it for a request of this machine's user: a customer may have chosen the address.
      headers: {
        via: '1.1 simulator',
        ...headers,
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
      },
      signal: AbortSignal.timeout(timeoutMs),
      lookup: (_name, { all }, done) =>
        all ? done(null, [{ address, family: isIP(address) }]) : done(null, address, isIP(address)),
    };
    return new Promise((resolve, reject) => {
      const sent = send(target, options, (response) => collect(response).then(resolve, reject));
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

/** The one address that is then connected to; throws when the name leads anywhere but to local networks. */
async function localAddress(url: URL): Promise<string> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error(`${url.protocol} is not http or https`);
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const address = isIP(name) ? name : (await lookup(name)).address;
  if (!isLocalAddress(address)) throw new Error(`${url.host} is not on this machine or a private network`);
  return address;
}

export function isLocalAddress(address: string): boolean {
  const mapped = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return local.check(mapped, isIP(mapped) === 6 ? 'ipv6' : 'ipv4');
}

async function collect(response: IncomingMessage): Promise<LocalResponse> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
  return { status: response.statusCode ?? 0, headers, bytes: Buffer.concat(parts) };
}
