import type { Call } from '../../core/platform.ts';
import type { Account } from '../../core/world/world.ts';
import { unsupported } from '../meta/errors.ts';
import type { ContainerRow, PostRow, Threads } from './store.ts';

/** The objects that an id in a path can mean. */
export type Node =
  | { kind: 'account'; account: Account }
  | { kind: 'container'; row: ContainerRow }
  | { kind: 'post'; row: PostRow };

/** The object of an id, for any caller: the operation's name is needed before the caller is known. */
export function kindOf({ world, store }: Threads, id: string): Node['kind'] | undefined {
  if (id === 'me' || world.accounts.get(id)) return 'account';
  if (store.containers.get(id)) return 'container';
  return store.posts.get(id) && 'post';
}

/** The node of a call's path, undefined when it is unknown or out of this account's sight. */
export function findNode({ world, store }: Threads, call: Call): Node | undefined {
  const { account } = call;
  if (!account) return undefined;
  const id = call.param('node');
  if (id === 'me' || id === account.platform_id) return { kind: 'account', account };
  if (world.accounts.get(id)) return undefined;
  const container = store.containers.get(id);
  if (container?.account === account.platform_id) return { kind: 'container', row: container };
  const post = store.posts.get(id);
  return post?.account === account.platform_id ? { kind: 'post', row: post } : undefined;
}

/** The node when it is of this kind, else the error 100/33. */
export function nodeOf<Kind extends Node['kind']>(
  threads: Threads,
  call: Call,
  kind: Kind,
): Extract<Node, { kind: Kind }> {
  const node = findNode(threads, call);
  if (node?.kind !== kind) throw unsupported(call.method, call.param('node'));
  return node as Extract<Node, { kind: Kind }>;
}

/** The account of a call whose path must name it, by its id or as `me`. */
export function ownAccount(threads: Threads, call: Call): Account {
  return nodeOf(threads, call, 'account').account;
}

/** A post of the account itself, not one of a visitor in its threads. */
export function ownPost(threads: Threads, call: Call): PostRow {
  const { row } = nodeOf(threads, call, 'post');
  if (row.author_id !== row.account || row.parent !== null) throw unsupported(call.method, row.id);
  return row;
}
