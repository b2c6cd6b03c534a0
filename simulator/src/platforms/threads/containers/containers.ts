import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import type { Operation } from '../../../core/world/world.ts';
import { invalidParameter } from '../../meta/errors.ts';
import { booleanInput } from '../../meta/input.ts';
import { ownAccount } from '../access.ts';
import { mediaNotFound } from '../errors.ts';
import { publishDraft, replyOperation } from '../publish.ts';
import { checkQuota } from '../quotas.ts';
import type { ContainerRow, Draft, PostRow, Threads } from '../store.ts';
import { statusOf } from './container-status.ts';
import { checkDraftScopes, readDraft } from './draft-input.ts';
import { inspectMedia } from './draft-media.ts';

/** Images and videos are never ready at the first look, texts always. */
const mediaPolls = 1;

/** https://developers.facebook.com/docs/threads/posts: step 1, for a text with `auto_publish_text` the only one. */
export async function createContainer(threads: Threads, call: Call): Promise<PlatformResponse> {
  const { world, store } = threads;
  const account = ownAccount(threads, call);
  const draft = readDraft(call);
  checkDraftScopes(call, draft);
  checkPosts(threads, account.platform_id, draft);
  const isPublishedAtOnce = publishesAtOnce(call);
  if (isPublishedAtOnce && draft.media_type !== 'TEXT')
    throw invalidParameter('Param auto_publish_text is only supported for text posts');
  const error_message = await inspectMedia(world, draft);
  const children = draft.children.map((id) => childOf(threads, account.platform_id, id));
  if (isPublishedAtOnce) checkQuota(threads, account.platform_id, draft.reply_to === null ? 'post' : 'reply');

  const id = call.effect(() => {
    const isMedia = draft.media_type !== 'TEXT';
    const row: ContainerRow = {
      ...draft,
      id: world.ids.digits('178', 17),
      account: account.platform_id,
      created_at: world.clock.now(),
      polls_left: Math.max(isMedia ? mediaPolls : 0, call.notReadyPolls()),
      error_message: error_message ?? children.find((child) => child.error_message !== null)?.error_message ?? null,
      media_id: null,
    };
    store.containers.put(row.id, row);
    return isPublishedAtOnce ? publishDraft(threads, call, account, row).id : row.id;
  });
  return json({ id });
}

function publishesAtOnce(call: Call): boolean {
  return booleanInput(call, 'auto_publish_text') ?? false;
}

export function createOperation(threads: Threads, call: Call): Operation {
  const isPublishedAtOnce = ['true', '1'].includes(call.input('auto_publish_text')?.toLowerCase() ?? '');
  return isPublishedAtOnce ? replyOperation(threads, call.input('reply_to_id') || null) : 'create_container';
}

/** The account can answer or quote only what it sees: its own threads and posts that mention it. */
function checkPosts({ store }: Threads, account: string, { reply_to, quote_of }: Draft): void {
  const isInSight = (row: PostRow | undefined) => row?.account === account && row.parent === null;
  if (reply_to !== null && !isInSight(store.posts.get(reply_to)))
    throw invalidParameter('Param reply_to_id is not a media that this profile can reply to');
  if (quote_of !== null && !isInSight(store.posts.get(quote_of)))
    throw invalidParameter('Param quote_post_id is not a media that this profile can quote');
}

/** Items must be finished before the carousel is made of them. */
function childOf({ world, store }: Threads, account: string, id: string): ContainerRow {
  const child = store.containers.get(id);
  if (child?.account !== account || !child.is_carousel_item) throw mediaNotFound(id);
  const status = statusOf(child, world.clock.now());
  if (status === 'IN_PROGRESS' || status === 'EXPIRED') throw mediaNotFound(id);
  return child;
}
