import { HubbubError } from './errors.ts';
import { type Connection, request } from './request.ts';
import { sleep } from './retry.ts';
import type { CallOptions, Post } from './types.ts';

export interface WaitOptions extends Pick<CallOptions, 'signal'> {
  /** Milliseconds until it gives up; default: ten minutes. */
  readonly timeoutMs?: number;
}

/**
 * Waits until no target of a post is scheduled or being published. A draft is answered at once, because nothing happens to
 * it by itself. The service holds each question up to 20 seconds, so the response comes when the outcome does.
 * @throws {HubbubError} `timeout` when the time is over
 */
export async function waitFor(
  connection: Connection,
  route: string,
  id: string,
  { timeoutMs = 600_000, signal }: WaitOptions = {},
): Promise<Post> {
  const end = Date.now() + timeoutMs;
  for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, 5000)) {
    const waitSeconds = Math.max(0, Math.min(20, Math.floor((end - Date.now()) / 1000)));
    const post = (await request(
      connection,
      route,
      { post_id: id },
      { waitSeconds, ...(signal && { signal }) },
    )) as Post;
    if (isSettled(post)) return post;
    if (Date.now() + pauseMs > end)
      throw new HubbubError(`The post ${id} is still ${post.status} after ${timeoutMs} ms.`, { code: 'timeout' });
    await sleep(pauseMs, signal);
  }
}

function isSettled({ status, targets }: Post): boolean {
  if (status === 'draft') return true;
  if (status === 'scheduled' || status === 'publishing') return false;
  return targets.every((target) => target.status !== 'publishing' && target.status !== 'pending');
}
