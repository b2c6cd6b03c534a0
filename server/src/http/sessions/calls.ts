import { joinOperations } from '../../features/members/index.ts';
import { type AnyPersonOperation, personOperations } from '../../features/people/index.ts';

/** Everything below `/session`, in the order of the reference. */
export const sessionCalls: readonly AnyPersonOperation[] = [...personOperations, ...joinOperations];
