import { z } from 'zod';
import type { Content } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import { checkedOptions } from '../shared/call-platform.ts';
import { QUESTION_LENGTH_MAX } from './limits.ts';

/** `platform_data` for Telegram: https://core.telegram.org/bots/api#sendmessage */
export const options = z.strictObject({
  /** The markup of the text; plain without it. */
  parse_mode: z.enum(['HTML', 'MarkdownV2']).optional(),
  /** Arrives without a sound. */
  disable_notification: z.boolean().optional(),
  /** Cannot be forwarded or saved. */
  protect_content: z.boolean().optional(),
  /** Shows no preview of the first link. */
  disable_link_preview: z.boolean().optional(),
  /** The text is the question. */
  poll: z
    .strictObject({
      options: z.array(z.string().min(1).max(100)).min(1).max(12),
      allows_multiple_answers: z.boolean().optional(),
    })
    .optional()
    .meta({ description: 'Makes the text the question of a poll; posts without media only' }),
});

export type Options = z.output<typeof options>;

/** The content's options, which were checked when the post was accepted. */
export function optionsOf(content: Content): Options {
  const checked = checkedOptions(options, content);
  if (content.visibility !== undefined && content.visibility !== 'public') {
    throw new PlatformError('rejected', `Telegram has no visibility ${content.visibility}.`, { field: 'visibility' });
  }
  if (checked.poll !== undefined) checkPoll(content);
  return checked;
}

function checkPoll({ text, media }: Content): void {
  if (media.length > 0)
    throw new PlatformError('rejected', 'A post on Telegram has media or a poll, not both.', {
      field: 'platform_data.poll',
    });
  if (text === '' || text.length > QUESTION_LENGTH_MAX)
    throw new PlatformError(
      'rejected',
      `The question of a poll on Telegram has 1 to ${QUESTION_LENGTH_MAX} characters.`,
      {
        field: 'text',
      },
    );
}
