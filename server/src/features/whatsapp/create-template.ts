import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { assertSound, templateErrors } from './check-template.ts';
import { findAccount } from './find-account.ts';
import { atPlatform } from './platform-answer.ts';
import { templateFields, toComponents } from './template.ts';

export const createTemplate = defineOperation({
  name: 'create_template',
  summary: 'Hand a template in for approval',
  tag: 'WhatsApp',
  http: { method: 'post', path: '/v1/platforms/whatsapp/accounts/{account_id}/templates', status: 201 },
  scope: 'accounts:manage',
  input: z.strictObject({ account_id: z.string().min(1).max(200), ...templateFields }),
  output: z.object({ id: z.string(), status: z.string(), category: z.string() }),

  async run(ctx, { account_id: id, ...template }) {
    const { account, abilities } = await findAccount(ctx, id, 'templates');
    assertSound(templateErrors(template));
    if (ctx.request.dryRun) return { id: '', status: '', category: template.category };
    const wish = { ...template, components: toComponents(template.components) };
    const made = await atPlatform(ctx, account, 'components', (_connector, session) => abilities.create(session, wish));
    return ctx.commit(async () => ({ ...made }));
  },
});
