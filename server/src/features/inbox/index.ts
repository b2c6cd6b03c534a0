export { type EarlyChange, keepChange, takeChanges } from './inbox.repository.ts';
export { type Inbox, isNews, openInbox, removeOrWait } from './inbox.ts';
export type { InboxAccount } from './inbox-account.ts';
export {
  interactionEvent,
  nameOf,
  receivedEvent,
  toInteraction,
  toShownPerson,
  toStoredPerson,
} from './interaction.ts';
