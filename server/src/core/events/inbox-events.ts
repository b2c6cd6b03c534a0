import { z } from 'zod';
import { exampleId } from '../example.ts';
import { PlatformWord } from '../platforms.ts';
import { defineEvent, type ExampleFacts } from './define-event.ts';
import { Interaction } from './interaction.ts';

const MESSAGE_STATUSES = ['sent', 'delivered', 'read', 'failed'] as const;

const MessageStatus = z
  .object({
    status: z.enum(MESSAGE_STATUSES),
    mids: z.array(z.string()).meta({ description: "The platform's ids of the messages" }),
    message_ids: z.array(z.string()),
    conversation_id: z.string(),
    recipient_id: z.string().meta({ description: "The platform's id of the person" }),
    account_id: z.string(),
    platform: PlatformWord,
    error: z.object({ code: z.string(), message: z.string() }).optional(),
    livemode: z.boolean(),
  })
  .meta({ id: 'MessageStatusEvent' });

const PERSON = { id: 'example-person', name: 'Ada Example', username: 'ada' };
const ON_POST = { post_id: exampleId('ip'), platform_post_id: 'example-post' };

function item(type: Interaction['type'], text: string, more: Partial<Interaction> = {}) {
  return ({ platform, at, livemode }: ExampleFacts): Interaction => ({
    id: exampleId({ comment: 'cmt', review: 'rev', mention: 'mnt', dm: 'msg' }[type]),
    type,
    platform,
    account_id: exampleId('acc'),
    platform_id: 'example-item',
    author: PERSON,
    content: { text, media: [] },
    metadata: {},
    created_at: at,
    received_at: at,
    is_reply: false,
    livemode,
    ...more,
  });
}

function message(text: string, more: Partial<Interaction> = {}) {
  return item('dm', text, { conversation_id: exampleId('conv'), ...more });
}

function statusEvent(status: (typeof MESSAGE_STATUSES)[number], description: string) {
  return defineEvent(description, MessageStatus, ({ platform, livemode }) => ({
    status,
    mids: ['mid.1'],
    message_ids: [exampleId('msg')],
    conversation_id: exampleId('conv'),
    recipient_id: PERSON.id,
    account_id: exampleId('acc'),
    platform,
    livemode,
  }));
}

/** Events of the inbox (contract, 14.2). */
export const inboxEvents = {
  'comment.received': defineEvent(
    'Somebody commented on a post of a connected account',
    Interaction,
    item('comment', 'Where can I buy this?', ON_POST),
  ),
  'dm.received': defineEvent(
    'Somebody sent a direct message to a connected account',
    Interaction,
    message('Are you open on Sunday?'),
  ),
  'dm.sent': defineEvent(
    'A direct message left a connected account',
    Interaction,
    message('Yes, from ten.', { recipient: PERSON }),
  ),
  'dm.referral': defineEvent(
    'Somebody opened a conversation through a referral link or an advertisement',
    Interaction,
    message('', { metadata: { referral: { source: 'SHORTLINK', ref: 'spring' } } }),
  ),
  'dm.postback': defineEvent(
    'Somebody pressed a button in a conversation',
    Interaction,
    message('Opening hours', { metadata: { title: 'Opening hours', payload: 'HOURS' } }),
  ),
  'dm.status.sent': statusEvent('sent', 'A direct message was accepted by the platform'),
  'dm.status.delivered': statusEvent('delivered', 'A direct message reached its recipient'),
  'dm.status.read': statusEvent('read', 'A direct message was read'),
  'dm.status.failed': statusEvent('failed', 'A direct message could not be delivered'),
  'review.received': defineEvent(
    'Somebody reviewed a connected business',
    Interaction,
    item('review', 'Friendly and fast.', { metadata: { rating: 5 } }),
  ),
  'mention.received': defineEvent(
    'Somebody mentioned a connected account',
    Interaction,
    item('mention', 'Lunch with @yourname', { metadata: { mention_type: 'caption' } }),
  ),
};
