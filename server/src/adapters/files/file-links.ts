import { arrivalKeyOf, type FileLinks, type FileStorage, keyOf, type StoredFile } from '../../core/files.ts';
import { addressInCell } from '../../core/ids.ts';
import type { LinkSigner } from '../../secrets/link-signer.ts';

/** Longer files pass through this service, which sends them in parts: a store takes at most 5 GB at one address. */
const STORE_BYTES_MAX = 100 * 1024 * 1024;

/** Makes addresses of files: the store's own if it has any, otherwise addresses of this service. */
export function createFileLinks(
  storage: FileStorage,
  signer: LinkSigner,
  {
    publicUrl,
    cell,
    areReachable,
  }: {
    readonly publicUrl: (path: string) => string;
    /** Stands in each address of ours; empty for an installation that is alone. */
    readonly cell: string;
    readonly areReachable: boolean;
  },
): FileLinks {
  const ownUrl = (
    word: 'uploads' | 'files',
    { tenantId, id, filename, rendition = '' }: StoredFile,
    expiresAt: Date,
  ) => {
    const expires = String(Math.floor(expiresAt.getTime() / 1000));
    const signature = signer.sign([word, tenantId, id, rendition], expires);
    const name = word === 'files' ? `/${encodeURIComponent(filename)}` : '';
    const renditionQuery = rendition === '' ? '' : `&rendition=${rendition}`;
    const path = `/media/${word}/${tenantId}/${id}${name}?expires=${expires}${renditionQuery}&signature=${signature}`;
    return publicUrl(addressInCell(cell, path));
  };
  return {
    areReachable,

    async upload(file, expiresAt, bytes = 0) {
      const { contentType } = file;
      if (storage.uploadUrl === undefined || bytes > STORE_BYTES_MAX) return ownUrl('uploads', file, expiresAt);
      return storage.uploadUrl(arrivalKeyOf(file), { contentType, expiresSeconds: secondsUntil(expiresAt) });
    },
    async download(file, expiresAt) {
      const { contentType, filename } = file;
      if (storage.downloadUrl === undefined) return ownUrl('files', file, expiresAt);
      const disposition = 'attachment';
      const expiresSeconds = secondsUntil(expiresAt);
      return storage.downloadUrl(keyOf(file), { contentType, filename, disposition, expiresSeconds });
    },
  };
}

function secondsUntil(time: Date): number {
  return Math.max(1, Math.round((time.getTime() - Date.now()) / 1000));
}
