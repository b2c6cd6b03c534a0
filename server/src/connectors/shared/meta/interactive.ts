import { z } from 'zod';
import type { MessageInput } from '../../../core/messaging/messages.ts';
import { rejected } from '../rejected.ts';

const title = z.string().min(1).max(20);
const button = z
  .object({ type: z.enum(['url', 'postback']), title, url: z.url().optional(), payload: z.string().optional() })
  .refine(({ type, url }) => type !== 'url' || url !== undefined, 'a button of type url needs its url');
const card = z.object({
  title: z.string().min(1).max(80),
  subtitle: z.string().max(80).optional(),
  image_url: z.url().optional(),
  buttons: z.array(button).max(3).optional(),
});
const interactive = z.union([
  z.object({
    quick_replies: z
      .array(z.object({ title, payload: z.string().max(1000).optional() }))
      .min(1)
      .max(13),
  }),
  z.object({ buttons: z.array(button).min(1).max(3) }),
  z.object({ cards: z.array(card).min(1).max(10) }),
]);

const BUTTONS_TEXT_MAX = 640;

/** Quick replies, buttons or cards (contract, 11) in Meta's form; undefined for a plain message. */
export function interactiveMessage({ interactive: given, text }: MessageInput): Record<string, unknown> | undefined {
  if (given === undefined) return undefined;
  const parsed = interactive.safeParse(given);
  if (!parsed.success) throw rejected('interactive', 'These are no quick replies, buttons or cards that Meta takes.');
  if ('quick_replies' in parsed.data) {
    if (text === undefined || text === '') throw rejected('text', 'Quick replies need a text.');
    const quick_replies = parsed.data.quick_replies.map((reply) => ({
      content_type: 'text',
      title: reply.title,
      payload: reply.payload || reply.title,
    }));
    return { text, quick_replies };
  }
  if ('cards' in parsed.data) {
    const elements = parsed.data.cards.map(({ buttons, ...shown }) => ({
      ...shown,
      ...(buttons === undefined || buttons.length === 0 ? {} : { buttons: buttons.map(toButton) }),
    }));
    return template({ template_type: 'generic', elements });
  }
  if (text === undefined || text === '') throw rejected('text', 'Buttons need a text.');
  if ([...text].length > BUTTONS_TEXT_MAX)
    throw rejected('text', `A text with buttons has at most ${BUTTONS_TEXT_MAX} characters.`);
  return template({ template_type: 'button', text, buttons: parsed.data.buttons.map(toButton) });
}

/** Whether Meta lists the message as an attachment, where its text may be missing. */
export function isTemplate({ interactive: given }: MessageInput): boolean {
  return given !== undefined && !('quick_replies' in given);
}

function toButton({ type, title, url, payload }: z.output<typeof button>): Record<string, unknown> {
  return type === 'url' ? { type: 'web_url', title, url } : { type: 'postback', title, payload: payload || title };
}

function template(payload: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { attachment: { type: 'template', payload } };
}
