import { setTimeout as sleep } from 'node:timers/promises';

/** The text of every post and the text of every reply: only the evidence tells them apart. */
export const TEXT = 'The same words again and again';
export const REPLY_TEXT = 'Thank you';
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
  /** Publishes on these accounts at once; gives the post's id. */
  readonly publish: (accountIds: readonly string[]) => Promise<string>;
  readonly reply: (comment: Comment) => Promise<void>;
  /** Waits until all of them have been answered. */
  readonly allAnswered: () => Promise<void>;
  /** Post ids by key: what was answered with a 2xx. */
  readonly posts: ReadonlyMap<string, string>;
  /** Answers that lost their connection and were asked for again. */
  readonly lost: () => number;
  readonly replies: () => number;
}

/** `url` is asked for at each try. */
export function createRequests(url: () => string, apiKey: string): Requests {
  const posts = new Map<string, string>();
  const running = new Set<Promise<unknown>>();
  let count = 0;
  let lost = 0;
  let replies = 0;

  const nextKey = () => {
    count += 1;
    return `kill-${count}`;
  };
  const send = async (key: string, path: string, body: unknown): Promise<Record<string, unknown>> => {
    const headers = {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    };
    for (;;) {
      const signal = AbortSignal.timeout(ANSWER_MS_MAX);
      const options = { method: 'POST', headers, body: JSON.stringify(body), signal };
      const answer = await fetch(url() + path, options)
        .then(async (response) => ({ status: response.status, body: await response.json() }))
        .catch(() => undefined);
      if (answer === undefined) lost += 1;
      else if (answer.status < 300) return answer.body as Record<string, unknown>;
      else if (!TO_BE_REPEATED.includes(answer.status))
        throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      await sleep(RETRY_MS);
    }
  };
  const keep = <T>(work: Promise<T>): Promise<T> => {
    running.add(work);
    // Whoever waits for the work hears of its failure; so does `allAnswered`.
    work.catch(() => {});
    return work;
  };

  return {
    publish(accountIds) {
      const targets = accountIds.map((account_id) => ({ account_id }));
      const body = { text: TEXT, media: [IMAGE], targets, publish_now: true, skip_duplicate_check: true };
      const key = nextKey();
      return keep(
        send(key, '/v1/posts', body).then(({ id }) => {
          posts.set(key, id as string);
          return id as string;
        }),
      );
    },
    reply({ accountId, postId, commentId }) {
      replies += 1;
      const body = { account_id: accountId, comment_id: commentId, text: REPLY_TEXT };
      return keep(send(nextKey(), `/v1/inbox/comments/${postId}`, body).then(() => undefined));
    },
    async allAnswered() {
      await Promise.all(running);
    },
    posts,
    lost: () => lost,
    replies: () => replies,
  };
}
