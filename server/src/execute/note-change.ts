import { audit } from '../features/audit/index.ts';
import { entryOf, isAudited } from './audited.ts';
import { bodyOf, buildContext, type Note } from './build-context.ts';
import type { Call, Environment } from './call.ts';
import { readInput } from './parse-input.ts';

/** undefined: the log does not tell of the call. */
export async function noteOf(env: Environment, call: Call, input: unknown): Promise<Note | undefined> {
  if (!isAudited(call)) return undefined;
  const before = await stateBefore(env, call, input);
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
  const reader = env.readers.get(http.path);
  const reading = { ...call, keyUse: undefined, waitSeconds: 0 };
  const read = async () => {
    if (current !== undefined) return current(buildContext(env, reading), input);
    if (reader === undefined) return undefined;
    const asked = readInput(reader, { params: call.raw.params, query: {}, body: undefined }, { lenient: false });
    return bodyOf(await reader.run(buildContext(env, { ...reading, operation: reader }), asked));
  };
  return (await read().catch(() => undefined)) as Fields | undefined;
}
