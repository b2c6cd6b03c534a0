import { PlatformError, type PlatformErrorKind } from '../../../core/platform-error.ts';

const OF_ITEM: readonly PlatformErrorKind[] = ['forbidden', 'rejected', 'not_found', 'not_supported'];

/**
 * A rejection that concerns one item only, as a value: the others can be read all the same, and its calls count against the
 * budget like all others. Throws every other fault.
 */
export function rejectionOfItem(error: unknown): PlatformError {
  if (error instanceof PlatformError && OF_ITEM.includes(error.kind)) return error;
  throw error;
}
