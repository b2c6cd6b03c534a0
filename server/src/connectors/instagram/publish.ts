import type { Content } from '../../core/connector.ts';
import type { Listed, Readiness, TwoPhaseEffect } from '../../core/effect.ts';
import type { Session } from '../../core/session.ts';
import { proven } from '../shared/collected.ts';
import { attachedContainer, attachedState, mayBeAttached } from '../shared/meta/attached.ts';
import { readinessOf, toState } from '../shared/meta/containers.ts';
import { collectPages } from '../shared/meta/paging.ts';
import { wholeSeconds } from '../shared/whole-seconds.ts';
import { call } from './client.ts';
import {
  checkContainer,
  containers,
  createContainer,
  createItems,
  publishContainer,
  readContainer,
} from './containers.ts';
import { childForms, isSamePost, mediaTypeOf, parentForm, postKind, singleForm, toListed } from './map.ts';
import { type Material, MEDIA_FIELDS, material, mediaPage } from './wire.ts';

/** A story is shown for a day. An hour less makes up for clocks. */
const STORY_SHOWN_MS = 23 * 3_600_000;
/** Instagram's clock may be behind ours. */
const CLOCK_SLACK_MS = 120_000;

/**
 * Containers are created and processed unpublished. `media_publish` is the one call with an effect, and the container
 * shows afterwards whether it happened. https://developers.facebook.com/docs/instagram-platform/content-publishing
 */
export const publishing: TwoPhaseEffect<Content> = {
  class: 'B',
  async prepare(session, content): Promise<Material> {
    const kind = postKind(content);
    const preparedAt = session.now().toISOString();
    const children = kind === 'carousel' ? await createItems(session, childForms(content)) : [];
    const mediaType = mediaTypeOf(kind, content.media[0]);
    const attached = attachedContainer(content);
    if (attached !== undefined) {
      const container = await checkContainer(session, attached);
      return { container, children, kind, mediaType, caption: content.text, preparedAt, isAttached: true };
    }
    const form = kind === 'carousel' ? parentForm(content, children) : singleForm(content, kind);
    const container = await createContainer(session, form);
    return { container, children, kind, mediaType, caption: content.text, preparedAt };
  },

  async ready(session, prepared): Promise<Readiness> {
    return readinessOf(containers, await readContainer(session, material.parse(prepared).container));
  },

  send: (session, _content, prepared) => publishContainer(session, material.parse(prepared).container),

  async state(session, prepared) {
    const { container, isAttached, ...made } = material.parse(prepared);
    const status = await readContainer(session, container);
    return isAttached === true ? attachedState(status) : await toState(status, () => isListed(session, made));
  },

  list(session, content, since) {
    const kind = postKind(content);
    // The customer's container may hold a carousel.
    const mediaType = attachedContainer(content) === undefined ? mediaTypeOf(kind, content.media[0]) : undefined;
    return listPosts(session, { kind, mediaType }, since);
  },

  // The edge of stories shows the last day.
  showsAllSince: (content, since, now) =>
    postKind(content) !== 'story' || now.getTime() - since.getTime() < STORY_SHOWN_MS,

  matches(content, item) {
    const kind = postKind(content);
    if (attachedContainer(content) !== undefined) return kind === 'story' || mayBeAttached(content, item);
    return isSamePost({ kind, caption: content.text, count: content.media.length }, item);
  },
};

/**
 * The account's newest posts of one kind since a time. Stories have an edge of their own, which shows the last day and
 * no text. So only the type of the media tells stories apart.
 */
async function listPosts(
  session: Session,
  { kind, mediaType }: Pick<Material, 'kind'> & { readonly mediaType: string | undefined },
  since: Date,
): Promise<Listed[]> {
  const sinceSeconds = wholeSeconds(since);
  const isStory = kind === 'story';
  const path = [session.account.platformId, isStory ? 'stories' : 'media'];
  const query = { fields: MEDIA_FIELDS, limit: 50, since: isStory ? undefined : sinceSeconds };
  const found = await collectPages((position) =>
    call(session, { method: 'GET', path, query: { ...query, ...position }, response: mediaPage }),
  );
  return proven(found)
    .filter(({ media_type = mediaType }) => mediaType === undefined || media_type === mediaType)
    .map(toListed)
    .filter(({ createdAt }) => createdAt.getTime() >= sinceSeconds * 1000);
}

async function isListed(session: Session, made: Omit<Material, 'container' | 'isAttached'>): Promise<boolean> {
  const since = new Date(Date.parse(made.preparedAt) - CLOCK_SLACK_MS);
  const count = Math.max(made.children.length, 1);
  return (await listPosts(session, made, since)).some((item) => isSamePost({ ...made, count }, item));
}
