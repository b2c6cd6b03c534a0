import type { Content } from '../../core/connector.ts';
import type { TwoPhaseEffect } from '../../core/effect.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { attachedContainer, attachedState, mayBeAttached } from '../shared/meta/attached.ts';
import { readinessOf, toState } from '../shared/meta/containers.ts';
import {
  checkContainer,
  containers,
  createContainer,
  createItems,
  publishContainer,
  readContainer,
} from './containers.ts';
import { assertPublishable, childForms, isSamePost, postForm } from './map.ts';
import { listOwn } from './own-media.ts';
import { type Material, material } from './wire.ts';

/** The clock of Threads may be behind ours. */
const CLOCK_SLACK_MS = 120_000;

/** The content that an effect creates on Threads. */
interface Post {
  readonly content: Content;
  readonly replyTo?: string | undefined;
}

/**
 * Posts, parts of a thread and replies are created in the same way: a container that is processed unpublished, and
 * `threads_publish`, the one call with an effect. The container shows afterwards whether it happened.
 * https://developers.facebook.com/docs/threads/posts
 */
export function twoPhase<Input>(postOf: (input: Input) => Post): TwoPhaseEffect<Input> {
  return {
    class: 'B',
    prepare: (session, input) => prepare(session, postOf(input)),

    async ready(session, prepared) {
      return readinessOf(containers, await readContainer(session, material.parse(prepared).container));
    },

    send: (session, _input, prepared) => publishContainer(session, material.parse(prepared).container),

    async state(session, prepared) {
      const made = material.parse(prepared);
      const status = await readContainer(session, made.container);
      return made.isAttached === true ? attachedState(status) : await toState(status, () => isListed(session, made));
    },

    list: (session, input, since) => listOwn(session, since, postOf(input).replyTo),

    matches(input, item) {
      const { content } = postOf(input);
      if (attachedContainer(content) !== undefined) return mayBeAttached(content, item);
      const { text, media } = content;
      return isSamePost({ text, mediaCount: media.length }, item);
    },
  };
}

async function prepare(session: Session, { content, replyTo }: Post): Promise<Material> {
  assertPublishable(content);
  const preparedAt = session.now().toISOString();
  const mediaCount = content.media.length;
  const attached = attachedContainer(content);
  if (attached !== undefined) {
    const container = await checkContainer(session, attached);
    return { container, children: [], mediaCount, text: content.text, preparedAt, isAttached: true };
  }
  const children = mediaCount > 1 ? await createItems(session, childForms(content)) : [];
  const container = await createContainer(session, postForm(content, children, { replyTo }));
  return compact({ container, children, mediaCount, text: content.text, replyTo, preparedAt });
}

async function isListed(session: Session, { preparedAt, replyTo, ...post }: Material): Promise<boolean> {
  const since = new Date(Date.parse(preparedAt) - CLOCK_SLACK_MS);
  return (await listOwn(session, since, replyTo)).some((item) => isSamePost(post, item));
}
