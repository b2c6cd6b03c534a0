import { z } from 'zod';
import { missing } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { assertLogo, LogoChoice } from '../media/index.ts';
import * as profiles from './profile.repository.ts';
import { knownZone, TimeZoneName } from './time-zone.ts';
import { toWorkspace, Workspace, WorkspaceName } from './workspace.ts';

export const updateWorkspace = defineOperation({
  name: 'update_workspace',
  summary: 'Update the workspace',
  description:
    "Changes the name, time zone or logo that pages for your customers show. Brands without a zone of their own follow the workspace's. Live and test are changed apart. An unknown zone or a logo that is no stored image is 400 `invalid_request`, a body without fields 400 `missing_metadata`.",
  example: { input: { timezone: 'Europe/Lisbon' }, output: { timezone: 'Europe/Lisbon' } },
  tag: 'Workspace',
  http: { method: 'patch', path: '/v1/workspace', status: 200 },
  scope: 'admin',
  leaves: false,
  input: z.strictObject({
    name: WorkspaceName.optional(),
    timezone: TimeZoneName.optional(),
    logo_media_id: LogoChoice.optional(),
  }),
  output: Workspace,

  async run(ctx, { name, timezone: zone, logo_media_id: logoMediaId }) {
    if (name === undefined && zone === undefined && logoMediaId === undefined)
      throw missing('name', 'Send name, timezone or logo_media_id.');
    const timezone = zone === undefined ? undefined : await knownZone(zone);
    await assertLogo(ctx, logoMediaId);
    return ctx.commit(async (tx) =>
      toWorkspace(ctx, await profiles.update(tx, ctx.tenant.id, { name, timezone, logoMediaId })),
    );
  },
});
