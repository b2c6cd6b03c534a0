import type { FileLinks, StoredFile } from './core/files.ts';
import type { LinkSigner } from './lib/link-signer.ts';

/** What an address of ours says, before it is believed. */
export interface FileAddress {
  readonly tenantId: string;
  readonly id: string;
  /** Seconds since 1970. */
  readonly expires: string;
  readonly signature: string;
}

/** Addresses that this service answers itself. */
export function createFileLinks(signer: LinkSigner, publicUrl: (path: string) => string): FileLinks {
  const address = (word: 'uploads' | 'files', { tenantId, id, filename }: StoredFile, expiresAt: Date) => {
    const expires = String(Math.floor(expiresAt.getTime() / 1000));
    const signature = signer.sign([word, tenantId, id, expires]);
    const name = word === 'files' ? `/${encodeURIComponent(filename)}` : '';
    return publicUrl(`/media/${word}/${tenantId}/${id}${name}?expires=${expires}&signature=${signature}`);
  };
  return {
    upload: async (file, expiresAt) => address('uploads', file, expiresAt),
    download: async (file, expiresAt) => address('files', file, expiresAt),
  };
}

/** Whether the address is one of ours and has not ended. */
export function refusalOfAddress(
  signer: LinkSigner,
  word: 'uploads' | 'files',
  { tenantId, id, expires, signature }: FileAddress,
): 'forged' | 'expired' | undefined {
  if (!signer.isSigned([word, tenantId, id, expires], signature)) return 'forged';
  return Number(expires) * 1000 <= Date.now() ? 'expired' : undefined;
}
