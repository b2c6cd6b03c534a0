import type { Vault } from '../../../core/tools.ts';

/** The encrypted parts of an endpoint, as they lie in its row. */
export interface Sealed {
  readonly secret: string;
  /** Empty when none is valid. */
  readonly previous_secrets: string;
  readonly header_names: readonly string[];
  readonly header_values: string;
}

/** The secrets that sign a message to an endpoint, and its further headers. */
export interface EndpointKeys {
  readonly secret: string;
  /** Earlier secrets that are still valid, newest first. */
  readonly previousSecrets: readonly string[];
  /** The owner's own, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

type SealedColumn = 'secret' | 'previous_secrets' | 'header_values';

/** The associated data of an endpoint's encrypted column. */
export function endpointAssociatedData(tenantId: string, id: string, column: SealedColumn): string {
  return `${tenantId}|webhook_endpoints|${id}|${column}`;
}

/** Encrypts and decrypts the columns of one endpoint. */
export function sealOf(vault: Vault, tenantId: string, id: string) {
  const of = (column: SealedColumn) => endpointAssociatedData(tenantId, id, column);
  const sealList = (column: SealedColumn, values: readonly string[]) =>
    values.length === 0 ? '' : vault.encrypt(JSON.stringify(values), of(column));
  const openList = (column: SealedColumn, sealed: string): string[] =>
    sealed === '' ? [] : JSON.parse(vault.decrypt(sealed, of(column)));
  return {
    secret: (plain: string) => vault.encrypt(plain, of('secret')),
    previousSecrets: (secrets: readonly string[]) => sealList('previous_secrets', secrets),
    headers: (headers: Readonly<Record<string, string>>) => ({
      header_names: Object.keys(headers),
      header_values: sealList('header_values', Object.values(headers)),
    }),
    open(sealed: Sealed): EndpointKeys {
      const values = openList('header_values', sealed.header_values);
      return {
        secret: vault.decrypt(sealed.secret, of('secret')),
        previousSecrets: openList('previous_secrets', sealed.previous_secrets),
        headers: Object.fromEntries(sealed.header_names.map((name, at) => [name, values[at] as string])),
      };
    },
  };
}
