import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { exampleId } from '../../core/example.ts';
import { VisibleText } from '../../lib/printable.ts';
import { logoFields, toLogoFields } from '../media/index.ts';
import type { ProfileRow } from './profile.repository.ts';

export const WorkspaceName = VisibleText.min(1, 'must not be empty').max(200);

export const Workspace = z
  .object({
    id: z.string(),
    name: z.string().meta({ description: 'As pages for customers show it' }),
    timezone: z.string().meta({ description: 'IANA zone, such as Europe/Berlin' }),
    ...logoFields,
    livemode: z.boolean(),
    held: z
      .object({ since: z.string(), reason: z.enum(['restore', 'import', 'export']) })
      .nullable()
      .meta({
        description:
          'Why nothing of the workspace is published or delivered for now: a restore, an import or an export; null: nothing holds it',
      }),
  })
  .meta({ id: 'Workspace', example: { id: exampleId('ws'), name: 'Harbour Agency', held: null } });

export async function toWorkspace(
  ctx: Pick<Context, 'files' | 'tenant'>,
  { name, timezone, logo }: ProfileRow,
): Promise<z.infer<typeof Workspace>> {
  const { workspaceId: id, mode, suspension } = ctx.tenant;
  return {
    id,
    name,
    timezone,
    ...(await toLogoFields(ctx, logo)),
    livemode: mode === 'live',
    held: suspension && { reason: suspension.reason, since: suspension.since.toISOString() },
  };
}
