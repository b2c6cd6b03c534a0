import type { Call } from '../../core/platform.ts';
import { canSee, type StatusRow, type Store } from './store.ts';

export function bearer(call: Call): string | undefined {
  return /^Bearer (.+)$/i.exec(call.headers.authorization ?? '')?.[1];
}

/** The id of the calling account. */
export function me(call: Call): string {
  return call.account?.platform_id ?? '';
}

export function ownStatus(store: Store, call: Call): StatusRow | undefined {
  const status = store.statuses.get(call.param('id'));
  return status?.author === me(call) ? status : undefined;
}

/** The status of this id, when the caller may see it. */
export function visibleStatus(store: Store, call: Call, id = call.param('id')): StatusRow | undefined {
  const status = store.statuses.get(id);
  return status && canSee(call.account?.platform_id, status) ? status : undefined;
}
