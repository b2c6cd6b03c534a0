import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { illegal, invalidParameter } from './errors.ts';
import { requireOrganization } from './people/profile.ts';
import { listIn, paged, requiredIn, valueIn } from './restli.ts';
import { type CommentRow, idOf, type LinkedIn, type NotificationRow, type PostRow, urnOf } from './store.ts';

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/organization-social-action-notifications */
const keptMs = 60 * 86_400_000;
const actions = ['LIKE', 'COMMENT', 'SHARE', 'SHARE_MENTION', 'COMMENT_EDIT', 'COMMENT_DELETE', 'ADMIN_COMMENT'];

interface Happening {
  readonly action: string;
  readonly post: PostRow;
  readonly comment?: CommentRow;
  /** The person who liked or shared. */
  readonly actor?: string;
}

/** Notes it for the list. Only public posts of pages; runs inside an effect. */
export function notify({ world, store, kind }: LinkedIn, { action, post, comment, actor }: Happening): void {
  if (kind !== 'organization' || post.visibility !== 'PUBLIC') return;
  const entity = urnOf('organization', post.account);
  const isMention = action === 'SHARE_MENTION';
  const row: NotificationRow = {
    account: post.account,
    action,
    is_ours: action === 'ADMIN_COMMENT',
    created_at: world.clock.now(),
    body: {
      notificationId: Number(store.notifications.oldest()?.body.notificationId ?? 4_128) + store.notifications.size,
      organizationalEntity: entity,
      action,
      ...(!isMention && { sourcePost: post.activity, decoratedSourcePost: sourceView(post) }),
      ...(isMention && {
        generatedActivity: post.id,
        decoratedGeneratedActivity: { share: { entity: post.id, owner: post.author, text: post.text } },
      }),
      ...(comment && {
        generatedActivity: comment.urn,
        decoratedGeneratedActivity: {
          comment: {
            entity: comment.urn,
            owner: comment.actor,
            object: comment.parent === '' ? comment.activity : comment.parent,
            text: comment.text,
          },
        },
      }),
      ...(actor !== undefined && !comment && !isMention && { generatedActivity: actor }),
      lastModifiedAt: world.clock.now(),
    },
  };
  store.notifications.put(String(row.body.notificationId), row);
}

function sourceView({ activity, author, text, media }: PostRow): object {
  const mediaCategory = media[0] ? media[0].type.toUpperCase() : 'NONE';
  return { entity: activity, owner: author, text, mediaCategory };
}

/** `GET /rest/organizationalEntityNotifications?q=criteria`, newest first. */
export function listNotifications(linkedin: LinkedIn, call: Call): PlatformResponse {
  const { world, store } = linkedin;
  if (requiredIn(call, 'q') !== 'criteria') throw illegal('Only the finder criteria is known here');
  const entity = requireOrganization(linkedin, call, 'organizationalEntity');
  const wanted = listIn(call, 'actions') ?? actions;
  const unknown = wanted.find((action) => !actions.includes(action));
  if (unknown !== undefined) throw invalidParameter(`Unknown action ${unknown}`);
  const { start, end } = readRange(valueIn(call, 'timeRange'));
  const since = Math.max(start, world.clock.now() - keptMs);
  const rows = store.notifications
    .where('account', idOf(entity))
    .filter(({ action, created_at }) => wanted.includes(action) && created_at >= since && created_at <= end)
    .reverse();
  return json(paged(call, rows, ({ body }) => body));
}

/** `(start:1,end:2)` in ms; both may be left out. */
export function readRange(value: unknown): { start: number; end: number } {
  if (value === undefined) return { start: 0, end: Number.MAX_SAFE_INTEGER };
  const { start = '0', end = String(Number.MAX_SAFE_INTEGER) } = value as Record<string, unknown>;
  if (typeof value !== 'object' || !/^\d+$/.test(String(start)) || !/^\d+$/.test(String(end)))
    throw invalidParameter('Invalid time range');
  return { start: Number(start), end: Number(end) };
}
