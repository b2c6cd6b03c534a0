import { type MadeAccount, TestSimulator } from '../../core/testing.ts';

/** Loosely typed JSON: tests look into answers of many shapes. */
// biome-ignore lint/suspicious/noExplicitAny: the tests' own assertions say what is expected.
export type Json = any;

export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

export const postType = 'app.bsky.feed.post';
export const chatProxy = { 'atproto-proxy': 'did:web:api.bsky.chat#bsky_chat' };

/** Calls to the simulated Bluesky as one account, by plain HTTP. For tests only. */
export class AsAccount {
  readonly account: MadeAccount;
  readonly simulator: TestSimulator;
  token: string | undefined;

  constructor(simulator: TestSimulator, account: MadeAccount) {
    this.simulator = simulator;
    this.account = account;
    this.token = account.tokens.access_token;
  }

  get did(): string {
    return this.account.platform_id;
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Seen> {
    const isRaw = body instanceof Uint8Array || body instanceof URLSearchParams;
    const response = await fetch(`${this.simulator.url}/bluesky/${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parsed(text) };
  }

  get(name: string, query: Record<string, string> | URLSearchParams = {}, headers = {}, host = 'pds'): Promise<Seen> {
    return this.call('GET', `${host}/xrpc/${name}?${new URLSearchParams(query)}`, undefined, headers);
  }

  do(name: string, body?: unknown, headers: Record<string, string> = {}): Promise<Seen> {
    return this.call('POST', `pds/xrpc/${name}`, body, headers);
  }

  create(collection: string, record: object, more: object = {}): Promise<Seen> {
    return this.do('com.atproto.repo.createRecord', { repo: this.did, collection, record, ...more });
  }

  /** Posts, must succeed, gives uri and cid. */
  async post(text: string, more: object = {}): Promise<{ uri: string; cid: string }> {
    const { status, body } = await this.create(postType, { $type: postType, text, createdAt: now(), ...more });
    if (status !== 200) throw new Error(`createRecord answered ${status}: ${JSON.stringify(body)}`);
    return { uri: body.uri, cid: body.cid };
  }

  async upload(name: string, type: string): Promise<Json> {
    const bytes = new Uint8Array(await (await fetch(`${this.simulator.url}/files/${name}`)).arrayBuffer());
    return (await this.do('com.atproto.repo.uploadBlob', bytes, { 'content-type': type })).body.blob;
  }

  act(action: string, text: string, more: Record<string, string> = {}) {
    return this.simulator.visitor({ platform: 'bluesky', account: this.did, action, text, ...more });
  }
}

export async function asAccount(simulator: TestSimulator, username?: string): Promise<AsAccount> {
  return new AsAccount(simulator, await simulator.account('bluesky', username === undefined ? {} : { username }));
}

export function now(): string {
  return new Date().toISOString();
}

export function rkeyOf(uri: string): string {
  return uri.split('/').at(-1) ?? '';
}

function parsed(text: string): Json {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

export { TestSimulator };
