import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { logoFields, toLogoFields } from '../media/index.ts';
import type { ProfileRow } from './profile.repository.ts';

export const Workspace = z.object({
  id: z.string(),
  name: z.string().meta({ description: 'As pages for customers show it' }),
  timezone: z.string().meta({ description: 'IANA zone, such as Europe/Berlin' }),
  ...logoFields,
  livemode: z.boolean(),
});

export async function toWorkspace(
  ctx: Pick<Context, 'files' | 'tenant'>,
  { name, timezone, logo }: ProfileRow,
): Promise<z.infer<typeof Workspace>> {
  const { workspaceId: id, mode } = ctx.tenant;
  return { id, name, timezone, ...(await toLogoFields(ctx, logo)), livemode: mode === 'live' };
}
