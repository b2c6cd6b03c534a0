import type { Call } from '../../core/platform.ts';
import type { Account } from '../../core/world/world.ts';
import type { ConversationRow } from '../meta/conversations.ts';
import { unsupported } from '../meta/errors.ts';
import { pageTokenNeeded } from './errors.ts';
import type {
  CommentRow,
  Facebook,
  GrantRow,
  MessageRow,
  PersonRow,
  PhotoRow,
  PostRow,
  UserRow,
  VideoRow,
} from './store.ts';

/** The objects that an id in a path can mean. All but users and Pages belong to the Page of the token. */
export type Node =
  | { kind: 'user'; row: UserRow; grant: GrantRow }
  | { kind: 'page'; account: Account; grant: GrantRow | null }
  | { kind: 'post'; row: PostRow }
  | { kind: 'photo'; row: PhotoRow }
  | { kind: 'video'; row: VideoRow }
  | { kind: 'comment'; row: CommentRow }
  | { kind: 'person'; row: PersonRow }
  | { kind: 'conversation'; row: ConversationRow }
  | { kind: 'message'; row: MessageRow };

const tables = ['post', 'photo', 'video', 'comment', 'person', 'conversation', 'message'] as const;

function tableOf({ store }: Facebook, kind: (typeof tables)[number]) {
  return {
    post: store.posts,
    photo: store.photos,
    video: store.videos,
    comment: store.comments,
    person: store.people,
    conversation: store.conversations,
    message: store.messages,
  }[kind];
}

/** The object of an id, for any caller: the operation's name is needed before the caller is known. */
export function kindOf(facebook: Facebook, id: string): Node['kind'] | undefined {
  if (id === 'me' || facebook.world.accounts.get(id)) return 'page';
  if (facebook.store.users.get(id)) return 'user';
  return tables.find((kind) => tableOf(facebook, kind).get(id));
}

export function grantOf({ store }: Facebook, call: Call): GrantRow | undefined {
  return store.grants.get(call.token?.value ?? '');
}

/** The node of a call's path, undefined when it is unknown or out of the token's reach. */
export function findNode(facebook: Facebook, call: Call): Node | undefined {
  const { world, store } = facebook;
  const { account } = call;
  const id = call.param('node');
  const grant = grantOf(facebook, call);
  if (grant && (id === 'me' || id === grant.user)) {
    const row = store.users.get(grant.user);
    return row && { kind: 'user', row, grant };
  }
  if (grant) {
    const page = grant.pages.includes(id) ? world.accounts.get(id) : undefined;
    return page && { kind: 'page', account: page, grant };
  }
  if (!account) return undefined;
  if (id === 'me' || id === account.platform_id) return { kind: 'page', account, grant: null };
  const kind = tables.find((name) => tableOf(facebook, name).get(id));
  const row = kind && tableOf(facebook, kind).get(id);
  return row?.account === account.platform_id ? ({ kind, row } as Node) : undefined;
}

/** The node when it is of this kind, else the error 100/33; 210 when a user token asks for what a Page has. */
export function nodeOf<Kind extends Node['kind']>(
  facebook: Facebook,
  call: Call,
  ...kinds: Kind[]
): Extract<Node, { kind: Kind }> {
  const node = findNode(facebook, call);
  const kind = kindOf(facebook, call.param('node'));
  const isOfPage = kind !== undefined && kind !== 'page' && kind !== 'user';
  if (!node && isOfPage && grantOf(facebook, call)) throw pageTokenNeeded();
  if (!node || !kinds.some((kind) => kind === node.kind)) throw unsupported(call.method, call.param('node'));
  return node as Extract<Node, { kind: Kind }>;
}

/** The Page of a call whose path must name it, by its id or as `me`, with its own token. */
export function ownPage(facebook: Facebook, call: Call): Account {
  const { account, grant } = nodeOf(facebook, call, 'page');
  if (grant) throw pageTokenNeeded();
  return account;
}
