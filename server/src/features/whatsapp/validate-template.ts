import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { templateErrors, templateWarnings } from './check-template.ts';
import { exampleDefinition, templateFields } from './template.ts';

const Issue = z
  .object({
    component_index: z.number().int().optional(),
    field: z.string(),
    message: z.string(),
  })
  .meta({ id: 'TemplateIssue' });

export const validateTemplate = defineOperation({
  name: 'validate_template',
  summary: 'Validate a template',
  description:
    'Checks a template by the rules of WhatsApp that are known, without a call and without submitting it. A template with errors answers 200 with `valid: false`. It is free. WhatsApp may still reject what is valid here.',
  example: { input: exampleDefinition },
  tag: 'WhatsApp',
  http: { method: 'post', path: '/v1/platforms/whatsapp/templates/validate', status: 200 },
  scope: 'accounts:read',
  changes: false,
  leaves: false,
  input: z.strictObject(templateFields),
  output: z.object({ valid: z.boolean(), errors: z.array(Issue), warnings: z.array(Issue) }),

  async run(_ctx, template) {
    const errors = templateErrors(template);
    return { valid: errors.length === 0, errors, warnings: templateWarnings(template) };
  },
});
