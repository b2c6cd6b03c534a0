import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { findTemplate, templateId } from './find-template.ts';
import { Template, toTemplate } from './template.ts';

export const getTemplate = defineOperation({
  name: 'get_template',
  summary: 'Get a template',
  description:
    'Reads a template from WhatsApp by its id there. `status` tells whether it is approved. It is free. An unknown template is 404 `not_found`; without a connected account the answer is 404 `account_not_found`.',
  tag: 'WhatsApp',
  http: { method: 'get', path: '/v1/platforms/whatsapp/templates/{template_id}', status: 200 },
  scope: 'accounts:read',
  callsPlatform: true,
  input: z.strictObject(templateId),
  output: Template,

  async run(ctx, { template_id: id }) {
    const { template } = await findTemplate(ctx, id);
    return toTemplate(template, ctx.tenant.mode === 'live');
  },
});
