import { PlatformError, type PlatformErrorKind } from '../../../core/platform-error.ts';

const OF_ITEM: readonly PlatformErrorKind[] = ['forbidden', 'rejected', 'not_found', 'not_supported'];

/** Whether a refusal concerns one item only: the others can be read all the same. */
export function isOfItem(error: unknown): error is PlatformError {
  return error instanceof PlatformError && OF_ITEM.includes(error.kind);
}
