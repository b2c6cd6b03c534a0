import type { Content } from '../../core/connector.ts';
import type { Published, TwoPhaseEffect } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { bestEffort } from '../best-effort.ts';
import { judgeRefusal, readinessOf, toState } from '../meta/containers.ts';
import { made, present } from '../meta/wire.ts';
import { call } from './client.ts';
import { containers, createChildren, createContainer, readContainer } from './containers.ts';
import { assertPublishable, isSamePost, postForm } from './map.ts';
import { listOwn } from './own-media.ts';
import { type Material, material, publishedMedia } from './wire.ts';

/** The clock of Threads may be behind ours. */
const CLOCK_SLACK_MS = 120_000;

/** What an effect makes on Threads. */
interface Post {
  readonly content: Content;
  readonly replyTo?: string | undefined;
}

/**
 * Posts, parts of a thread and replies are the same on Threads: a container that is processed unseen, and
 * `threads_publish`, the one call with an effect. The container tells afterwards whether it happened.
 * https://developers.facebook.com/docs/threads/posts
 */
export function twoPhase<Input>(postOf: (input: Input) => Post): TwoPhaseEffect<Input> {
  return {
    class: 'B',
    prepare: (session, input) => prepare(session, postOf(input)),

    async ready(session, prepared) {
      return readinessOf(containers, await readContainer(session, material.parse(prepared).container));
    },

    async send(session, _input, prepared): Promise<Published> {
      const id = await publishContainer(session, material.parse(prepared).container);
      return present({ platformId: id, permalink: await permalinkOf(session, id) });
    },

    async state(session, prepared) {
      const made = material.parse(prepared);
      return await toState(await readContainer(session, made.container), () => isListed(session, made));
    },

    list: (session, input, since) => listOwn(session, since, postOf(input).replyTo),

    matches(input, item) {
      const { text, media } = postOf(input).content;
      return isSamePost({ text, mediaCount: media.length }, item);
    },
  };
}

async function prepare(session: Session, { content, replyTo }: Post): Promise<Material> {
  assertPublishable(content);
  const preparedAt = session.now().toISOString();
  const mediaCount = content.media.length;
  const children = mediaCount > 1 ? await createChildren(session, content) : [];
  const container = await createContainer(session, postForm(content, children, { replyTo }));
  return present({ container, children, mediaCount, text: content.text, replyTo, preparedAt });
}

async function publishContainer(session: Session, container: string): Promise<string> {
  const path = [session.account.platformId, 'threads_publish'];
  const form = { creation_id: container };
  try {
    return (await call(session, { method: 'POST', path, form, answer: made, purpose: 'effect' })).id;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    throw await judgeRefusal(containers, error, () => readContainer(session, container));
  }
}

/** The address of a post that is out. */
async function permalinkOf(session: Session, id: string): Promise<string | undefined> {
  const query = { fields: 'id,permalink' };
  const read = call(session, { method: 'GET', path: [id], query, answer: publishedMedia });
  return (await bestEffort(read))?.permalink;
}

async function isListed(session: Session, { preparedAt, replyTo, ...post }: Material): Promise<boolean> {
  const since = new Date(Date.parse(preparedAt) - CLOCK_SLACK_MS);
  return (await listOwn(session, since, replyTo)).some((item) => isSamePost(post, item));
}
