import { join } from 'node:path';
import type { Config } from './config/config.ts';
import type { Files } from './core/files.ts';
import { createFileLinks } from './file-links.ts';
import { checkUrl } from './lib/http/index.ts';
import type { LinkSigner } from './lib/link-signer.ts';
import { openDiskStorage, openS3Storage } from './lib/storage/index.ts';

/** Files of customers: where they lie and how they are reached. */
export async function openFiles(
  config: Config,
  signer: LinkSigner,
  publicUrl: (path: string) => string,
): Promise<Files> {
  const { dataDir, s3 } = config;
  const storage =
    s3 === undefined
      ? await openDiskStorage(join(dataDir, 'media'))
      : await openS3Storage(s3, join(dataDir, 'media-parts'));
  return { storage, links: createFileLinks(storage, signer, publicUrl, areFilesReachable(config)) };
}

/** Whether platforms can load files from here, as far as the settings tell. */
export function areFilesReachable({ s3, publicUrl, allowPrivateNetwork }: Config): boolean {
  if (s3 !== undefined) return true;
  return publicUrl !== undefined && checkUrl(publicUrl, { allowHttp: true, allowPrivateNetwork }).ok;
}
