import type { StoredActor } from '../../core/actor.ts';
import type { NewEvent } from '../../core/event.ts';
import type { HeldState } from '../../core/held.ts';
import { compact } from '../../lib/compact.ts';
import type { HeldRow } from './held.repository.ts';

type Shown = Pick<
  HeldRow,
  'id' | 'kind' | 'operation' | 'reason' | 'post_id' | 'item_id' | 'account_ids' | 'created_by'
>;

const SAYS: Readonly<Record<HeldState, string>> = {
  waiting: 'waits for a person',
  approved: 'was approved',
  rejected: 'was rejected',
  changes_requested: 'needs changes',
  missed: 'still waited when its time came',
  expired: 'still waited when its window closed',
  withdrawn: 'was withdrawn',
};

/** The event of a new state. `waiting` is `held.created`. */
export function heldEvent(
  { id, kind, operation, reason, post_id, item_id, account_ids, created_by }: Shown,
  state: HeldState,
  decision: { readonly by?: StoredActor | undefined; readonly note?: string | undefined } = {},
): NewEvent {
  return {
    type: state === 'waiting' ? 'held.created' : `held.${state}`,
    resourceId: post_id ?? id,
    accountIds: account_ids,
    summary: `${operation} ${SAYS[state]}`,
    data: {
      held_id: id,
      kind,
      operation,
      reason,
      ...compact({ post_id: post_id ?? undefined, item_id: item_id ?? undefined }),
      created_by,
      ...compact({ decided_by: decision.by, note: decision.note }),
    },
  };
}
