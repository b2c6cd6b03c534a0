import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { MasterKeys } from './vault.ts';

/** Signs the parts of an address, so that it works without an API key until it expires. */
export interface LinkSigner {
  /** `expires`: seconds since 1970. */
  sign(parts: readonly string[], expires: string): string;
  /** Why a signed address is invalid, or undefined when it is valid. */
  faultOf(parts: readonly string[], expires: string, signature: string): 'forged' | 'expired' | undefined;
}

/** Signs with the first of the keys. Signatures of all keys are valid. */
export function createLinkSigner(keys: Buffer | MasterKeys): LinkSigner {
  const masters = () => (Buffer.isBuffer(keys) ? [keys] : keys());
  const signatureOf = (master: Buffer, parts: readonly string[]) =>
    createHmac('sha256', Buffer.from(hkdfSync('sha256', master, '', 'hubbub links', 32)))
      .update(JSON.stringify(parts))
      .digest('base64url');
  return {
    sign(parts, expires) {
      const [current] = masters();
      if (current === undefined) throw new Error('there is no key to sign with');
      return signatureOf(current, [...parts, expires]);
    },
    faultOf(parts, expires, signature) {
      const given = Buffer.from(signature);
      const isSigned = masters().some((master) => {
        const wanted = Buffer.from(signatureOf(master, [...parts, expires]));
        return wanted.length === given.length && timingSafeEqual(wanted, given);
      });
      if (!isSigned) return 'forged';
      return Number(expires) * 1000 <= Date.now() ? 'expired' : undefined;
    },
  };
}
