import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { assertSound, componentErrors } from './check-template.ts';
import { findAccount } from './find-account.ts';
import { findTemplate, templateId } from './find-template.ts';
import { atPlatform } from './platform-answer.ts';
import { components, toComponents } from './template.ts';

export const editTemplate = defineOperation({
  name: 'edit_template',
  summary: 'Change a template, which is then approved anew; an approved one once a day',
  tag: 'WhatsApp',
  http: { method: 'put', path: '/v1/platforms/whatsapp/templates/{template_id}', status: 204 },
  scope: 'accounts:manage',
  input: z.strictObject({ ...templateId, components }),
  output: z.null(),

  async run(ctx, { template_id: id, components: given }) {
    assertSound(componentErrors(given));
    const { account } = await findTemplate(ctx, id);
    const { abilities } = await findAccount(ctx, account.id, 'templates');
    if (ctx.request.dryRun) return null;
    await atPlatform(ctx, account, 'components', (_connector, session) =>
      abilities.edit(session, id, toComponents(given)),
    );
    return ctx.commit(async () => null);
  },
});
