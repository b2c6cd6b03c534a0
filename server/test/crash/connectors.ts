import { connectors as real } from '../../src/connectors/index.ts';
import type { Connector, Content, PublishedItem, ThreadPart } from '../../src/core/connector.ts';
import type { Connectors } from '../../src/core/context.ts';
import type { TemplateMessage, Templates } from '../../src/core/messaging/business-messaging.ts';
import type { CommentText, MentionReply, ReplyInput } from '../../src/core/messaging/inbox.ts';
import type { MessageInput } from '../../src/core/messaging/messages.ts';
import type { Platform } from '../../src/core/platforms.ts';
import type { Session } from '../../src/core/session.ts';
import type { Item } from './account-items.ts';
import { ask, call, rejection } from './ask.ts';
import { changing, effect } from './effects.ts';
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
        if (status !== 200) throw rejection(status, 'read', undefined, { invalidGrant: true });
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
      list: async () => ({ items: [] }),
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

/** The place of the items that an action of this kind makes. */
export function kindOf(action: string): Item['kind'] {
  if (['message', 'private_reply', 'template'].includes(action)) return 'message';
  return action === 'reply' || action === 'first_comment' || action === 'mention_reply' ? 'comment' : 'post';
}
