import { createHash } from 'node:crypto';
import { Rejected } from '../../../core/calls/response.ts';
import type { VisitorAction } from '../../../core/control/visitors.ts';
import type { MessageAttachment } from '../../meta/conversations.ts';
import type { WhatsApp } from '../store.ts';

interface InboundContent {
  readonly type: string;
  readonly text: string | null;
  readonly attachments: readonly MessageAttachment[];
  readonly reaction?: string;
  /** The fields beside from, id, timestamp and type. */
  readonly body: Readonly<Record<string, unknown>>;
}

const files: Readonly<Record<string, readonly [mime: string, sample: string]>> = {
  image: ['image/jpeg', 'sample.jpg'],
  video: ['video/mp4', 'sample.mp4'],
  audio: ['audio/ogg; codecs=opus', 'sample.mp4'],
  document: ['application/pdf', 'sample.png'],
  sticker: ['image/webp', 'sample.png'],
};

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages: one of every type. */
export function inboundContent(whatsapp: WhatsApp, action: VisitorAction): InboundContent {
  const { text, kind: type = 'text', messageId, payload } = action;
  const own = { type, text, attachments: [] };
  const context = messageId === undefined ? {} : { context: { from: action.account.username, id: messageId } };
  if (files[type]) return fileContent(whatsapp, action, type);
  switch (type) {
    case 'text':
      return { ...own, body: { ...context, text: { body: text }, ...referralOf(action) } };
    case 'reaction':
      return { ...own, reaction: text, body: { reaction: { message_id: messageId, emoji: text } } };
    case 'location': {
      const location = { latitude: 37.44, longitude: -122.16, name: text, address: '101 Forest Ave, Palo Alto' };
      return { ...own, body: { location } };
    }
    case 'contacts': {
      const name = { formatted_name: text, first_name: text.split(' ')[0] };
      const phones = [{ phone: '+1 983-555-2319', wa_id: '19835552319', type: 'MOBILE' }];
      return { ...own, body: { contacts: [{ name, phones }] } };
    }
    case 'button':
      return { ...own, body: { ...context, button: { payload: payload ?? text, text } } };
    case 'interactive':
      return {
        ...own,
        body: {
          ...context,
          interactive: { type: 'button_reply', button_reply: { id: payload ?? 'button-1', title: text } },
        },
      };
    case 'order': {
      const item = { product_retailer_id: 'di9ozbzfi4', quantity: 2, item_price: 30, currency: 'USD' };
      return { ...own, body: { order: { catalog_id: '194836987003835', text, product_items: [item] } } };
    }
    case 'system': {
      const system = { body: text, wa_id: '12195555358', type: 'user_changed_number' };
      return { ...own, body: { system } };
    }
    case 'unsupported': {
      const title = 'Message type unknown';
      const error_data = { details: 'Message type is currently not supported.' };
      return { ...own, text: null, body: { errors: [{ code: 131051, title, message: title, error_data }] } };
    }
    default:
      throw new Rejected(400, `kind must be a type of message, not ${type}.`);
  }
}

/** The advertisement that the person came by. */
function referralOf({ kind, payload }: VisitorAction): object {
  if (kind !== undefined || payload === undefined) return {};
  const referral = {
    source_url: `https://fb.me/${payload}`,
    source_type: 'ad',
    source_id: payload,
    headline: 'Come by',
  };
  return { referral: { ...referral, body: 'Fresh every morning', media_type: 'image', ctwa_clid: payload } };
}

/** The file can be fetched by its id for as long as those of the account. */
function fileContent(
  whatsapp: WhatsApp,
  { account, text, url: requested, messageId }: VisitorAction,
  type: string,
): InboundContent {
  const { world, store } = whatsapp;
  const [mime_type, sample] = files[type] as readonly [string, string];
  const url = requested ?? world.media.sample(sample);
  const context = messageId === undefined ? {} : { context: { from: account.username, id: messageId } };
  const id = world.ids.digits('1', 16);
  const sha256 = createHash('sha256').update(url).digest('base64');
  world.effect(() =>
    store.media.put(id, {
      id,
      account: account.platform_id,
      url,
      mime_type,
      sha256,
      file_size: 1024,
      created_at: world.clock.now(),
    }),
  );
  const caption = ['image', 'video', 'document'].includes(type) && text !== '' ? { caption: text } : {};
  const more =
    type === 'document'
      ? { filename: 'a.pdf' }
      : type === 'audio'
        ? { voice: true }
        : type === 'sticker'
          ? { animated: false }
          : {};
  return {
    type,
    text: 'caption' in caption ? text : null,
    attachments: [{ type, url }],
    body: { ...context, [type]: { ...caption, ...more, mime_type, sha256, id } },
  };
}
