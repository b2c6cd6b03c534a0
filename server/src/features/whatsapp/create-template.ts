import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { changeAccount } from './call-account.ts';
import { assertNoIssues, templateErrors } from './check-template.ts';
import { findAccount } from './find-account.ts';
import { exampleDefinition, templateFields, toComponents } from './template.ts';

export const createTemplate = defineOperation({
  name: 'create_template',
  summary: 'Create a template',
  description:
    'Submits a template to WhatsApp, whose people approve or reject it; `status` tells the state. It is free. A template that `POST /v1/platforms/whatsapp/templates/validate` finds wrong is 400 `invalid_request` and not submitted; a name that exists is 409 `conflict`. When the response of WhatsApp is lost, the answer is 502 `platform_error`: look before you repeat it.',
  example: { input: exampleDefinition, output: { id: 'example-template', status: 'PENDING' } },
  tag: 'WhatsApp',
  http: { method: 'post', path: '/v1/platforms/whatsapp/accounts/{account_id}/templates', status: 201 },
  scope: 'accounts:manage',
  leaves: true,
  callsPlatform: true,
  input: z.strictObject({ account_id: z.string().min(1).max(200), ...templateFields }),
  output: z.object({ id: z.string(), status: z.string(), category: z.string() }),

  async run(ctx, { account_id: id, ...template }) {
    const { account, abilities } = await findAccount(ctx, id, 'templates');
    assertNoIssues(templateErrors(template));
    if (ctx.request.dryRun) return { id: '', status: '', category: template.category };
    const submitted = { ...template, components: toComponents(template.components) };
    const created = await changeAccount(ctx, account, 'components', (session) => abilities.create(session, submitted));
    return ctx.commit(async () => ({ ...created }));
  },
});
