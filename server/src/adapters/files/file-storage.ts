import { join } from 'node:path';
import { openDiskStorage, openS3Storage, type Storage } from '@hubbub/file-storage';
import { checkUrl } from '@hubbub/guarded-http';
import type { Config } from '../../config/config.ts';
import type { Files } from '../../core/files.ts';
import type { LinkSigner } from '../../secrets/link-signer.ts';
import { createFileLinks } from './file-links.ts';

/** Opens the storage of customers' files and the addresses to reach them. */
export async function openFiles(
  config: Config,
  signer: LinkSigner,
  publicUrl: (path: string) => string,
): Promise<Files> {
  const storage = await openStorage(config);
  return {
    storage,
    links: createFileLinks(storage, signer, { publicUrl, cell: config.cell, areReachable: areFilesReachable(config) }),
  };
}

/** Opens the storage of customers' files. */
export async function openStorage({ dataDir, s3 }: Config): Promise<Storage> {
  return s3 === undefined ? openDiskStorage(join(dataDir, 'media')) : openS3Storage(s3, join(dataDir, 'media-parts'));
}

/** Whether platforms can load files from this service, as far as the settings show. */
export function areFilesReachable({ s3, publicUrl, allowPrivateNetwork }: Config): boolean {
  if (s3 !== undefined) return true;
  return publicUrl !== undefined && checkUrl(publicUrl, { allowHttp: true, allowPrivateNetwork }).ok;
}
