import type { Connector } from '../../../core/connector.ts';
import type { Context } from '../../../core/context.ts';
import { ApiError, invalid } from '../../../core/errors.ts';
import type { MessageLimits } from '../../../core/messaging/messages.ts';
import { compact } from '../../../lib/compact.ts';
import { tenantNow } from '../../clock/index.ts';
import { type ConversationRow, windowClosesAt } from '../conversation.ts';

/** The tag as the platform takes it; undefined on platforms without tags. 400 for an unknown one. */
export function tagOf(platform: string, { tags }: MessageLimits, tag: string | undefined): string | undefined {
  if (tag === undefined || tags === undefined) return undefined;
  if (tags.includes(tag)) return tag;
  throw invalid('message_tag', `${platform} takes the tags ${tags.join(', ')}.`);
}

/** 400 `window_closed` before the platform rejects. The error tells when the window closed and what can still be sent. */
export async function assertWindowOpen(
  ctx: Context,
  { platform, displayName, templates, messages }: Connector,
  conversation: ConversationRow,
  tag: string | undefined,
): Promise<void> {
  const { windowHours, tagWindowHours, tags } = messages?.limits ?? {};
  if (windowHours === undefined) return;
  const hours = tag === undefined ? windowHours : (tagWindowHours ?? windowHours);
  const closesAt = windowClosesAt(conversation, hours);
  const now = await tenantNow(ctx);
  if (closesAt !== undefined && closesAt > now) return;
  const tagsUntil = tag === undefined ? windowClosesAt(conversation, tagWindowHours) : undefined;
  const allowedTags = tagsUntil !== undefined && tagsUntil > now ? tags : undefined;
  const allowed = [
    ...(allowedTags === undefined ? [] : ['message_tag']),
    ...(templates === undefined ? [] : ['template']),
  ];
  const when =
    closesAt === undefined ? 'The person has not written yet.' : `The window closed at ${closesAt.toISOString()}.`;
  const rest =
    allowed.length === 0
      ? 'It opens again when the person writes.'
      : `Still possible: ${[...(allowedTags === undefined ? [] : [`message_tag ${allowedTags.join(' or ')}`]), ...(templates === undefined ? [] : ['a template'])].join(', ')}.`;
  const message = `${displayName} takes free messages for ${hours} hours after the person's last message. ${when} ${rest}`;
  const meta = compact({
    id: conversation.id,
    window_closed_at: closesAt?.toISOString(),
    allowed,
    tags: allowedTags && [...allowedTags],
  });
  const detail = templates === undefined ? `platform.${platform}.window_closed` : `${platform}.window_closed`;
  throw new ApiError('window_closed', message, meta, detail);
}
