import { type Seen, seen, TestAccount } from '../../core/test-account.ts';
import { PlatformSimulator } from '../meta/test-simulator.ts';
import { tiktok } from './index.ts';

const photo = 'https://simulator.test/files/sample.jpg';

/** Calls to the simulated TikTok as one account, by plain HTTP. For tests only. */
export class AsAccount extends TestAccount {
  call(method: string, path: string, body?: unknown): Promise<Seen> {
    return seen(
      fetch(`${this.simulator.url}/tiktok/api/v2${path}`, {
        method,
        headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json; charset=UTF-8' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  }

  post(path: string, body: unknown = {}): Promise<Seen> {
    return this.call('POST', path, body);
  }

  initPhotos(info: object = {}, source: object = {}): Promise<Seen> {
    return this.post('/post/publish/content/init/', {
      media_type: 'PHOTO',
      post_mode: 'DIRECT_POST',
      post_info: { title: '', description: 'Photos', privacy_level: 'PUBLIC_TO_EVERYONE', ...info },
      source_info: { source: 'PULL_FROM_URL', photo_images: [photo, photo], photo_cover_index: 0, ...source },
    });
  }

  initVideo(source: object, info: object = {}): Promise<Seen> {
    return this.post('/post/publish/video/init/', {
      post_info: { title: 'A video', privacy_level: 'PUBLIC_TO_EVERYONE', ...info },
      source_info: source,
    });
  }

  status(publish_id: string): Promise<Seen> {
    return this.post('/post/publish/status/fetch/', { publish_id });
  }

  /** One chunk to the address that an init gave. */
  put(url: string, bytes: Uint8Array<ArrayBuffer>, first: number, size: number, type = 'video/mp4'): Promise<Seen> {
    const range = `bytes ${first}-${first + bytes.length - 1}/${size}`;
    const headers = { 'content-type': type, 'content-range': range };
    return seen(fetch(url, { method: 'PUT', headers, body: bytes }));
  }

  /** The token endpoints, as the account's app. */
  oauth(path: string, values: Record<string, string>): Promise<Seen> {
    const { client_id: client_key, client_secret } = this.account.app;
    const body = new URLSearchParams({ client_key, client_secret, ...values });
    return seen(fetch(`${this.simulator.url}/tiktok/api/v2/oauth/${path}/`, { method: 'POST', body }));
  }
}

export async function asAccount(simulator: PlatformSimulator, username?: string): Promise<AsAccount> {
  return new AsAccount(simulator, await simulator.account('tiktok', username === undefined ? {} : { username }));
}

export function newSimulator(): PlatformSimulator {
  return new PlatformSimulator(tiktok);
}
