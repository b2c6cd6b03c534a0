import { conflict } from '../../../core/errors.ts';
import { compact } from '../../../lib/compact.ts';
import { FAILING_DAYS_MAX } from '../delivery/retry-times.ts';

export const ENDPOINT_STATUSES = ['active', 'paused', 'disabled'] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** Why the service disabled an endpoint. */
export const DISABLED_BECAUSE = {
  gone: 'it answered 410 Gone',
  failing: `nothing but failures for ${FAILING_DAYS_MAX} days`,
} as const;
export type DisabledReason = keyof typeof DISABLED_BECAUSE;

interface Switched {
  readonly is_active: boolean;
  readonly disabled_reason: DisabledReason | null;
}

/** An endpoint is paused by its owner and disabled by the service. */
export function statusOf({ is_active: isActive, disabled_reason: reason }: Switched): {
  status: EndpointStatus;
  status_reason?: string;
} {
  if (isActive) return { status: 'active' };
  if (reason === null) return { status: 'paused', status_reason: 'paused by its owner' };
  return { status: 'disabled', status_reason: DISABLED_BECAUSE[reason] };
}

/** Throws 409 for an endpoint that gets nothing. */
export function assertActive(endpoint: Switched & { readonly id: string }): void {
  const { status, status_reason: reason } = statusOf(endpoint);
  if (status === 'active') return;
  const { id, disabled_reason: disabledReason } = endpoint;
  const meta = { resource: 'webhook', id, status, ...compact({ disabled_reason: disabledReason ?? undefined }) };
  const message = `The endpoint ${id} is ${status} (${reason}), so that nothing is sent to it. Switch it on with PATCH /v1/webhooks/${id} {"is_active": true}; what waits is then sent.`;
  throw conflict(message, meta);
}
