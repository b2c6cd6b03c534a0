import { type Payments, PaymentsError } from '../../core/billing/payments.ts';
import type { Context } from '../../core/context.ts';
import { ApiError, conflict } from '../../core/errors.ts';
import { assertRedirectUri } from '../redirect-uris/index.ts';

/** 501 for an installation without a payment processor. */
export function notConfigured(): ApiError {
  return new ApiError(
    'not_supported',
    'Billing is not configured here: this installation sells no plans. Its operator sets them (docs/billing.md).',
    { resource: 'billing' },
    'resource.not_supported',
  );
}

/** The payments of a live tenant. 501 where nothing is sold, 409 for test keys. */
export function paymentsOf({ payments, tenant }: Pick<Context, 'payments' | 'tenant'>): Payments {
  if (payments === undefined) throw notConfigured();
  if (tenant.mode === 'test')
    throw billingConflict(
      'The subscription belongs to the whole workspace. Use a live key (hub_live_…).',
      'billing.live_only',
    );
  return payments;
}

export const billingConflict = (message: string, detailCode?: string) =>
  conflict(message, { resource: 'billing' }, detailCode);

/** Calls the payment processor, and turns its faults into 503 and 502. */
export async function askPayments<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    const wrapped = toApiError(error);
    wrapped.cause = error;
    throw wrapped;
  }
}

function toApiError({ kind, message }: PaymentsError): ApiError {
  if (kind === 'unavailable') {
    const text = 'The payment processor does not answer right now. Nothing was changed.';
    return new ApiError('unavailable', text, { retry_after: 5 });
  }
  const text =
    kind === 'declined'
      ? `The payment processor rejected: ${message}`
      : 'The payment processor rejected. The operator finds the cause in the log by the request id.';
  return new ApiError('platform_error', text, { resource: 'billing' });
}

/** The address that browsers come back to; default: our start page. */
export function returnAddress({ platforms }: Pick<Context, 'platforms'>, field: string, address?: string): string {
  if (address === undefined) return platforms.publicUrl('/');
  assertRedirectUri(address, field, 'validation.field_invalid');
  return address;
}
