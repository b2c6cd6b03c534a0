import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Account, LedgerMedia, Operation } from '../../core/world/world.ts';
import { GraphError, invalidParameter, missingParameter, requireScope } from '../meta/errors.ts';
import { ownAccount } from './access.ts';
import { statusOf } from './containers/container-status.ts';
import { mediaNotFound } from './errors.ts';
import { checkQuota, countUse } from './quotas.ts';
import { scopes } from './scopes.ts';
import type { ContainerRow, Draft, PostRow, Threads } from './store.ts';
import { sendPublishCallback, sendReplyCallback } from './webhooks.ts';

/** https://developers.facebook.com/docs/threads/posts: the last step */
export function publishContainer(threads: Threads, call: Call): PlatformResponse {
  const account = ownAccount(threads, call);
  requireScope(call, scopes.publish);
  const container = publishable(threads, call, account);
  checkQuota(threads, account.platform_id, container.reply_to === null ? 'post' : 'reply');
  const { id } = call.effect(() => publishDraft(threads, call, account, container));
  return json({ id });
}

function publishable({ world, store }: Threads, call: Call, account: Account): ContainerRow {
  const id = call.input('creation_id');
  if (!id) throw missingParameter('creation_id');
  const container = store.containers.get(id);
  if (container?.account !== account.platform_id) throw mediaNotFound(id);
  if (container.is_carousel_item) throw invalidParameter('A carousel item cannot be published on its own');
  const status = statusOf(container, world.clock.now());
  if (status === 'ERROR')
    throw new GraphError({ message: `The media could not be processed: ${container.error_message}`, code: -1 });
  if (status !== 'FINISHED') throw mediaNotFound(id);
  return container;
}

/** A reply to oneself is the next part of a thread, or a first comment; the platform cannot tell which. */
export function replyOperation({ store }: Threads, replyTo: string | null): Operation {
  const answered = replyTo === null ? undefined : store.posts.get(replyTo);
  return answered && answered.author_id !== answered.account ? 'reply' : 'publish';
}

export function publishOperation(threads: Threads, call: Call): Operation {
  return replyOperation(threads, threads.store.containers.get(call.input('creation_id') ?? '')?.reply_to ?? null);
}

/** Makes the post, its items, its ledger entry and its callbacks. Inside an effect. */
export function publishDraft(threads: Threads, call: Call, account: Account, container: ContainerRow): PostRow {
  const { store } = threads;
  const visible_at = call.visibleAt();
  const { id: _id, created_at: _at, polls_left: _polls, error_message: _error, media_id: _media, ...draft } = container;
  const author = { account: account.platform_id, author_id: account.platform_id, username: account.username };
  const items = container.children.flatMap((id) => store.containers.get(id) ?? []);
  const post = newPost(threads, draft, { ...author, visible_at });
  const children = items.map((item) => newPost(threads, item, { ...author, visible_at, parent: post.id }));
  for (const child of children) store.posts.put(child.id, child);
  const row = { ...post, children: children.map(({ id }) => id) };
  store.posts.put(row.id, row);
  store.containers.put(container.id, { ...container, media_id: row.id });

  const isReply = row.reply_to !== null;
  countUse(threads, account.platform_id, isReply ? 'reply' : 'post');
  call.record({
    kind: replyOperation(threads, row.reply_to) === 'reply' ? 'reply' : 'post',
    platform_id: row.id,
    text: row.text,
    media: (children.length > 0 ? children : [row]).flatMap(ledgerMedia),
    ...(row.reply_to !== null && { in_reply_to: row.reply_to }),
  });
  if (isReply) sendReplyCallback(threads, row);
  sendPublishCallback(threads, row);
  return row;
}

function ledgerMedia({ media_type, url, alt_text }: PostRow): LedgerMedia[] {
  if (media_type !== 'IMAGE' && media_type !== 'VIDEO') return [];
  return [{ type: media_type === 'VIDEO' ? 'video' : 'image', url, ...(alt_text !== null && { alt: alt_text }) }];
}

/** A post of anybody; what is not said is as it is for a plain post. */
export function newPost(
  { world, store }: Threads,
  draft: Draft,
  options: Pick<PostRow, 'account' | 'author_id' | 'username' | 'visible_at'> &
    Partial<Pick<PostRow, 'parent' | 'is_mention' | 'approval' | 'hide_status'>>,
): PostRow {
  const answered = draft.reply_to === null ? undefined : store.posts.get(draft.reply_to);
  const row: PostRow = {
    ...pickDraft(draft),
    id: world.ids.digits('179', 17),
    order: world.ids.snowflake(),
    parent: null,
    root: answered ? (answered.root ?? answered.id) : null,
    is_mention: false,
    hide_status: 'NOT_HUSHED',
    approval: 'approved',
    liked_by: [],
    reposted_by: [],
    shortcode: world.ids.text('D', 10),
    created_at: world.clock.now(),
    ...options,
  };
  return row;
}

function pickDraft(draft: Draft): Draft {
  const names = Object.keys(emptyDraft) as (keyof Draft)[];
  return Object.fromEntries(names.map((name) => [name, draft[name]])) as unknown as Draft;
}

export const emptyDraft: Draft = {
  media_type: 'TEXT',
  is_carousel_item: false,
  text: '',
  url: '',
  alt_text: null,
  children: [],
  link_attachment: null,
  gif_url: null,
  poll: null,
  text_attachment: null,
  reply_to: null,
  quote_of: null,
  reply_audience: 'everyone',
  topic_tag: null,
  allowlisted_country_codes: [],
  location_id: null,
  is_spoiler: false,
  is_ghost: false,
  has_reply_approvals: false,
};
