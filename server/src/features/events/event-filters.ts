import { z } from 'zod';
import { type Actor, brandsShown, hasPermission } from '../../core/actor.ts';
import { ApiError, invalid } from '../../core/errors.ts';
import type { EventType } from '../../core/event.ts';
import { queryInt } from '../../core/page.ts';
import { PlatformWord, platformNamed } from '../../core/platforms.ts';
import { EventTypeName, toEventType } from './event-types.ts';

const SEQ_MAX = 999_999_999_999_999;

/** The number of an event in its tenant's log; 0: before the first. */
export const Seq = queryInt(0, SEQ_MAX);

/** An identifier of any resource, in characters that PostgreSQL can compare. */
const ResourceId = z.string().regex(/^[\x21-\x7e]{1,200}$/, 'must be an identifier');

/** The filters that the list and the stream share. */
export const eventFilters = {
  category: z.enum(['posts', 'inbox', 'accounts']).optional(),
  status: z.enum(['ok', 'failed']).optional().meta({ description: 'failed: something did not work' }),
  platform: PlatformWord.optional(),
  account_id: ResourceId.optional(),
  resource_id: ResourceId.optional().meta({
    description: 'The post, comment, message or other thing that it is about',
  }),
  brand_id: ResourceId.optional().meta({ description: 'The brand at that time' }),
  type: EventTypeName.optional(),
  action: EventTypeName.optional().meta({ description: 'The older name of type' }),
};

const EventFilters = z.object(eventFilters);

/** The filters as the repository takes them, for what the actor may see. Throws 400 for an unknown platform or type. */
export function toEventFilter(actor: Actor, filters: z.output<typeof EventFilters>) {
  if (filters.type !== undefined && filters.action !== undefined && filters.type !== filters.action)
    throw invalid('action', 'action is the older name of type; send one of them.');
  return {
    category: categoryFor(actor, filters.category),
    status: filters.status,
    platform: filters.platform === undefined ? undefined : platformNamed(filters.platform, 'platform'),
    accountId: filters.account_id,
    resourceId: filters.resource_id,
    brandIds: brandsShown(actor, filters.brand_id),
    accountsOf: brandsShown(actor),
    type: toTypeFilter(filters),
  };
}

/** Events of the inbox carry what people wrote, so somebody without the inbox sees those of posts alone. */
function categoryFor(actor: Actor, asked: z.output<typeof EventFilters>['category']) {
  if (actor.type === 'key' || hasPermission(actor, 'inbox:read')) return asked;
  if (asked !== undefined && asked !== 'posts')
    throw new ApiError(
      'insufficient_scope',
      `Your role does not show events of ${asked}.`,
      { required_scope: 'inbox:read' },
      'auth.insufficient_scope',
    );
  return 'posts';
}

function toTypeFilter({ type, action }: z.output<typeof EventFilters>): EventType | undefined {
  if (type !== undefined) return toEventType('type', type);
  return action === undefined ? undefined : toEventType('action', action);
}
