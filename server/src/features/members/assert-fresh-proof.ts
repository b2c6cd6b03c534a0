import type { Context } from '../../core/context.ts';
import { ApiError } from '../../core/errors.ts';

/** 403 for a person who signed in more than ten minutes ago: a session that was left open must not change what matters. */
export function assertFreshProof({ request }: Pick<Context, 'request'>): void {
  if (!request.isProofFresh) throw staleProof();
}

export function staleProof(): ApiError {
  return new ApiError(
    'permission_denied',
    'Sign in again first: this needs a sign-in within the last ten minutes.',
    undefined,
    'auth.sign_in_again',
  );
}
