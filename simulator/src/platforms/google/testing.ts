import { type Json, type Seen, seen, TestAccount } from '../../core/test-account.ts';
import { PlatformSimulator } from '../meta/test-simulator.ts';
import { google } from './index.ts';

/** Calls to the simulated Google as one location, `accounts/1001/locations/2002`, by plain HTTP. For tests only. */
export class AsLocation extends TestAccount {
  get accountName(): string {
    return this.id.split('/').slice(0, 2).join('/');
  }

  get locationName(): string {
    return this.id.split('/').slice(2).join('/');
  }

  /** `host` is a host key; a path without a slash at its start is below the v4 name of the location. */
  call(method: string, host: string, path: string, body?: unknown): Promise<Seen> {
    const full = path.startsWith('/') ? path : `/v4/${this.id}/${path}`;
    return seen(
      fetch(`${this.simulator.url}/google/${host}${full}`, {
        method,
        headers: { authorization: `Bearer ${this.token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    );
  }

  get(path: string, host = 'business'): Promise<Seen> {
    return this.call('GET', host, path);
  }

  /** Posts, must succeed, gives the resource. */
  async post(body: object): Promise<Json> {
    const response = await this.call('POST', 'business', 'localPosts', { topicType: 'STANDARD', ...body });
    if (response.status !== 200) throw new Error(`The post was answered ${response.status}: ${response.text}`);
    return response.body;
  }

  /** A customer writes a review. */
  async review({ rating, comment: text = '', name }: { rating: string; comment?: string; name?: string }) {
    const username = name === undefined ? {} : { username: name };
    const options = {
      platform: 'google',
      account: this.id,
      action: 'review',
      rating: Number(rating),
      text,
      ...username,
    };
    await this.simulator.control('POST', '/strangers', options);
  }

  /** One of the location's posts, as the list shows it. */
  async listed(name: string): Promise<Json> {
    const { localPosts = [] } = (await this.get('localPosts?pageSize=100')).body;
    return localPosts.find((post: Json) => post.name === name);
  }
}

export async function asLocation(simulator: PlatformSimulator, username?: string): Promise<AsLocation> {
  return new AsLocation(simulator, await simulator.account('google', username === undefined ? {} : { username }));
}

export function newSimulator(): PlatformSimulator {
  return new PlatformSimulator(google);
}
