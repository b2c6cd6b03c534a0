import { z } from 'zod';
import { ActorShape, SCOPES } from '../../core/actor.ts';
import { type ApiError, conflict, notFound } from '../../core/errors.ts';
import { ourId } from '../../core/ids.ts';
import { Instant } from '../../core/instant.ts';
import type { Tenant } from '../../core/tenant.ts';
import { previewOf } from '../../lib/api-key.ts';
import { compact } from '../../lib/compact.ts';
import { isAddressOrBlock } from '../../lib/ip-address.ts';
import { VisibleText } from '../../lib/printable.ts';
import { secret } from '../../lib/secret-fields.ts';
import type { KeyRow, KeyWithSecret } from './key.repository.ts';

const BRANDS_MAX = 1000;
const ADDRESSES_MAX = 20;

export const KeyId = z.string().min(1).max(200);

/** What a caller says of a key. Scopes and brands are checked apart, because their errors have codes of their own. */
export const KeyFields = {
  name: VisibleText.min(1, 'must not be empty').max(100).meta({ description: 'For people' }),
  scopes: z
    .array(
      z
        .string()
        .max(200)
        .meta({ wire: { type: 'string', enum: SCOPES } }),
    )
    .max(100)
    .optional()
    .meta({ description: 'What the key may do; empty: everything' }),
  brand_ids: z
    .array(z.string().max(200))
    .max(BRANDS_MAX)
    .optional()
    .meta({ description: 'The brands that the key reaches; empty: all' }),
  expires_at: Instant.nullable().optional().meta({ description: 'When the key ends by itself; null: never' }),
  allowed_ips: z
    .array(
      z
        .string()
        .refine(
          isAddressOrBlock,
          'must be an address or a CIDR block, such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32',
        ),
    )
    .max(ADDRESSES_MAX)
    .optional()
    .meta({ description: 'Addresses and CIDR blocks that the key may be used from; empty: any' }),
};

/** What a caller says of what a key may do alone. */
export const TrustFields = {
  sending: z
    .enum(['direct', 'held'])
    .optional()
    .meta({ description: 'held: what the key would publish or answer waits for a person. Default: direct' }),
  can_approve: z.boolean().optional().meta({ description: 'May decide about what waits. Default: false' }),
  agents_direct: z.boolean().optional().meta({ description: 'Agents that use the key may send alone. Default: false' }),
};

const EXAMPLE_KEY = `hub_live_${'0'.repeat(59)}`;
export const exampleKey = { name: 'Website of Harbour Café', preview: previewOf(EXAMPLE_KEY) };

export const Key = z
  .object({
    id: ourId('key'),
    name: z.string(),
    preview: z.string().meta({ description: 'The key, shortened' }),
    is_active: z.boolean().meta({ description: 'false: revoked or expired' }),
    scopes: z.array(z.string()).meta({ description: 'Empty: everything' }),
    brand_ids: z.array(z.string()).meta({ description: 'Empty: all' }),
    allowed_ips: z.array(z.string()).meta({ description: 'Empty: any' }),
    sending: z.enum(['direct', 'held']),
    can_approve: z.boolean(),
    agents_direct: z.boolean(),
    expires_at: z.string().optional(),
    last_used_at: z.string().optional().meta({ description: 'Noted once a minute' }),
    created_at: z.string(),
    created_by: ActorShape.optional(),
    changed_by: ActorShape.optional(),
    livemode: z.boolean(),
  })
  .meta({ id: 'ApiKey', example: exampleKey });

/** A key with its secret. */
export const NewKey = Key.extend({
  raw_key: secret(z.string().meta({ description: 'The key itself; shown this once. A dry run makes none' })).optional(),
  message: z.string(),
}).meta({
  id: 'NewApiKey',
  example: { ...exampleKey, raw_key: EXAMPLE_KEY, message: 'Store the key now; it is not shown again.' },
});

export function toKey(row: KeyRow, livemode: boolean): z.infer<typeof Key> {
  return compact({
    id: row.id,
    name: row.name,
    preview: row.preview,
    is_active: row.state === 'active',
    scopes: [...row.scopes],
    brand_ids: [...row.brand_ids],
    allowed_ips: [...row.allowed_ips],
    sending: row.sending,
    can_approve: row.can_approve,
    agents_direct: row.agents_direct,
    expires_at: row.expires_at?.toISOString(),
    last_used_at: row.last_used_at?.toISOString(),
    created_at: row.created_at.toISOString(),
    created_by: row.created_by ?? undefined,
    changed_by: row.changed_by ?? undefined,
    livemode,
  });
}

export function toNewKey({ row, rawKey }: KeyWithSecret, { livemode, dryRun }: { livemode: boolean; dryRun: boolean }) {
  const key = toKey(row, livemode);
  if (dryRun) return { ...key, message: 'Dry run: nothing was saved.' };
  return { ...key, raw_key: rawKey, message: 'Store the key now; it is not shown again.' };
}

/** 404 for a key that is not there, 409 for one that was revoked. */
export function assertUsable(row: KeyRow | undefined, id: string): asserts row is KeyRow {
  if (row === undefined) throw notFound('key', id);
  if (row.state === 'revoked') throw unusable(row.id, 'This key was revoked for ever. Make a new one.');
}

/** 409 for a key whose state does not allow the change. */
export function unusable(id: string, message: string): ApiError {
  return conflict(message, { resource: 'key', id });
}

/** Says how to get back in when no key without restrictions works any more. */
export function lockedOutMessage({ workspaceId, mode }: Pick<Tenant, 'workspaceId' | 'mode'>): string {
  const command = `npm run hubbub -- keys create --workspace ${workspaceId} --mode ${mode}`;
  return `No key without restrictions works here any more, so none can manage keys. The operator makes one with: ${command}`;
}
