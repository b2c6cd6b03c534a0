import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { Content } from '../calls/content.ts';
import type { Incoming } from '../calls/incoming.ts';
import type { Media, Settings } from '../world/world.ts';
import { isLocalAddress, type LocalClient, ownOrigin } from './local-http.ts';
import { mediaFacts } from './media-facts.ts';
import { makePrivateFolder } from './private-folder.ts';

const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'audio/mpeg': 'mp3',
};

interface StoredFile {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** Sample files and uploads, kept in `<dataDir>/files`; samples are made when they are first asked for. */
export class Files implements Media {
  readonly #folder: string;
  readonly #settings: Settings;
  readonly #http: LocalClient;
  readonly #incoming: Incoming;

  constructor(dataDir: string, settings: Settings, http: LocalClient, incoming: Incoming) {
    this.#folder = join(dataDir, 'files');
    this.#settings = settings;
    this.#http = http;
    this.#incoming = incoming;
    makePrivateFolder(this.#folder);
  }

  facts = mediaFacts;

  sample(name: string): string {
    return `${ownOrigin}/files/${name}`;
  }

  save(content: Buffer | Content, contentType: string): string {
    const name = `${randomBytes(12).toString('hex')}.${extensions[contentType] ?? 'bin'}`;
    const path = join(this.#folder, name);
    if (Buffer.isBuffer(content)) writeFileSync(path, content, { mode: 0o600 });
    else content.keepAs(path);
    return `${ownOrigin}/files/${name}`;
  }

  async join(urls: readonly string[], last: Buffer): Promise<Content> {
    const paths = urls.map((url) => join(this.#folder, new URL(url).pathname.slice('/files/'.length)));
    async function* pieces() {
      for (const path of paths) if (existsSync(path)) yield* createReadStream(path);
      yield last;
    }
    return (await this.#incoming.take(pieces(), Number.POSITIVE_INFINITY)) as Content;
  }

  async read(name: string): Promise<StoredFile | undefined> {
    if (!/^[\w-]+\.\w+$/.test(name)) return undefined;
    const path = join(this.#folder, name);
    if (!existsSync(path)) {
      const { makeSample } = await import('./samples.ts');
      const sample = makeSample(name);
      if (!sample) return undefined;
      writeFileSync(path, sample, { mode: 0o600 });
    }
    const bytes = await readFile(path);
    const [contentType = 'application/octet-stream'] =
      Object.entries(extensions).find(([, extension]) => name.endsWith(`.${extension}`)) ?? [];
    return { bytes, contentType };
  }

  async fetch(address: string): ReturnType<Media['fetch']> {
    const url = URL.parse(address);
    if (!url || !['http:', 'https:'].includes(url.protocol)) return { ok: false, reason: 'not an http address' };
    if (url.origin === ownOrigin) {
      const file = url.pathname.startsWith('/files/') ? await this.read(url.pathname.slice(7)) : undefined;
      return file ? found(address, file.bytes) : { ok: false, reason: 'no such file' };
    }
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (host === 'localhost' || (isIP(host) > 0 && isLocalAddress(host))) return this.#fetchLocal(address);
    if (/(^|\.)(invalid|local|internal)$/.test(host) || !(host.includes('.') || isIP(host) > 0))
      return { ok: false, reason: 'no such host' };
    return { ok: true, url: address, bytes: null, facts: null };
  }

  async #fetchLocal(address: string): ReturnType<Media['fetch']> {
    if (!this.#settings.allow_local_fetch) return { ok: false, reason: 'not a public address' };
    try {
      const { status, bytes } = await this.#http.fetch({ method: 'GET', url: address });
      return status === 200 ? found(address, bytes) : { ok: false, reason: `answered ${status}` };
    } catch (error) {
      return { ok: false, reason: error instanceof Error ? error.message : String(error) };
    }
  }
}

function found(url: string, bytes: Buffer) {
  return { ok: true as const, url, bytes, facts: mediaFacts(bytes) };
}
