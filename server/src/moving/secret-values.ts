import { randomBytes } from 'node:crypto';
import type { Vault } from '../core/tools.ts';
import type { Credentials } from '../features/accounts/index.ts';
import { hashToken } from '../features/invites/index.ts';
import { newWebhookSecret } from '../features/webhooks/index.ts';
import { ENCRYPTED_COLUMNS, type EncryptedColumn } from '../secrets/encrypted-columns.ts';

export type Fields = Readonly<Record<string, unknown>>;
type Texts = Readonly<Record<string, string>>;

export function encryptedColumnsOf(table: string): EncryptedColumn[] {
  return ENCRYPTED_COLUMNS.filter((column) => column.table === table);
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
