import type { Connector } from '../../../core/connector.ts';
import { ApiError, invalid, missing, notSupported } from '../../../core/errors.ts';
import type { MessageLimits } from '../../../core/messaging/messages.ts';
import type { StoredMedia } from '../../../db/column-types.ts';
import { compact } from '../../../lib/compact.ts';
import type { SendInput } from './send-input.ts';

/** One message on the platform: a text, perhaps with something to press, or one attachment. */
export interface ComposedMessage {
  readonly text?: string;
  readonly media?: StoredMedia;
  readonly interactive?: Readonly<Record<string, unknown>>;
}

const BUTTONS_TEXT_MAX = 640;

/** The messages that a request asks for, in their order. Throws 400 for what is wrong and 501 for what the platform lacks. */
export function composeMessages(
  connector: Connector,
  limits: MessageLimits,
  input: SendInput,
  attachments: readonly StoredMedia[],
): ComposedMessage[] {
  const { displayName: platform } = connector;
  const interactive = interactiveOf(platform, limits, input);
  const text = checkedText(platform, limits, input, interactive !== undefined || attachments.length > 0);
  checkAttachments(platform, limits, attachments);
  if (interactive !== undefined && attachments.length > 0)
    throw invalid('attachments', 'Attachments cannot be sent together with quick replies, buttons or cards.');
  if (interactive !== undefined && !('cards' in interactive)) {
    if (text === undefined) throw invalid('text', 'Quick replies and buttons need a text.');
    if ('buttons' in interactive && [...text].length > BUTTONS_TEXT_MAX)
      throw invalid('text', `A text with buttons has at most ${BUTTONS_TEXT_MAX} characters.`);
    return [{ text, interactive }];
  }
  const first = text === undefined ? [] : [{ text }];
  if (interactive !== undefined) return [...first, { interactive }];
  return [...first, ...attachments.map((media) => ({ media }))];
}

function interactiveOf(
  platform: string,
  limits: MessageLimits,
  { quick_replies, buttons, cards }: SendInput,
): Readonly<Record<string, unknown>> | undefined {
  const given = Object.entries(compact({ quick_replies, buttons, cards }));
  const [first, second] = given;
  if (first === undefined) return undefined;
  if (second !== undefined)
    throw invalid(second[0], 'Send quick_replies, buttons or cards, only one of them in a message.');
  if (limits.isInteractive !== true) throw notSupported(platform, 'quick replies, buttons and cards');
  return Object.fromEntries(given);
}

function checkedText(
  platform: string,
  limits: MessageLimits,
  { text }: SendInput,
  hasMore: boolean,
): string | undefined {
  if (text === undefined || text.trim() === '') {
    if (hasMore && (text ?? '') === '') return undefined;
    if (text !== undefined) throw invalid('text', 'text must not be empty.');
    const message = 'Send text, attachments, attachment_url, quick_replies, buttons or cards.';
    throw missing('text', message);
  }
  const { textLengthMax: max, count = (words: string) => [...words].length } = limits;
  const length = count(text);
  if (length > max) {
    const message = `A message on ${platform} has at most ${max} characters; this one has ${length}.`;
    throw new ApiError('invalid_request', message, { field: 'text', max }, 'validation.field_invalid');
  }
  return text;
}

function checkAttachments(platform: string, limits: MessageLimits, attachments: readonly StoredMedia[]): void {
  if (attachments.length > 0 && limits.attachments.length === 0)
    throw notSupported(platform, 'attachments of messages');
  for (const [index, { source_type, type = 'file' }] of attachments.entries()) {
    if (source_type === 'platform_attachment_id') throw notSupported(platform, 'attachments by platform_attachment_id');
    if (!limits.attachments.includes(type))
      throw invalid(`attachments.${index}.type`, `${platform} takes no attachment of the type ${type}.`);
  }
}
