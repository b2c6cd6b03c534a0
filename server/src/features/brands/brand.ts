import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { ourId } from '../../core/ids.ts';
import { VisibleText } from '../../lib/printable.ts';
import { type LogoFile, logoFields, toLogoFields } from '../media/index.ts';

export const Brand = z
  .object({
    id: ourId('brand'),
    name: z.string(),
    accounts_count: z.number().int(),
    created_at: z.string(),
    updated_at: z.string(),
    timezone: z.string().meta({ description: 'IANA zone; the workspace’s unless the brand has its own' }),
    ...logoFields,
    // Processes of the version before do not tell them.
    approval: z.boolean().optional().meta({ description: 'Its posts wait for somebody else’s approval' }),
    self_approval: z.boolean().optional().meta({ description: 'Authors may approve their own posts' }),
    livemode: z.boolean(),
  })
  .meta({ id: 'Brand' });

export const BrandName = VisibleText.min(1, 'must not be empty').max(200);

export interface BrandRow {
  id: string;
  name: string;
  accounts_count: number;
  created_at: Date;
  updated_at: Date;
  timezone: string;
  logo: LogoFile | null;
  approval: boolean;
  self_approval: boolean;
}

export async function toBrand(ctx: Pick<Context, 'files' | 'tenant'>, row: BrandRow): Promise<z.infer<typeof Brand>> {
  return {
    id: row.id,
    name: row.name,
    accounts_count: row.accounts_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    timezone: row.timezone,
    ...(await toLogoFields(ctx, row.logo)),
    approval: row.approval,
    self_approval: row.self_approval,
    livemode: ctx.tenant.mode === 'live',
  };
}
