import type { CommentView, MessageView, PostView } from '../../core/page/views.ts';
import type { Account } from '../../core/world/world.ts';
import { isSeenBy } from './messages/add-message.ts';
import { personById } from './people.ts';
import { isAnswer } from './posts.ts';
import { mediaKind, permalink, uploadsOf } from './reading/render.ts';
import type { Post, Store } from './store.ts';
import { ownPosts } from './visitors.ts';

/** The view of the simulator's page. */
const postsMax = 50;

export function postViews(store: Store, account: Account): PostView[] {
  return ownPosts(store, account.platform_id)
    .slice(0, postsMax)
    .map((post) => ({
      platform_id: post.id,
      text: post.text,
      at: store.world.clock.iso(post.created_at),
      media: uploadsOf(store, post).map((upload) => ({
        type: mediaKind(upload),
        url: upload.url,
        ...(upload.alt_text === '' ? {} : { alt: upload.alt_text }),
      })),
      url: permalink(store, post),
      comments: commentsUnder(store, post, account.platform_id),
    }));
}

/** Everything below a post, except the next parts of its own thread, which are posts of their own. */
function commentsUnder(store: Store, post: Post, me: string): CommentView[] {
  const comments: CommentView[] = [];
  const visit = (parent: Post) => {
    for (const reply of store.posts.where('reply_to', parent.id)) {
      if (reply.deleted_at !== null || (reply.author_id === me && !isAnswer(reply))) continue;
      comments.push({
        platform_id: reply.id,
        parent_id: parent.id === post.id ? null : parent.id,
        author: personById(store, reply.author_id)?.username ?? '',
        own: reply.author_id === me,
        text: reply.text,
        at: store.world.clock.iso(reply.created_at),
        hidden: reply.is_hidden,
      });
      visit(reply);
    }
  };
  visit(post);
  return comments;
}

export function messageViews(store: Store, account: Account): MessageView[] {
  const me = account.platform_id;
  return store.seats
    .where('person_id', me)
    .flatMap(({ target_id }) => store.messages.get(target_id) ?? [])
    .filter((message) => isSeenBy(message, me))
    .map((message) => ({
      platform_id: message.id,
      with: message.participant_ids
        .filter((id) => id !== me)
        .map((id) => personById(store, id)?.username ?? id)
        .join(', '),
      own: message.sender_id === me,
      text: message.text,
      at: store.world.clock.iso(message.created_at),
    }));
}
