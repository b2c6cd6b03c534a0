import { audit } from '../features/audit/index.ts';
import { entryOf, isAudited } from './audited.ts';
import { bodyOf, buildContext, type Note } from './build-context.ts';
import type { Call, Environment } from './call.ts';
import { readInput } from './parse-input.ts';

/** undefined: the log does not tell of the call. */
export async function noteOf(env: Environment, call: Call, input: unknown): Promise<Note | undefined> {
  if (!isAudited(call)) return undefined;
  return toNote(call, input, await stateBefore(env, call, input));
}

/** The entry of a call that waits for a person, by any author. */
export function noteOfWaiting(call: Call, input: unknown): Note | undefined {
  return call.dryRun ? undefined : toNote(call, input, undefined);
}

function toNote(call: Call, input: unknown, before: Fields | undefined): Note {
  return {
    write: (db, response) => audit.insert(db, call.tenant.id, entryOf(call, input as Fields, before, response)),
    isWritten: false,
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** What a call is about to change, for the audit log; undefined: nothing reads it. The call itself then says why. */
async function stateBefore(env: Environment, call: Call, input: unknown): Promise<Fields | undefined> {
  const { current, http } = call.operation;
  if (http.method !== 'patch' && http.method !== 'put') return undefined;
  if (current === undefined) return resourceBefore(env, call);
  const read = current(buildContext(env, { ...call, keyUse: undefined, waitSeconds: 0 }), input);
  return (await read.catch(() => undefined)) as Fields | undefined;
}

/** The thing that the path of a call names, as its `GET` shows it; undefined: nothing reads it, or it is not there. */
export async function resourceBefore(env: Environment, call: Call): Promise<Fields | undefined> {
  const operation = env.readers.get(call.operation.http.path);
  if (operation === undefined) return undefined;
  const ctx = buildContext(env, { ...call, operation, keyUse: undefined, waitSeconds: 0 });
  const read = async () => {
    const asked = readInput(operation, { params: call.raw.params, query: {}, body: undefined }, { lenient: false });
    return bodyOf(await operation.run(ctx, asked));
  };
  return (await read().catch(() => undefined)) as Fields | undefined;
}
