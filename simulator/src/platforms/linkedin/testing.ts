import type { MadeAccount } from '../../core/testing.ts';
import { PlatformSimulator } from '../meta/test-simulator.ts';

/** Loosely typed JSON: tests look into answers of many shapes. */
// biome-ignore lint/suspicious/noExplicitAny: the tests' own assertions say what is expected.
export type Json = any;

export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

type Platform = 'linkedin' | 'linkedin_page';

/** Calls to a simulated LinkedIn as one account, by plain HTTP. For tests only. */
export class AsAccount {
  readonly account: MadeAccount;
  readonly simulator: PlatformSimulator;
  token: string;

  constructor(simulator: PlatformSimulator, account: MadeAccount) {
    this.simulator = simulator;
    this.account = account;
    this.token = account.tokens.access_token;
  }

  get id(): string {
    return this.account.platform_id;
  }

  /** The author's URN. */
  get urn(): string {
    return `urn:li:${this.account.platform === 'linkedin' ? 'person' : 'organization'}:${this.id}`;
  }

  /** `path` begins with the host key: `api/rest/posts`. */
  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Seen> {
    const isRaw = body instanceof Uint8Array || body instanceof URLSearchParams;
    const response = await fetch(`${this.simulator.url}/${this.account.platform}/${path}`, {
      method,
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${this.token}`,
        'linkedin-version': '202607',
        'x-restli-protocol-version': '2.0.0',
        ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  get(path: string): Promise<Seen> {
    return this.call('GET', `api/rest/${path}`);
  }

  do(path: string, body: object, method?: string): Promise<Seen> {
    return this.call('POST', `api/rest/${path}`, body, method === undefined ? {} : { 'x-restli-method': method });
  }

  delete(path: string): Promise<Seen> {
    return this.call('DELETE', `api/rest/${path}`);
  }

  /** The body of a public post. */
  draft(commentary: string, more: object = {}): object {
    return {
      author: this.urn,
      commentary,
      visibility: 'PUBLIC',
      distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
      lifecycleState: 'PUBLISHED',
      isReshareDisabledByAuthor: false,
      ...more,
    };
  }

  /** Posts, must succeed, gives the URN. */
  async post(commentary: string, more: object = {}): Promise<string> {
    const seen = await this.do('posts', this.draft(commentary, more));
    if (seen.status !== 201) throw new Error(`POST /rest/posts answered ${seen.status}: ${JSON.stringify(seen.body)}`);
    return seen.headers.get('x-restli-id') ?? '';
  }

  async sample(name: string): Promise<Uint8Array> {
    return new Uint8Array(await (await fetch(`${this.simulator.url}/files/${name}`)).arrayBuffer());
  }

  /** Begins an upload: gives the `value` of the response. */
  async begin(kind: 'images' | 'videos', more: object = {}): Promise<Json> {
    const body = { initializeUploadRequest: { owner: this.urn, ...more } };
    return (await this.do(`${kind}?action=initializeUpload`, body)).body.value;
  }

  put(url: string, bytes: Uint8Array): Promise<Response> {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/octet-stream' };
    return fetch(url, { method: 'PUT', headers, body: bytes as Uint8Array<ArrayBuffer> });
  }

  /** Uploads sample.jpg; gives its URN. */
  async image(): Promise<string> {
    const { uploadUrl, image } = await this.begin('images');
    await this.put(uploadUrl, await this.sample('sample.jpg'));
    return image;
  }

  act(action: string, text: string, more: Record<string, string> = {}) {
    return this.simulator.visitor({ platform: this.account.platform, account: this.id, action, text, ...more });
  }
}

export async function asAccount(simulator: PlatformSimulator, platform: Platform, username?: string) {
  return new AsAccount(simulator, await simulator.account(platform, username === undefined ? {} : { username }));
}

/** Rest.li encodes parentheses too, which `encodeURIComponent` leaves. */
export function encoded(urn: string): string {
  return encodeURIComponent(urn).replaceAll('(', '%28').replaceAll(')', '%29');
}

export { PlatformSimulator };
