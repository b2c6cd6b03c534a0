import { mkdtemp, rm } from 'node:fs/promises';
import { type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { type Body, type Client, createClient } from '../harness.ts';
import { startProcesses } from '../kill/processes.ts';
import type { ServiceProcess } from '../kill/service.ts';
import { freePorts, type ProxyPlace, type ReverseProxy } from './proxy.fixture.ts';

/** Two processes behind a proxy, as their customers reach them. */
export interface Installation<Front extends ReverseProxy = ReverseProxy> {
  readonly proxy: Front;
  /** The address that customers put before every path. */
  readonly base: string;
  readonly services: readonly ServiceProcess[];
  readonly api: Client;
  readonly simulatorUrl: string;
  readonly accountId: string;
}

/** `path`: what stands before every path of the service. */
export async function install<Front extends ReverseProxy>(
  path: string,
  settings: Readonly<Record<string, string>>,
  start: (place: ProxyPlace) => Promise<Front>,
): Promise<Installation<Front>> {
  const ports = await freePorts();
  const base = `https://localhost:${ports.tlsPort}${path}`;
  const { services, customer } = await startProcesses(2, {
    PUBLIC_URL: base,
    TRUSTED_PROXIES: '127.0.0.1',
    ADDRESS_REQUESTS_PER_MINUTE: '100',
    ...settings,
  });
  const folder = await mkdtemp(join(tmpdir(), 'hubbub-proxy-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const proxy = await start({ ...ports, folder, services: services.map(({ url }) => url) });
  onTestFinished(proxy.stop);
  return {
    proxy,
    base,
    services,
    api: createClient(base, customer.apiKey),
    simulatorUrl: new URL(customer.platforms.simulatorUrl).origin,
    accountId: (await customer.connect('twitter')).id,
  };
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly body: Body;
}

/** A request whose path is sent as it stands, from any address of this machine. */
export function ask(url: string, options: RequestOptions = {}, content?: Readable | string): Promise<Answer> {
  const { origin } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request(origin, { agent: false, path: url.slice(origin.length), ...options }, async (response) => {
      let text = '';
      for await (const piece of response) text += piece;
      const body = /json/.test(response.headers['content-type'] ?? '') ? JSON.parse(text) : undefined;
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body });
    });
    sent.on('error', reject);
    if (typeof content === 'object') content.pipe(sent);
    else sent.end(content);
  });
}

export const bearer = ({ key }: Client) => ({ authorization: `Bearer ${key}` });
