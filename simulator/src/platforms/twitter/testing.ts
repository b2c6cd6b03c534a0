import { type MadeAccount, TestSimulator } from '../../core/testing.ts';

/** A JSON answer with its status and headers. */
export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

/** Loosely typed JSON: tests look into answers of many shapes. */
// biome-ignore lint/suspicious/noExplicitAny: the tests' own assertions say what is expected.
export type Json = any;

/** Calls to the simulated X as one account, by plain HTTP. For tests only. */
export class AsAccount {
  readonly account: MadeAccount;
  readonly #simulator: TestSimulator;
  token: string;

  constructor(simulator: TestSimulator, account: MadeAccount) {
    this.#simulator = simulator;
    this.account = account;
    this.token = account.tokens.access_token;
  }

  get id(): string {
    return this.account.platform_id;
  }

  async call(method: string, path: string, body?: unknown): Promise<Seen> {
    const isReady = body instanceof FormData || body instanceof URLSearchParams;
    const response = await fetch(`${this.#simulator.url}/twitter/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body === undefined || isReady ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isReady ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  }

  get(path: string, query: Record<string, string> = {}): Promise<Seen> {
    const search = new URLSearchParams(query).toString();
    return this.call('GET', search === '' ? path : `${path}?${search}`);
  }

  post(path: string, body?: unknown): Promise<Seen> {
    return this.call('POST', path, body);
  }

  /** Posts, must succeed, gives the id. */
  async tweet(text: string, more: object = {}): Promise<string> {
    const seen = await this.post('/2/tweets', { text, ...more });
    if (seen.status !== 201) throw new Error(`POST /2/tweets answered ${seen.status}: ${JSON.stringify(seen.body)}`);
    return seen.body.data.id;
  }

  async sample(name: string): Promise<Blob> {
    return (await fetch(`${this.#simulator.url}/files/${name}`)).blob();
  }
}

export async function asAccount(simulator: TestSimulator, username?: string): Promise<AsAccount> {
  return new AsAccount(simulator, await simulator.account('twitter', username === undefined ? {} : { username }));
}

export { TestSimulator };
