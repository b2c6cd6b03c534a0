import { waitsForPerson } from '../core/errors.ts';
import type { Call, Environment } from './call.ts';
import { resourceBefore } from './note-change.ts';

/** 403 for what would leave, when the actor does not send alone. `features/outcomes` is the second wall. */
export async function assertMaySend(env: Environment, call: Call, input: unknown): Promise<void> {
  const { leaves } = call.operation;
  if (call.actor.sending !== 'held' || leaves === undefined || leaves === false) return;
  if (leaves === true) throw waitsForPerson();
  // A new thing has no state; that of another one is read, and without it the most that may happen counts.
  const current = call.operation.http.path.includes('{') ? await resourceBefore(env, call) : undefined;
  if (leaves(input, current as { status: string } | undefined)) throw waitsForPerson();
}
