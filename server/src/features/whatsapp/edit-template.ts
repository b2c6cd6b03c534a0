import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { changeAccount } from './call-account.ts';
import { assertNoIssues, componentErrors } from './check-template.ts';
import { findAccount } from './find-account.ts';
import { findTemplate, templateId } from './find-template.ts';
import { components, exampleDefinition, toComponents } from './template.ts';

export const editTemplate = defineOperation({
  name: 'edit_template',
  summary: 'Update a template',
  description:
    'Replaces the components of a template, which WhatsApp then approves anew. WhatsApp takes one change of an approved template a day. Wrong components are 400 `invalid_request`; an unknown template is 404 `not_found`.',
  example: { input: { components: exampleDefinition.components } },
  tag: 'WhatsApp',
  http: { method: 'put', path: '/v1/platforms/whatsapp/templates/{template_id}', status: 204 },
  scope: 'accounts:manage',
  leaves: true,
  callsPlatform: true,
  input: z.strictObject({ ...templateId, components }),
  output: z.null(),

  async run(ctx, { template_id: id, components: changed }) {
    assertNoIssues(componentErrors(changed));
    const { account } = await findTemplate(ctx, id);
    const { abilities } = await findAccount(ctx, account.id, 'templates');
    if (ctx.request.dryRun) return null;
    await changeAccount(ctx, account, 'components', (session) => abilities.edit(session, id, toComponents(changed)));
    return ctx.commit(async () => null);
  },
});
