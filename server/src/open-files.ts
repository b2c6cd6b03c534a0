import { buffer } from 'node:stream/consumers';
import type { Config } from './config/config.ts';
import type { FileStorage, Files } from './core/files.ts';
import { createFileLinks } from './file-links.ts';
import type { LinkSigner } from './lib/link-signer.ts';
import { type FileSource, inspect, render, withFile } from './lib/media-files/index.ts';
import { openMediaStorage } from './media-storage.ts';

/** Files of customers: where they lie, how they are reached, what is in them. */
export async function openFiles(
  config: Config,
  signer: LinkSigner,
  publicUrl: (path: string) => string,
): Promise<Files> {
  const storage = await openMediaStorage(config);
  return {
    storage,
    links: createFileLinks(storage, signer, publicUrl),
    inspect: (key, bytes) => withSource(storage, key, bytes, inspect),
    render: (key, bytes, recipe) => withSource(storage, key, bytes, (source) => render(source, recipe)),
  };
}

function withSource<T>(
  storage: FileStorage,
  key: string,
  bytes: number,
  work: (source: FileSource) => Promise<T>,
): Promise<T> {
  if (storage.localPath !== undefined) return withFile(storage.localPath(key), work);
  return work({ bytes, read: async (start, end) => buffer(await storage.read(key, { start, end })) });
}
