import { z } from 'zod';
import { invalid } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { changeAccount } from './call-account.ts';
import { findAccount } from './find-account.ts';
import { exampleDefinition } from './template.ts';

export const deleteTemplate = defineOperation({
  name: 'delete_template',
  summary: 'Delete a template',
  description:
    'Deletes a template by its name, in every language, which cannot be undone. WhatsApp reserves the name for 30 days. A name that WhatsApp does not know is 404 `not_found`.',
  example: { input: { name: exampleDefinition.name } },
  tag: 'WhatsApp',
  http: { method: 'delete', path: '/v1/platforms/whatsapp/accounts/{account_id}/templates', status: 204 },
  scope: 'accounts:manage',
  leaves: true,
  callsPlatform: true,
  input: z.strictObject({
    account_id: z.string().min(1).max(200),
    name: z.string().min(1).max(512),
  }),
  output: z.null(),

  async run(ctx, { account_id: id, name }) {
    const { account, abilities } = await findAccount(ctx, id, 'templates');
    if (!/^[a-z0-9_]+$/.test(name))
      throw invalid('name', 'The name of a template has lower-case letters, digits and underscores only.');
    if (ctx.request.dryRun) return null;
    await changeAccount(ctx, account, 'name', (session) => abilities.remove(session, name));
    return ctx.commit(async () => null);
  },
});
