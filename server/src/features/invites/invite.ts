import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { ourId } from '../../core/ids.ts';
import { PlatformWord } from '../../core/platforms.ts';
import { secret } from '../../lib/secret-fields.ts';

const EXAMPLE_TOKEN = 'dGhpcyBpcyBubyByZWFsIHRva2Vu';

export const Invite = z
  .object({
    id: ourId('inv'),
    platform: PlatformWord,
    brand_id: z.string(),
    account_id: z
      .string()
      .optional()
      .meta({ description: 'The account that it connects again; absent: it connects a new one' }),
    token: secret(z.string()),
    url: secret(z.string().meta({ description: 'Send it to the owner of the account; it works once' })),
    is_active: z.boolean(),
    status: z.enum(['active', 'used', 'expired', 'revoked']),
    expires_at: z.string(),
    created_at: z.string(),
    livemode: z.boolean(),
  })
  .meta({
    id: 'Invite',
    example: {
      token: EXAMPLE_TOKEN,
      url: `https://hubbub.example.com/invite/${EXAMPLE_TOKEN}`,
      expires_at: '2027-01-08T09:00:00.000Z',
    },
  });

export interface InviteRow {
  id: string;
  brand_id: string;
  account_id: string | null;
  platform: string;
  /** Encrypted. */
  token: string;
  status: 'active' | 'used' | 'expired' | 'revoked';
  expires_at: Date;
  created_at: Date;
}

/** An invite that somebody opened. */
export interface FoundInvite extends InviteRow {
  tenant_id: string;
  /** The account that it connects again, as `@name`. */
  account_name: string | null;
}

export function toInvite(ctx: Pick<Context, 'tenant' | 'vault' | 'platforms'>, row: InviteRow): z.infer<typeof Invite> {
  const token = tokenOf(ctx, row);
  return {
    id: row.id,
    platform: row.platform,
    brand_id: row.brand_id,
    ...(row.account_id === null ? {} : { account_id: row.account_id }),
    token,
    url: ctx.platforms.publicUrl(`/invite/${token}`),
    is_active: row.status === 'active',
    status: row.status,
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
    livemode: ctx.tenant.mode === 'live',
  };
}

/** The token of an invite's link. */
export function tokenOf({ vault, tenant }: Pick<Context, 'tenant' | 'vault'>, row: InviteRow): string {
  return vault.decrypt(row.token, tokenAssociatedData(tenant.id, row.id));
}

export function tokenAssociatedData(tenantId: string, id: string): string {
  return `${tenantId}|invites|${id}|token`;
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
