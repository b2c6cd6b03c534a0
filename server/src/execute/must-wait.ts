import type { Call, Environment } from './call.ts';
import { resourceBefore } from './note-change.ts';

/** Whether a call leaves and its actor sends nothing alone. `features/outcomes` is the second wall. */
export async function mustWait(env: Environment, call: Call, input: unknown): Promise<boolean> {
  const { leaves, holdsItself } = call.operation;
  if (call.actor.sending !== 'held' || holdsItself === true || leaves === undefined || leaves === false) return false;
  if (leaves === true) return true;
  // A new thing has no state; that of another one is read, and without it the most that may happen counts.
  const current = call.operation.http.path.includes('{') ? await resourceBefore(env, call) : undefined;
  return leaves(input, current as { status: string } | undefined);
}
