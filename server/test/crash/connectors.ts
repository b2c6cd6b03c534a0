import { connectors as real } from '../../src/connectors/index.ts';
import type { TemplateMessage, Templates } from '../../src/core/business-messaging.ts';
import type { Connector, Content, Edit, PublishedItem, ThreadPart } from '../../src/core/connector.ts';
import type { Connectors } from '../../src/core/context.ts';
import type { Effect, Listed, Prepared, Published, Readiness, RepeatableEffect } from '../../src/core/effect.ts';
import type { CommentText, MentionReply, MessageInput, ReplyInput } from '../../src/core/inbox.ts';
import { PlatformError } from '../../src/core/platform-error.ts';
import type { Platform } from '../../src/core/platforms.ts';
import type { Session } from '../../src/core/session.ts';
import type { FakeRequest, Item } from './account-items.ts';
import { ask, call, refusal } from './ask.ts';
import type { EffectClass, Traits } from './traits.ts';

/** A platform name for each class, so that rows of the database look as usual. */
const PLATFORM_OF: Readonly<Record<EffectClass, Platform>> = {
  A: 'mastodon',
  B: 'threads',
  C: 'twitter',
  D: 'telegram',
};

/** The platform of an account: a server that ignores the key is one of the platform of class A. */
export function platformOf({ class: effectClass, ignoresKeys }: Traits): Platform {
  return PLATFORM_OF[ignoresKeys ? 'A' : effectClass];
}

/** When the classes that look do so, and what a platform may therefore hide at most. */
export const LOOKS = { A: [5, 30], C: [30, 120] } as const;

const KEY_WINDOW_SECONDS = 3300;

type Place = Pick<FakeRequest, 'kind' | 'text' | 'inReplyTo'>;

/** Connectors of all classes for the fake platform, as thin as can be. */
export function fakeConnectors(): Connectors {
  return Object.fromEntries(
    (Object.keys(PLATFORM_OF) as EffectClass[]).map((effectClass) => [
      PLATFORM_OF[effectClass],
      connector(effectClass),
    ]),
  );
}

function connector(effectClass: EffectClass): Connector {
  const { platform: _, polling: _p, inbound: _i, metrics: _m, pacing: _a, ...sheet } = real.twitter as Connector;
  return {
    ...sheet,
    platform: PLATFORM_OF[effectClass],
    auth: {
      hosts: {},
      profile: async () => Promise.reject(new Error('not asked for')),
      async refresh(session) {
        const { status, json } = await call(session, 'refresh', { refreshToken: session.tokens.refreshToken ?? '' });
        if (status !== 200) throw refusal(status, 'read', undefined, { invalidGrant: true });
        const { token, refreshToken } = json as { token: string; refreshToken: string };
        return { accessToken: token, refreshToken };
      },
    },
    publishing: effect<Content>(effectClass, (content) => ({ kind: 'post', text: content.text, inReplyTo: null })),
    thread: effect<ThreadPart>(effectClass, ({ content, parentId }) => ({
      kind: 'post',
      text: content.text,
      inReplyTo: parentId,
    })),
    comments: {
      list: async () => [],
      reply: effect<ReplyInput>(effectClass, ({ text, platformPostId, parentId }) => ({
        kind: 'comment',
        text,
        inReplyTo: parentId ?? platformPostId,
      })),
      privateReply: effect<CommentText>(effectClass, ({ text, commentId }) => ({
        kind: 'message',
        text,
        inReplyTo: commentId,
      })),
    },
    messages: {
      send: effect<MessageInput>(effectClass, ({ text = '', conversationId }) => ({
        kind: 'message',
        text,
        inReplyTo: conversationId,
      })),
      limits: { textLengthMax: 1000, attachments: [] },
    },
    templates: {
      ...(real.whatsapp?.templates as Templates),
      send: effect<TemplateMessage>(effectClass, ({ templateName, to }) => ({
        kind: 'message',
        text: templateName,
        inReplyTo: to,
      })),
    },
    mentions: {
      reply: effect<MentionReply>(effectClass, ({ text, mentionId }) => ({
        kind: 'comment',
        text,
        inReplyTo: mentionId,
      })),
    },
    reviews: {
      list: async () => ({ items: [] }),
      replyBytesMax: 1000,
      reply: changing(({ reviewId, text }) => ({ platformId: reviewId, text })),
    },
    removal: {
      class: 'repeatable',
      async send(session, { platformId }: PublishedItem) {
        await ask(session, 'remove', 'effect', { itemId: platformId }, [404]);
        return { platformId };
      },
    },
    editing: changing((edit) => edit),
    // Only the class that has one on the real platforms asks before it publishes.
    ...(effectClass === 'B'
      ? {
          pacing: {
            async allowance(session: Session) {
              const { remaining } = await ask(session, 'allowance', 'read', {});
              return { remaining: remaining as number, retryAfterSeconds: 60 };
            },
          },
        }
      : {}),
  };
}

function effect<Input>(effectClass: EffectClass, placeOf: (input: Input) => Place): Effect<Input> {
  const steps = {
    async prepare(session: Session): Promise<Prepared> {
      const { material } = await ask(session, 'prepare', 'read', {});
      return { material, preparedAt: session.now().toISOString() };
    },
    async ready(session: Session, { material }: Prepared): Promise<Readiness> {
      const { state } = await ask(session, 'ready', 'read', { material: material as string });
      if (state === 'ready') return { state };
      if (state === 'not_ready') return { state, checkAfterSeconds: 120 };
      return { state: 'failed', error: new PlatformError('rejected', 'The platform could not process the media.') };
    },
    async send(session: Session, input: Input, { material }: Prepared, key: string): Promise<Published> {
      const request = { ...placeOf(input), ...(material === undefined ? {} : { material: material as string }), key };
      const { id } = await ask(session, 'send', 'effect', request);
      return { platformId: id as string, permalink: `https://platform.test/${id}` };
    },
  };
  const listing = {
    async list(session: Session, input: Input, since: Date): Promise<readonly Listed[]> {
      const { kind, inReplyTo } = placeOf(input);
      const place = { ...(kind === undefined ? {} : { kind }), inReplyTo: inReplyTo ?? null };
      const { items } = await ask(session, 'list', 'read', { ...place, sinceMs: since.getTime() });
      return (items as { id: string; text: string; atMs: number }[]).map(({ id, text, atMs }) => ({
        platformId: id,
        text,
        createdAt: new Date(atMs),
      }));
    },
    matches: (input: Input, item: Listed) => placeOf(input).text === item.text,
  };
  switch (effectClass) {
    case 'A':
      return {
        class: 'A',
        keyWindowSeconds: KEY_WINDOW_SECONDS,
        isKeyHonoured: ({ metadata }) => metadata.ignoresKeys !== true,
        lookupDelaysSeconds: LOOKS.A,
        ...steps,
        ...listing,
      };
    case 'B':
      return {
        class: 'B',
        ...steps,
        ...listing,
        async state(session, { material }) {
          const response = await ask(session, 'state', 'read', { material: material as string });
          const { state, id } = response as { state: 'sent' | 'not_sent' | 'gone'; id?: string };
          return { state, ...(id === undefined ? {} : { published: { platformId: id } }) };
        },
      };
    case 'C':
      return { class: 'C', lookupDelaysSeconds: LOOKS.C, ...steps, ...listing };
    case 'D':
      return { class: 'D', send: steps.send };
  }
}

/** Gives an item another text. The reply to a review is a text of the review. */
function changing<Input>(editOf: (input: Input) => Edit): RepeatableEffect<Input> {
  return {
    class: 'repeatable',
    async send(session, input) {
      const { platformId, text } = editOf(input);
      await ask(session, 'edit', 'effect', { itemId: platformId, text });
      return { platformId };
    },
  };
}

/** The place of the items that an action of this kind makes. */
export function kindOf(action: string): Item['kind'] {
  if (['message', 'private_reply', 'template'].includes(action)) return 'message';
  return action === 'reply' || action === 'first_comment' || action === 'mention_reply' ? 'comment' : 'post';
}
