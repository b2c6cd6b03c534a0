import { z } from 'zod';
import type { Components, Template as PlatformTemplate } from '../../core/messaging/business-messaging.ts';

const example = z.union([z.record(z.string(), z.unknown()), z.array(z.string().max(2000)).max(20)]);

const Button = z
  .strictObject({
    type: z.enum(['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE']),
    text: z.string().max(2000).optional(),
    url: z.string().max(2000).optional(),
    phone_number: z.string().max(50).optional(),
    example: z.union([example, z.string().max(2000)]).optional(),
  })
  .meta({ id: 'TemplateButton' });

const Component = z
  .strictObject({
    type: z.enum(['HEADER', 'BODY', 'FOOTER', 'BUTTONS']),
    format: z.enum(['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT']).optional().meta({ description: 'HEADER only' }),
    text: z.string().max(5000).optional(),
    example: example.optional().meta({ description: 'Samples for the placeholders, in WhatsApp’s format' }),
    buttons: z.array(Button).max(20).optional(),
  })
  .meta({ id: 'TemplateComponent' });
export type ComponentDef = z.output<typeof Component>;

export const components = z.array(Component).min(1).max(10);

/** The rules beyond types are in `check-template.ts`, so that validation reports every issue. */
export const templateFields = {
  name: z.string().max(1000).meta({ description: 'Lower-case letters, digits and underscores' }),
  language: z.string().max(50).meta({ description: 'Such as en_US' }),
  category: z.enum(['MARKETING', 'UTILITY', 'AUTHENTICATION']),
  components,
};
export type TemplateDef = z.output<z.ZodObject<typeof templateFields>>;

export const exampleDefinition = {
  name: 'order_ready',
  components: [
    { type: 'BODY', text: 'Hello {{1}}, your cake is ready to be picked up.', example: { body_text: [['Maya']] } },
  ],
};

export const Template = z
  .object({
    id: z.string(),
    name: z.string(),
    language: z.string(),
    category: z.string(),
    status: z.string().meta({ description: 'PENDING, then APPROVED or REJECTED; also PAUSED, DISABLED' }),
    components: z.array(z.record(z.string(), z.unknown())),
    livemode: z.boolean(),
  })
  .meta({ id: 'Template', example: { ...exampleDefinition, id: 'example-template', status: 'APPROVED' } });

export function toTemplate(
  { components: parts, ...rest }: PlatformTemplate,
  livemode: boolean,
): z.infer<typeof Template> {
  return { ...rest, components: parts.map((part) => ({ ...part })), livemode };
}

/** In the platform's form, without undefined fields. */
export function toComponents(components: readonly ComponentDef[]): Components {
  return JSON.parse(JSON.stringify(components)) as Components;
}
