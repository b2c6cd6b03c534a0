import { z } from 'zod';
import type { Content } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import { checkedOptions } from '../platform-call.ts';

/** `platform_data` for Telegram: https://core.telegram.org/bots/api#sendmessage */
export const options = z.strictObject({
  /** How the text is written; plain without it. */
  parse_mode: z.enum(['HTML', 'MarkdownV2']).optional(),
  /** Arrives without a sound. */
  disable_notification: z.boolean().optional(),
  /** Cannot be forwarded or saved. */
  protect_content: z.boolean().optional(),
  /** Shows no preview of the first link. */
  disable_link_preview: z.boolean().optional(),
});

export type Options = z.output<typeof options>;

/** The content's options, which were checked when the post was accepted. */
export function optionsOf(content: Content): Options {
  const checked = checkedOptions(options, content);
  if (content.visibility !== undefined && content.visibility !== 'public') {
    throw new PlatformError('rejected', `Telegram has no visibility ${content.visibility}.`, { field: 'visibility' });
  }
  return checked;
}
