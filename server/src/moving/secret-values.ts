import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { Vault } from '../core/tools.ts';
import type { Credentials } from '../features/accounts/index.ts';
import { hashToken } from '../features/invites/index.ts';
import { newWebhookSecret } from '../features/webhooks/index.ts';
import { passphraseFault } from '../lib/passphrase.ts';
import { ENCRYPTED_COLUMNS, type EncryptedColumn } from '../secrets/encrypted-columns.ts';
import { createVault } from '../secrets/vault.ts';
import { type Manifest, MoveError } from './archive.ts';

export type Fields = Readonly<Record<string, unknown>>;
type Texts = Readonly<Record<string, string>>;

/** 128 MB of memory and a third of a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const CHECK = 'hubbub workspace archive';

export function encryptedColumnsOf(table: string): EncryptedColumn[] {
  return ENCRYPTED_COLUMNS.filter((column) => column.table === table);
}

/** The vault of a new archive, and what its manifest says about it. */
export async function newArchiveVault(
  passphrase: string,
): Promise<{ vault: Vault; secrets: NonNullable<Manifest['secrets']> }> {
  const fault = passphraseFault(passphrase);
  if (fault !== undefined) throw new MoveError(fault);
  const salt = randomBytes(16).toString('base64url');
  const vault = await archiveVault(passphrase, salt);
  return { vault, secrets: { salt, check: vault.encrypt(CHECK, CHECK) } };
}

/** @throws MoveError for a wrong passphrase */
export async function openArchiveVault(
  passphrase: string,
  { salt, check }: NonNullable<Manifest['secrets']>,
): Promise<Vault> {
  const vault = await archiveVault(passphrase, salt);
  try {
    vault.decrypt(check, CHECK);
  } catch {
    throw new MoveError('The passphrase is not the one of this archive.');
  }
  return vault;
}

async function archiveVault(passphrase: string, salt: string): Promise<Vault> {
  const derive = promisify(scrypt) as (
    secret: string,
    salt: Buffer,
    length: number,
    options: typeof COST,
  ) => Promise<Buffer>;
  return createVault(await derive(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64url'), 32, COST));
}

/** Encrypts the values of a row with another vault. */
export function reencrypted(table: string, values: Texts, key: Texts, from: Vault, to: Vault): Texts {
  return Object.fromEntries(
    encryptedColumnsOf(table)
      .filter(({ column }) => values[column] !== undefined)
      .map(({ column, associatedDataOf }) => {
        const data = associatedDataOf(key);
        return [column, to.encrypt(from.decrypt(values[column] as string, data), data)];
      }),
  );
}

/** The reason that an account shows after its tokens stayed behind. */
const TOKENS_STAYED = 'The workspace was moved without its access. Connect the account again.';

/**
 * The fields of a row in an archive without secrets: what is left of its encrypted values. null in a field: the import
 * makes a new secret. Undefined: the row is of no use without its secret and stays behind.
 */
export function withoutSecrets(table: string, values: Texts, key: Texts, vault: Vault): Fields | undefined {
  if (Object.keys(values).length === 0) return {};
  if (table === 'webhook_endpoints') return { secret: null, previous_secrets: '', header_values: '', header_names: [] };
  if (table === 'invites') return { token: null };
  if (table !== 'accounts' && table !== 'shared_logins') return undefined;
  const [column] = encryptedColumnsOf(table);
  const plain = JSON.parse(vault.decrypt(values.credentials ?? '', column?.associatedDataOf(key) ?? '')) as Credentials;
  const left: Credentials = {
    ...plain,
    tokens: { accessToken: '' },
    app: { clientId: plain.app.clientId, clientSecret: '' },
  };
  const credentials = JSON.stringify(left);
  return table === 'accounts'
    ? { credentials, status: 'reconnect_required', reconnect_reason: TOKENS_STAYED, token_expires_at: null }
    : { credentials };
}

/** The fields with which a row of an archive without secrets is written: new secrets, and the rest encrypted. */
export function renewed(table: string, row: Fields, vault: Vault): Fields {
  const made: Record<string, unknown> = {};
  if (table === 'webhook_endpoints') {
    made.secret = newWebhookSecret();
    made.secret_hint = String(made.secret).slice(-4);
  }
  if (table === 'invites') {
    const token = randomBytes(24).toString('base64url');
    made.token = token;
    made.token_hash = `\\x${hashToken(token).toString('hex')}`;
  }
  for (const { column, associatedDataOf } of encryptedColumnsOf(table)) {
    const value = made[column] ?? row[column];
    if (isSealed(table, row) && typeof value === 'string' && value !== '')
      made[column] = vault.encrypt(value, associatedDataOf(row as Texts));
  }
  return made;
}

/** Only stored responses with a secret are encrypted. */
function isSealed(table: string, row: Fields): boolean {
  return table !== 'idempotency_keys' || row.is_sealed === true;
}
