import { type FileLinks, type FileStorage, keyOf, type StoredFile } from './core/files.ts';
import type { LinkSigner } from './lib/link-signer.ts';

/** Addresses of files: those of the store where it has its own, else ones that this service answers. */
export function createFileLinks(
  storage: FileStorage,
  signer: LinkSigner,
  publicUrl: (path: string) => string,
  areReachable: boolean,
): FileLinks {
  const own = (word: 'uploads' | 'files', { tenantId, id, filename, rendition = '' }: StoredFile, expiresAt: Date) => {
    const expires = String(Math.floor(expiresAt.getTime() / 1000));
    const signature = signer.sign([word, tenantId, id, rendition], expires);
    const name = word === 'files' ? `/${encodeURIComponent(filename)}` : '';
    const copy = rendition === '' ? '' : `&rendition=${rendition}`;
    return publicUrl(`/media/${word}/${tenantId}/${id}${name}?expires=${expires}${copy}&signature=${signature}`);
  };
  return {
    areReachable,

    async upload(file, expiresAt) {
      const { contentType } = file;
      if (storage.uploadUrl === undefined) return own('uploads', file, expiresAt);
      return storage.uploadUrl(keyOf(file), { contentType, expiresSeconds: secondsUntil(expiresAt) });
    },
    async download(file, expiresAt) {
      const { contentType, filename } = file;
      if (storage.downloadUrl === undefined) return own('files', file, expiresAt);
      const disposition = 'attachment';
      const expiresSeconds = secondsUntil(expiresAt);
      return storage.downloadUrl(keyOf(file), { contentType, filename, disposition, expiresSeconds });
    },
  };
}

function secondsUntil(time: Date): number {
  return Math.max(1, Math.round((time.getTime() - Date.now()) / 1000));
}
