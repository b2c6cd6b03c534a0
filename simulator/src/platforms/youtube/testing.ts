import { type Json, type Seen, seen, TestAccount } from '../../core/test-account.ts';
import { PlatformSimulator } from '../meta/test-simulator.ts';
import { youtube } from './index.ts';

export const unit = 256 * 1024;

/** Calls to the simulated YouTube as one channel, by plain HTTP. For tests only. */
export class AsChannel extends TestAccount {
  /** `path` is below `/youtube/v3`, unless it begins with `/upload`. */
  call(method: string, path: string, body?: unknown): Promise<Seen> {
    const full = path.startsWith('/upload') ? path : `/youtube/v3${path}`;
    return seen(
      fetch(`${this.simulator.url}/youtube/api${full}`, {
        method,
        headers: { authorization: `Bearer ${this.token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    );
  }

  get(path: string): Promise<Seen> {
    return this.call('GET', path);
  }

  /** Begins a resumable upload; gives the response, whose `location` is the session. */
  begin(resource: object, size: number, part = 'snippet,status'): Promise<Seen> {
    return seen(
      fetch(`${this.simulator.url}/youtube/api/upload/youtube/v3/videos?uploadType=resumable&part=${part}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${this.token}`,
          'content-type': 'application/json; charset=UTF-8',
          'x-upload-content-type': 'video/mp4',
          'x-upload-content-length': String(size),
        },
        body: JSON.stringify(resource),
      }),
    );
  }

  /** `PUT` to a session: bytes with their range, or the question how far it is. */
  put(session: string, range: string, bytes: Uint8Array<ArrayBuffer> = new Uint8Array(0)): Promise<Seen> {
    const headers = { authorization: `Bearer ${this.token}`, 'content-range': range, 'content-type': 'video/mp4' };
    return seen(fetch(session, { method: 'PUT', headers, body: bytes, redirect: 'manual' }));
  }

  /** Uploads the sample video, must succeed, gives the resource. */
  async upload(snippet: object = {}, status: object = {}): Promise<Json> {
    const bytes = await sampleVideo(this.simulator);
    const resource = { snippet: { title: 'A video', description: '', categoryId: '22', ...snippet }, status };
    const { headers } = await this.begin(resource, bytes.length);
    const range = `bytes 0-${bytes.length - 1}/${bytes.length}`;
    const response = await this.put(headers.get('location') ?? '', range, bytes);
    if (response.status !== 200) throw new Error(`The upload was answered ${response.status}: ${response.text}`);
    return response.body;
  }

  /** Takes a new access token: the old one lives an hour. */
  async refresh(): Promise<void> {
    const { app, tokens } = this.account;
    const grant = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' };
    const body = new URLSearchParams({ ...app, ...grant });
    const response = await seen(fetch(`${this.simulator.url}/youtube/oauth/token`, { method: 'POST', body }));
    this.token = response.body.access_token;
  }

  /** Comments on a video, must succeed, gives the thread. */
  async comment(videoId: string, text: string): Promise<Json> {
    const snippet = { channelId: this.id, videoId, topLevelComment: { snippet: { textOriginal: text } } };
    return (await this.call('POST', '/commentThreads?part=snippet', { snippet })).body;
  }
}

export async function sampleVideo(simulator: { readonly url: string }): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await fetch(`${simulator.url}/files/sample.mp4`)).arrayBuffer());
}

export function reasonOf({ body }: Seen): string | undefined {
  return body?.error?.errors?.[0]?.reason;
}

export async function asChannel(simulator: PlatformSimulator, username?: string): Promise<AsChannel> {
  return new AsChannel(simulator, await simulator.account('youtube', username === undefined ? {} : { username }));
}

export function newSimulator(): PlatformSimulator {
  return new PlatformSimulator(youtube);
}
