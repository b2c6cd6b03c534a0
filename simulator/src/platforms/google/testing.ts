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
    const answer = await this.call('POST', 'business', 'localPosts', { topicType: 'STANDARD', ...body });
    if (answer.status !== 200) throw new Error(`The post was answered ${answer.status}: ${answer.text}`);
    return answer.body;
  }

  /** A customer writes a review on the page that the location's `newReviewUri` names. */
  async review(values: { rating: string; comment?: string; name?: string }): Promise<void> {
    const path = `/v1/${this.locationName}?readMask=metadata`;
    const { metadata } = (await this.get(path, 'information')).body;
    const url = new URL(metadata.newReviewUri);
    const body = new URLSearchParams({ placeid: url.searchParams.get('placeid') ?? '', ...values });
    const answer = await fetch(`${this.simulator.url}/google/search${url.pathname}`, { method: 'POST', body });
    if (!answer.ok) throw new Error(`The review was answered ${answer.status}.`);
  }
}

export async function asLocation(simulator: PlatformSimulator, username?: string): Promise<AsLocation> {
  return new AsLocation(simulator, await simulator.account('google', username === undefined ? {} : { username }));
}

export function newSimulator(): PlatformSimulator {
  return new PlatformSimulator(google);
}
