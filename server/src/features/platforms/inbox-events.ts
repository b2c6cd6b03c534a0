import { type Connector, deliversComments } from '../../core/connector.ts';
import type { InboxEventType } from '../../core/event.ts';
import type { MessageReport } from '../../core/messaging/messages.ts';

type Causes = (connector: Connector) => boolean;

const reaches = ({ inbound, polling }: Connector) => (inbound ?? polling) !== undefined;
const hasMessages: Causes = ({ messages }) => messages !== undefined;
const reports =
  (report: MessageReport): Causes =>
  ({ messages }) =>
    messages?.reports?.includes(report) === true;

/** The events of the inbox, each with the platforms that cause it. */
const INBOX_EVENTS: Readonly<Record<InboxEventType, Causes>> = {
  'comment.received': deliversComments,
  'dm.received': hasMessages,
  'dm.sent': hasMessages,
  'dm.referral': reports('referral'),
  'dm.postback': reports('postback'),
  'dm.status.sent': hasMessages,
  'dm.status.delivered': reports('delivered'),
  'dm.status.read': reports('read'),
  'dm.status.failed': reports('failed'),
  'review.received': (connector) => connector.reviews !== undefined && reaches(connector),
  'mention.received': (connector) => connector.mentions !== undefined && reaches(connector),
};

export const inboxEvents = Object.keys(INBOX_EVENTS) as [InboxEventType, ...InboxEventType[]];

export function inboxEventsOf(connector: Connector): InboxEventType[] {
  return inboxEvents.filter((type) => INBOX_EVENTS[type](connector));
}
