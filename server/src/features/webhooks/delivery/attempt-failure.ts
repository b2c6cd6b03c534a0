import { STATUS_CODES } from 'node:http';
import type { CustomerResponse } from '../../../core/tools.ts';
import { GONE, isAccepted } from './retry-times.ts';

/** Why an attempt failed: no response (`blocked` to `network`), a response that is no success, or no call at all. */
export const ATTEMPT_REASONS = [
  'blocked',
  'dns',
  'refused',
  'unreachable',
  'tls',
  'timeout',
  'reset',
  'protocol',
  'network',
  'status',
  'redirect',
  'gone',
  'event_expired',
  'interrupted',
] as const;
export type AttemptReason = (typeof ATTEMPT_REASONS)[number];

export interface AttemptFailure {
  /** For programs. */
  readonly reason: AttemptReason;
  /** For people, in words that the owner of the endpoint understands. */
  readonly message: string;
}

/** Why a response is no success; undefined for 2xx. */
export function failureOf({ status, reason, error }: CustomerResponse): AttemptFailure | undefined {
  if (isAccepted(status)) return undefined;
  if (status === null) {
    const known = ATTEMPT_REASONS.find((each) => each === reason) ?? 'network';
    return { reason: known, message: error ?? 'there was no response' };
  }
  const name = STATUS_CODES[status];
  const answered = `the endpoint answered ${status}${name === undefined ? '' : ` ${name}`}`;
  if (status === GONE) return { reason: 'gone', message: `${answered}, which disables it` };
  if (status >= 300 && status < 400) return { reason: 'redirect', message: `${answered}; redirects are not followed` };
  return { reason: 'status', message: answered };
}

export const EVENT_EXPIRED: AttemptFailure = {
  reason: 'event_expired',
  message: 'the event is past its retention and no longer kept',
};

export const INTERRUPTED: AttemptFailure = {
  reason: 'interrupted',
  message: 'the service stopped before it could record the answer',
};
