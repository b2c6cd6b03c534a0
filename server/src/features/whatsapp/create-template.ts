import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { changeAtPlatform } from './call-account.ts';
import { assertNoIssues, templateErrors } from './check-template.ts';
import { findAccount } from './find-account.ts';
import { templateFields, toComponents } from './template.ts';

export const createTemplate = defineOperation({
  name: 'create_template',
  summary: 'Submit a template for approval',
  tag: 'WhatsApp',
  http: { method: 'post', path: '/v1/platforms/whatsapp/accounts/{account_id}/templates', status: 201 },
  scope: 'accounts:manage',
  callsPlatform: true,
  input: z.strictObject({ account_id: z.string().min(1).max(200), ...templateFields }),
  output: z.object({ id: z.string(), status: z.string(), category: z.string() }),

  async run(ctx, { account_id: id, ...template }) {
    const { account, abilities } = await findAccount(ctx, id, 'templates');
    assertNoIssues(templateErrors(template));
    if (ctx.request.dryRun) return { id: '', status: '', category: template.category };
    const submitted = { ...template, components: toComponents(template.components) };
    const created = await changeAtPlatform(ctx, account, 'components', (session) =>
      abilities.create(session, submitted),
    );
    return ctx.commit(async () => ({ ...created }));
  },
});
