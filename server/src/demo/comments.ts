import { visit } from '../scenes/visitor.ts';
import {
  api,
  type Body,
  type Comment,
  type Environment,
  eventually,
  expect,
  ledger,
  simulator,
} from './environment.ts';

const COMMENT = 'Where is your shop?';
export const REPLY = 'By the harbour, open every day.';

/** Something that a visitor does to an account. */
export function act(
  environment: Environment,
  visited: { platform: string; account: string },
  action: string,
  fields: Body,
) {
  return visit(
    (method, path, json) => simulator(environment, method, `/control/${path}`, json),
    visited,
    action,
    fields,
  );
}

/** A visitor comments on a post. */
export function writeComment(environment: Environment, visited: { platform: string; account: string }, postId: string) {
  return act(environment, visited, 'comment', { post_id: postId, text: COMMENT });
}

/** The visitor's comment on our post, once it is in the inbox, alone. */
export async function receiveComment(environment: Environment, platform: string, postId: string): Promise<Comment> {
  return eventually(environment, async () => {
    const { data: posts } = await api(environment, 'GET', '/v1/inbox/comments?limit=100');
    const post = posts.find((one: Body) => one.platform === platform && one.post_id === postId);
    expect(post !== undefined, `no comment from ${platform} has arrived`);
    const { data } = await api(environment, 'GET', `/v1/inbox/comments/${post.id}`);
    const found = data.filter((one: Body) => !one.is_owner);
    expect(found.length === 1 && found[0].text.includes(COMMENT), `${platform} shows ${found.length} comments`);
    return { platform, inboxPostId: post.id, id: found[0].id, platformId: found[0].platform_id };
  });
}

/** Replies to the comments and finds each reply once in the ledger. */
export async function replyTo(environment: Environment, comments: readonly Comment[]): Promise<void> {
  for (const { inboxPostId, id } of comments)
    await api(environment, 'POST', `/v1/inbox/comments/${inboxPostId}`, { comment_id: id, text: REPLY });
  const entries = await ledger(environment);
  for (const { platform, platformId } of comments) {
    const held = entries.filter((entry) => entry.platform === platform && entry.in_reply_to === platformId);
    expect(
      held.length === 1 && held[0]?.text.includes(REPLY) === true,
      `${platform} holds ${held.length} replies to the comment`,
    );
  }
}
