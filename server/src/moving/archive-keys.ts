import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Vault } from '../core/tools.ts';
import { keyOfPassphrase, passphraseFault } from '../lib/passphrase.ts';
import { createVault } from '../secrets/vault.ts';
import { type Manifest, MoveError } from './archive.ts';
import type { CheckedArchive } from './read-archive.ts';

const CHECK = 'hubbub workspace archive';

/** The keys that come from the passphrase of an archive. */
export interface ArchiveKeys {
  /** Encrypts the secrets in the archive. */
  readonly vault: Vault;
  /** The MAC of the manifest. */
  readonly macOf: (manifest: Buffer) => string;
}

/** The keys of a new archive, and the facts about them for its manifest. @throws MoveError for a weak passphrase */
export async function newArchiveKeys(
  passphrase: string,
): Promise<ArchiveKeys & { readonly facts: NonNullable<Manifest['passphrase']> }> {
  const fault = passphraseFault(passphrase);
  if (fault !== undefined) throw new MoveError(fault);
  const salt = randomBytes(16).toString('base64url');
  const keys = await keysOf(passphrase, salt);
  return { ...keys, facts: { salt, check: keys.vault.encrypt(CHECK, CHECK) } };
}

/** The means by which an import proves the origin of an archive. */
export interface Proof {
  /** Called only for an archive that has one. */
  readonly passphrase: () => Promise<string>;
  /** Whether the operator vouches for an archive without a passphrase. */
  readonly takesUnauthenticated: boolean;
}

/**
 * Compares the MAC of an archive and returns its keys; undefined for an archive without a passphrase. The operator must
 * vouch for that one, because an attacker can also remove the MAC and the passphrase. @throws MoveError
 */
export async function authenticate(
  { manifest, raw, mac }: CheckedArchive,
  { passphrase, takesUnauthenticated }: Proof,
): Promise<ArchiveKeys | undefined> {
  if (manifest.passphrase === null) {
    if (!takesUnauthenticated)
      throw new MoveError(
        'The archive is not authenticated: it was exported without a passphrase, or somebody changed it. Add --unauthenticated only if nobody else can have written the file.',
      );
    if (mac !== '' || manifest.has_secrets)
      throw new MoveError('The archive was changed: it has a MAC or secrets, but no passphrase.');
    return undefined;
  }
  const { salt, check } = manifest.passphrase;
  const keys = await keysOf(await passphrase(), salt);
  try {
    keys.vault.decrypt(check, CHECK);
  } catch {
    throw new MoveError('The passphrase is not the one of this archive.');
  }
  const [found, wanted] = [Buffer.from(mac), Buffer.from(keys.macOf(raw))];
  if (found.length !== wanted.length || !timingSafeEqual(found, wanted))
    throw new MoveError('The archive was changed after its export: its MAC does not fit its contents.');
  return keys;
}

async function keysOf(passphrase: string, salt: string): Promise<ArchiveKeys> {
  const master = await keyOfPassphrase(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64url'));
  const macKey = Buffer.from(hkdfSync('sha256', master, '', 'hubbub archive mac', 32));
  return {
    vault: createVault(master),
    macOf: (manifest) => createHmac('sha256', macKey).update(manifest).digest('hex'),
  };
}
