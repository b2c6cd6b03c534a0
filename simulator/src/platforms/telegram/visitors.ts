import { Rejected } from '../../core/calls/response.ts';
import type { VisitorAction, VisitorResult } from '../../core/control/visitors.ts';
import type { Account } from '../../core/world/world.ts';
import { addMessage, forwardOf } from './add-message.ts';
import { plain } from './entities.ts';
import { chatView } from './message-view.ts';
import { botOf, visitor } from './people.ts';
import { pushUpdate } from './push-update.ts';
import { threadOf } from './send-text.ts';
import { type Message, messageOf, type Person, type Store } from './store.ts';

/** A comment below a post of the channel, which is a message in the discussion group; or a reply to another comment. */
export function comment(store: Store, action: VisitorAction): VisitorResult {
  const { account } = action;
  const group = groupOf(store, account);
  const answered = action.parentId === undefined ? undefined : messageOf(store, group, Number(action.parentId));
  if (action.parentId !== undefined && !answered) throw new Rejected(404, `No comment ${action.parentId}.`);
  return store.world.effect(() => {
    const person = member(store, action, group);
    const target = answered ?? postOf(store, action);
    const forward = answered ?? forwardOf(store, account.platform_id, target.id);
    if (!forward) throw new Rejected(404, 'The post is not in the discussion group any more.');
    const draft = { from: person.id, ...plain(action.text), reply_to: forward.id, thread: threadOf(forward) ?? null };
    const message = addMessage(store, group, draft);
    pushUpdate(store, account.platform_id, 'message', message, action.visibleAt());
    return result(message, person);
  });
}

/** Names the channel's bot in the discussion group, under no post. */
export function mention(store: Store, action: VisitorAction): VisitorResult {
  const group = groupOf(store, action.account);
  return store.world.effect(() => {
    const person = member(store, action, group);
    const name = `@${botOf(store, action.account.platform_id).username}`;
    const text = action.text.includes(name) ? action.text : `${name} ${action.text}`;
    const message = addMessage(store, group, { from: person.id, ...plain(text) });
    pushUpdate(store, action.account.platform_id, 'message', message, action.visibleAt());
    return result(message, person);
  });
}

/** A thumb up. In a channel nobody sees whose it is: the bot hears the number, if it asked for it. */
export function like(store: Store, action: VisitorAction): VisitorResult {
  const post = postOf(store, action);
  return store.world.effect(() => {
    const person = visitor(store, action.username);
    const others = post.reactions.filter(({ from }) => from !== person.id);
    const after = { ...post, reactions: [...others, { from: person.id, emoji: '👍' }] };
    store.messages.put(post.key, after);
    pushUpdate(store, action.account.platform_id, 'message_reaction_count', {
      chat: chatView(store, post.chat),
      message_id: post.id,
      date: Math.floor(store.world.clock.now() / 1000),
      reactions: [{ type: { type: 'emoji', emoji: '👍' }, total_count: after.reactions.length }],
    });
    return { platform_id: String(post.id), username: person.username, person_id: person.id };
  });
}

function groupOf(store: Store, account: Account): string {
  return store.chats.get(account.platform_id)?.linked ?? '';
}

function member(store: Store, { username }: VisitorAction, group: string): Person {
  const person = visitor(store, username);
  store.members.put(`${group} ${person.id}`, { status: 'member' });
  return person;
}

/** The post that is named (of an album its first part), else the channel's newest. */
function postOf(store: Store, { account, postId }: VisitorAction): Message {
  const posts = store.messages.where('chat', account.platform_id);
  const post = postId === undefined ? posts.at(-1) : messageOf(store, account.platform_id, Number.parseInt(postId, 10));
  if (post) return post;
  throw new Rejected(404, postId === undefined ? 'The channel has no post yet.' : `No post ${postId}.`);
}

export function result({ id, chat }: Message, { username, id: personId }: Person): VisitorResult {
  return { platform_id: String(id), username, person_id: personId, chat_id: chat };
}
