import type { Call } from '../../core/platform.ts';
import type { Account } from '../../core/world/world.ts';
import type { ConversationRow } from '../meta/conversations.ts';
import { unsupported } from '../meta/errors.ts';
import type { CommentRow, ContainerRow, Instagram, MediaRow, MessageRow, PersonRow } from './store.ts';

/** The objects that an id in a path can mean. An account is reachable by its own token only. */
export type Node =
  | { kind: 'account'; account: Account }
  | { kind: 'container'; row: ContainerRow }
  | { kind: 'media'; row: MediaRow }
  | { kind: 'comment'; row: CommentRow }
  | { kind: 'person'; row: PersonRow }
  | { kind: 'conversation'; row: ConversationRow }
  | { kind: 'message'; row: MessageRow };

/** The object of an id, for any caller: the operation's name is needed before the caller is known. */
export function kindOf({ world, store }: Instagram, id: string): Node['kind'] | undefined {
  if (id === 'me' || world.accounts.get(id)) return 'account';
  if (store.containers.get(id)) return 'container';
  if (store.media.get(id)) return 'media';
  if (store.comments.get(id)) return 'comment';
  if (store.people.get(id)) return 'person';
  if (store.conversations.get(id)) return 'conversation';
  return store.messages.get(id) && 'message';
}

/** The node of a call's path, undefined when it is unknown or another account's. */
export function findNode(instagram: Instagram, call: Call): Node | undefined {
  const { store } = instagram;
  const { account } = call;
  if (!account) return undefined;
  const id = call.param('node');
  const kind = kindOf(instagram, id);
  if (kind === 'account') return id === 'me' || id === account.platform_id ? { kind, account } : undefined;
  const tables = {
    container: store.containers,
    media: store.media,
    comment: store.comments,
    person: store.people,
    conversation: store.conversations,
    message: store.messages,
  };
  const row = kind && tables[kind].get(id);
  return row?.account === account.platform_id ? ({ kind, row } as Node) : undefined;
}

/** The node when it is of this kind, else the error 100/33. */
export function nodeOf<Kind extends Node['kind']>(
  instagram: Instagram,
  call: Call,
  kind: Kind,
): Extract<Node, { kind: Kind }> {
  const node = findNode(instagram, call);
  if (node?.kind !== kind) throw unsupported(call.method, call.param('node'));
  return node as Extract<Node, { kind: Kind }>;
}

/** The account of a call whose path must name it, by its id or as `me`. */
export function ownAccount(instagram: Instagram, call: Call): Account {
  return nodeOf(instagram, call, 'account').account;
}
