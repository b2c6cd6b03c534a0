import type { Account, World } from '../../core/world/world.ts';
import type { ConversationRow, MessageFields } from '../meta/conversations.ts';

/** The platform's world and tables, passed to every handler. An account of the world is a phone number. */
export interface WhatsApp {
  readonly world: World;
  readonly store: Store;
  readonly options: WhatsAppOptions;
}

export interface WhatsAppOptions {
  /** A message outside the 24 hours fails later, by a status callback (`status`), or is rejected at once (`answer`); both are seen. */
  readonly closedWindow: 'status' | 'answer';
}

export const profileFields = ['about', 'address', 'description', 'email', 'vertical'] as const;

export interface BusinessProfile extends Readonly<Partial<Record<(typeof profileFields)[number], string>>> {
  readonly websites?: readonly string[];
}

/** A number's fields beyond the core's row. Key: its id, the account's `platform_id`. */
export interface NumberRow {
  readonly id: string;
  readonly order: string;
  readonly waba: string;
  /** `+1 555-078-3881`. */
  readonly display: string;
  readonly verified_name: string;
  readonly is_verified: boolean;
  readonly is_registered: boolean;
  /** The two-step PIN, once one was set. */
  readonly pin: string | null;
  /** The code that was sent last and is still good. */
  readonly code: string | null;
  readonly wrong_pins: number;
  readonly profile: BusinessProfile;
}

/** A WhatsApp business account (WABA). */
export interface WabaRow {
  readonly id: string;
  readonly name: string;
  readonly business: string;
  readonly is_subscribed: boolean;
  /** Instead of the app's address. */
  readonly override_url: string | null;
}

/** The objects that a signup's token reaches. Key: the token, before that the code. */
export interface GrantRow {
  readonly token: string;
  readonly wabas: readonly string[];
}

export type TemplateStatus = 'PENDING' | 'APPROVED' | 'REJECTED' | 'PAUSED' | 'DISABLED';

export interface TemplateRow {
  readonly id: string;
  readonly order: string;
  readonly waba: string;
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly parameter_format: string;
  readonly components: readonly Readonly<Record<string, unknown>>[];
  readonly status: TemplateStatus;
  readonly rejected_reason: string;
  /** ms; a pending one is decided from then on. */
  readonly decides_at: number;
  /** When it was approved and changed: an approved one may be changed once a day, ten times in 30 days. */
  readonly edited_at: readonly number[];
}

/** Somebody with WhatsApp. Key: `{number's id}/{wa_id}`. */
export interface PersonRow {
  readonly id: string;
  readonly account: string;
  readonly wa_id: string;
  /** The id that stays when the number is hidden: valid within one business. */
  readonly user_id: string;
  /** The name to the core; with @ in front when this person hides the number. */
  readonly username: string;
  readonly name: string;
  readonly hides_number: boolean;
  /** ms of their last message; null when they never wrote. */
  readonly wrote_at: number | null;
}

export type MessageStatus = 'accepted' | 'sent' | 'delivered' | 'read' | 'failed';

export interface MessageRow extends MessageFields {
  readonly type: string;
  readonly status: MessageStatus;
  /** `biz_opaque_callback_data`. */
  readonly callback_data: string | null;
}

export interface MediaRow {
  readonly id: string;
  readonly account: string;
  readonly url: string;
  readonly mime_type: string;
  readonly sha256: string;
  readonly file_size: number;
  readonly created_at: number;
}

export function openStore(world: World) {
  return {
    numbers: world.table<NumberRow>('numbers', 'waba'),
    wabas: world.table<WabaRow>('wabas'),
    grants: world.table<GrantRow>('grants'),
    templates: world.table<TemplateRow>('templates', 'waba', 'status'),
    people: world.table<PersonRow>('people', 'account'),
    conversations: world.table<ConversationRow>('conversations', 'account'),
    messages: world.table<MessageRow>('messages', 'conversation'),
    media: world.table<MediaRow>('media', 'account'),
  };
}

export type Store = ReturnType<typeof openStore>;

export function numberOf({ store }: WhatsApp, account: Account): NumberRow {
  const row = store.numbers.get(account.platform_id);
  if (!row) throw new Error(`The WhatsApp account ${account.platform_id} has no number.`);
  return row;
}
