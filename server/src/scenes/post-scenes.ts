import type { EventType } from '../core/event.ts';
import { canPublishText, draft, publish, publishedPost } from './post.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';
import type { Json } from './visitor.ts';

const WORDS = 'The platform rejects this post, as trigger wished.';
/** A rejection for good. Some clients read it from the body, in one of these forms, others from the status. */
const REFUSAL = {
  kind: 'body',
  status: 400,
  body: { ok: false, error_code: 400, description: WORDS, message: WORDS, error: { code: 100, message: WORDS } },
};
const DAY_MS = 86_400_000;

const ofPost = (post: Json) => (event: Json) => event.resource_id === post.id || event.data.post_id === post.id;

/** A post that meets a fault of the account's platform, and the event that comes of it. */
async function faulty(stage: Stage, type: EventType, fault: Json, further: readonly Json[] = []): Promise<Json> {
  return stage.faulty(fault, async () => stage.arrives(type, ofPost(await publish(stage, ...further))));
}

/** The event about the post that an act gives. */
const after = (type: EventType, act: (stage: Stage) => Promise<Json>) => async (stage: Stage) => {
  const post = await act(stage);
  return stage.arrives(type, ofPost(post));
};

const scheduledAt = () => new Date(Date.now() + DAY_MS).toISOString();
const posting = (item: Json) => item.capabilities.publish;

/** Scenes of posts. */
export const postScenes: Partial<Record<EventType, Scene>> = {
  'post.scheduled': {
    about: 'a post is scheduled for tomorrow',
    suits: posting,
    play: after('post.scheduled', (stage) => draft(stage, { scheduled_at: scheduledAt() })),
  },
  'post.published': {
    about: 'a post is published on the account',
    suits: posting,
    play: after('post.published', publish),
  },
  'post.failed': {
    about: 'the platform rejects a post',
    suits: posting,
    play: (stage) => faulty(stage, 'post.failed', REFUSAL),
  },
  'post.partial': {
    about: 'of two platforms one rejects a post',
    suits: canPublishText,
    play: (stage) => faulty(stage, 'post.partial', REFUSAL, [stage.other()]),
  },
  'post.unconfirmed': {
    about: "the platform's answer is lost, and nothing tells what happened",
    suits: (item) => canPublishText(item) && item.recovery_class === 'D',
    play: (stage) => faulty(stage, 'post.unconfirmed', { kind: 'accept_drop' }),
  },
  'post.updated': {
    about: 'the text of a post is changed before it is published',
    suits: posting,
    play: after('post.updated', async (stage) => {
      const post = await draft(stage, { scheduled_at: scheduledAt() });
      return (await stage.api('PATCH', `/v1/posts/${post.id}`, { text: `${stage.text} (changed)` })).body;
    }),
  },
  'post.deleted': {
    about: 'a draft is deleted',
    suits: posting,
    play: after('post.deleted', async (stage) => {
      const post = await draft(stage);
      await stage.api('DELETE', `/v1/posts/${post.id}`);
      return post;
    }),
  },
  'post.unpublished': {
    about: 'the newest published post is taken down',
    suits: ({ capabilities }) => capabilities.publish && capabilities.delete,
    play: after('post.unpublished', async (stage) => {
      const { post } = await publishedPost(stage);
      await stage.api('POST', `/v1/posts/${post.id}/unpublish`, {});
      return post;
    }),
  },
  'post.retried': {
    about: 'a post that the platform rejected is tried again',
    suits: posting,
    play: after('post.retried', async (stage) => {
      const { resource_id: id } = await faulty(stage, 'post.failed', REFUSAL);
      await stage.api('POST', `/v1/posts/${id}/retry`, {});
      return { id };
    }),
  },
};
