import { associatedDataOf as responseAssociatedData } from '../execute/idempotency.repository.ts';
import { credentialsAssociatedData, sharedLogins } from '../features/accounts/index.ts';
import { tokenAssociatedData } from '../features/invites/index.ts';
import { ownAppAssociatedData } from '../features/own-apps/index.ts';
import { platformApps } from '../features/platform-apps/index.ts';
import { endpointAssociatedData } from '../features/webhooks/index.ts';

type Row = Readonly<Record<string, string>>;

/** A column of encrypted values. An empty text is no value. */
export interface EncryptedColumn {
  readonly table: string;
  readonly column: string;
  /** The columns of the row's key. */
  readonly key: readonly string[];
  /** SQL condition of the rows with an encrypted value. Default: all rows. */
  readonly condition?: string;
  /** The data that is authenticated with the value. */
  readonly associatedDataOf: (row: Row) => string;
}

export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  {
    table: 'platform_apps',
    column: 'client_secret',
    key: ['world', 'platform', 'server'],
    associatedDataOf: ({ world = '', platform = '', server = '' }) =>
      platformApps.associatedDataOf(world, platform, server),
  },
  {
    table: 'accounts',
    column: 'credentials',
    key: ['tenant_id', 'id'],
    associatedDataOf: ({ tenant_id = '', id = '' }) => credentialsAssociatedData(tenant_id, id),
  },
  {
    table: 'revocations',
    column: 'credentials',
    key: ['tenant_id', 'id'],
    associatedDataOf: ({ tenant_id = '', id = '' }) => credentialsAssociatedData(tenant_id, id),
  },
  {
    table: 'shared_logins',
    column: 'credentials',
    key: ['tenant_id', 'platform', 'platform_id'],
    associatedDataOf: ({ tenant_id = '', platform = '', platform_id = '' }) =>
      sharedLogins.associatedDataOf(tenant_id, platform, platform_id),
  },
  {
    table: 'own_apps',
    column: 'credentials',
    key: ['tenant_id', 'platform', 'brand_id'],
    associatedDataOf: ({ tenant_id = '', brand_id = '' }) => ownAppAssociatedData(tenant_id, brand_id),
  },
  {
    table: 'invites',
    column: 'token',
    key: ['tenant_id', 'id'],
    associatedDataOf: ({ tenant_id = '', id = '' }) => tokenAssociatedData(tenant_id, id),
  },
  ...(['secret', 'previous_secrets', 'header_values'] as const).map((column) => ({
    table: 'webhook_endpoints',
    column,
    key: ['tenant_id', 'id'],
    associatedDataOf: ({ tenant_id = '', id = '' }: Row) => endpointAssociatedData(tenant_id, id, column),
  })),
  {
    table: 'idempotency_keys',
    column: 'body',
    key: ['tenant_id', 'scope', 'key'],
    condition: 'is_sealed and body is not null',
    associatedDataOf: ({ tenant_id: tenantId = '', scope = '', key = '' }) =>
      responseAssociatedData({ tenantId, scope, key }),
  },
];
