import { setTimeout as sleep } from 'node:timers/promises';

/** The text of every post, of every reply and of every message: only the evidence tells them apart. */
export const TEXT = 'The same words again and again';
export const REPLY_TEXT = 'Thank you';
export const MESSAGE_TEXT = 'We will look into it';
const IMAGE = { source_type: 'url', source: 'https://simulator.test/files/sample.jpg' };

/** Under way elsewhere, starting or stopping, or not answered by the platform yet. */
const TO_BE_REPEATED = [409, 503, 504];
const RETRY_MS = 50;
const ANSWER_MS_MAX = 20_000;

/** A comment that can be answered. */
export interface Comment {
  readonly accountId: string;
  readonly postId: string;
  readonly commentId: string;
}

/** Writes of a customer whose service dies all the time: each is sent with one key until it is answered. */
export interface Requests {
  /** Publishes on these accounts at once, with an image; gives the post's id. */
  readonly publish: (accountIds: readonly string[], media?: object) => Promise<string>;
  readonly reply: (comment: Comment) => Promise<void>;
  readonly message: (conversationId: string) => Promise<void>;
  /** Waits until all of them have been answered. */
  readonly allAnswered: () => Promise<void>;
  /** Post ids by key: what was answered with a 2xx. */
  readonly posts: ReadonlyMap<string, string>;
  /** How many replies and messages were asked for. */
  readonly interactions: () => number;
  /** How many lost their connection on the way and were sent again. */
  readonly cut: () => number;
}

type AttemptResult = { readonly status: number; readonly body: Record<string, unknown> } | 'cut' | 'refused';

/** `url` is asked for at each try. */
export function createRequests(url: () => string, apiKey: string): Requests {
  const posts = new Map<string, string>();
  const running = new Set<Promise<unknown>>();
  let count = 0;
  let cut = 0;
  let interactions = 0;

  const once = async (key: string, path: string, body: unknown): Promise<AttemptResult> => {
    const headers = {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    };
    const signal = AbortSignal.timeout(ANSWER_MS_MAX);
    try {
      const response = await fetch(url() + path, { method: 'POST', headers, body: JSON.stringify(body), signal });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    } catch (error) {
      const { cause } = error as { cause?: NodeJS.ErrnoException };
      return cause?.code === 'ECONNREFUSED' ? 'refused' : 'cut';
    }
  };

  const untilAnswered = async (path: string, body: unknown): Promise<{ key: string; id: string }> => {
    count += 1;
    const key = `kill-${count}`;
    let isCut = false;
    for (;;) {
      const response = await once(key, path, body);
      if (response === 'cut' && !isCut) {
        isCut = true;
        cut += 1;
      }
      if (typeof response === 'object') {
        if (response.status < 300) return { key, id: response.body.id as string };
        // A call that was lost twice is an answer, too: the outcomes count it among the unconfirmed ones.
        if ((response.body.meta as { reason?: string } | undefined)?.reason === 'unconfirmed') return { key, id: '' };
        if (!TO_BE_REPEATED.includes(response.status))
          throw new Error(`POST ${path}: ${response.status} ${JSON.stringify(response.body)}`);
      }
      await sleep(RETRY_MS);
    }
  };

  const keep = <T>(work: Promise<T>): Promise<T> => {
    running.add(work);
    // The caller and `allAnswered` get the failure; this only prevents an unhandled rejection.
    work.catch(() => {});
    return work;
  };

  const interact = (path: string, body: unknown): Promise<void> => {
    interactions += 1;
    return keep(untilAnswered(path, body).then(() => undefined));
  };

  return {
    publish(accountIds, media = IMAGE) {
      const targets = accountIds.map((account_id) => ({ account_id }));
      const body = { text: TEXT, media: [media], targets, publish_now: true, skip_duplicate_check: true };
      return keep(
        untilAnswered('/v1/posts', body).then(({ key, id }) => {
          posts.set(key, id);
          return id;
        }),
      );
    },
    reply({ accountId, postId, commentId }) {
      const body = { account_id: accountId, comment_id: commentId, text: REPLY_TEXT };
      return interact(`/v1/inbox/comments/${postId}`, body);
    },
    message: (conversationId) => interact(`/v1/inbox/conversations/${conversationId}/messages`, { text: MESSAGE_TEXT }),
    async allAnswered() {
      await Promise.all(running);
    },
    posts,
    interactions: () => interactions,
    cut: () => cut,
  };
}
