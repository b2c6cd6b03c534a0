export { note as noteErased } from './erased-people.repository.ts';
export { type EarlyChange, isInboxFree, keepChange, mayPredate } from './inbox.repository.ts';
export { type Inbox, isNews, openInbox, openInboxes, removeOrWait } from './inbox.ts';
export type { InboxAccount } from './inbox-account.ts';
export { type InboxItem, inWaves, nameOfItem, storableItems, takeChanges } from './inbox-item.ts';
export {
  interactionEvent,
  nameOf,
  receivedEvent,
  toInteraction,
  toStoredPerson,
} from './interaction.ts';
export { leaveOutErased, wasErased } from './leave-out-erased.ts';
export { skipDuplicateCheck } from './skip-duplicate-check.ts';
