import type { FileLinks, StoredFile } from './core/files.ts';
import type { LinkSigner } from './lib/link-signer.ts';

/** Addresses that this service answers itself. */
export function createFileLinks(signer: LinkSigner, publicUrl: (path: string) => string): FileLinks {
  const address = (word: 'uploads' | 'files', { tenantId, id, filename }: StoredFile, expiresAt: Date) => {
    const expires = String(Math.floor(expiresAt.getTime() / 1000));
    const signature = signer.sign([word, tenantId, id], expires);
    const name = word === 'files' ? `/${encodeURIComponent(filename)}` : '';
    return publicUrl(`/media/${word}/${tenantId}/${id}${name}?expires=${expires}&signature=${signature}`);
  };
  return {
    upload: async (file, expiresAt) => address('uploads', file, expiresAt),
    download: async (file, expiresAt) => address('files', file, expiresAt),
  };
}
