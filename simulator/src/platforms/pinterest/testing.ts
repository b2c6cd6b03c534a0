import { type Json, type Seen, seen, TestAccount } from '../../core/test-account.ts';
import { PlatformSimulator } from '../meta/test-simulator.ts';
import { pinterest } from './index.ts';

export const image = { source_type: 'image_url', url: 'https://simulator.test/files/sample.jpg' };

/** Calls to the simulated Pinterest as one account, by plain HTTP. For tests only. */
export class AsAccount extends TestAccount {
  /** The first board of the account. */
  board = '';

  call(method: string, path: string, body?: unknown): Promise<Seen> {
    return seen(
      fetch(`${this.simulator.url}/pinterest/api/v5${path}`, {
        method,
        headers: { authorization: `Bearer ${this.token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    );
  }

  get(path: string): Promise<Seen> {
    return this.call('GET', path);
  }

  /** Pins the sample image, must succeed, gives the pin. */
  async pin(more: object = {}): Promise<Json> {
    const response = await this.call('POST', '/pins', { board_id: this.board, media_source: image, ...more });
    if (response.status !== 201) throw new Error(`The pin was answered ${response.status}: ${response.text}`);
    return response.body;
  }

  /** The token endpoint, as the account's app. */
  exchange(values: Record<string, string>, client = this.account.app): Promise<Seen> {
    const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64');
    const headers = { authorization: `Basic ${basic}` };
    const body = new URLSearchParams(values);
    return seen(fetch(`${this.simulator.url}/pinterest/api/v5/oauth/token`, { method: 'POST', headers, body }));
  }
}

export async function asAccount(simulator: PlatformSimulator, username?: string): Promise<AsAccount> {
  const made = await simulator.account('pinterest', username === undefined ? {} : { username });
  const account = new AsAccount(simulator, made);
  account.board = (await account.get('/boards')).body.items[0].id;
  return account;
}

export function newSimulator(): PlatformSimulator {
  return new PlatformSimulator(pinterest);
}
