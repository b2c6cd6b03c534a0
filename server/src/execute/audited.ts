import type { Actor, Permission } from '../core/actor.ts';
import { thingOf } from '../core/ids.ts';
import type { AnyOperation } from '../core/operation.ts';
import { type audit, changesOf } from '../features/audit/index.ts';
import { secretFieldsOf } from '../lib/secret-fields.ts';
import { pathFieldsOf, type RawInput } from './parse-input.ts';

/** The parts of a call that the audit log tells. */
interface AuditedCall {
  readonly operation: AnyOperation;
  readonly raw: RawInput;
  readonly actor: Actor;
  readonly requestId: string;
  /** The address of the request; empty: its connection is gone. */
  readonly ip: string;
  readonly dryRun: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** The log leaves out the words of operations with these scopes: they are erased together with the people they went to. */
const TO_OTHERS: readonly Permission[] = ['inbox:write', 'dms:send'];

/** Whether the log tells of a call: what people change, what keys change of the workspace itself, and decisions. */
export function isAudited({ operation, actor, dryRun }: Pick<AuditedCall, 'operation' | 'actor' | 'dryRun'>): boolean {
  const { http, scope, changes = http.method !== 'get' } = operation;
  const isTold = actor.type !== 'key' || scope === 'admin' || scope === 'owner' || operation.isAudited === true;
  return changes && !dryRun && isTold;
}

/** The operations that read what others change, by their path. One that calls a platform is none: a change must not wait for it. */
export function readersOf(operations: readonly AnyOperation[]): ReadonlyMap<string, AnyOperation> {
  const readers = operations.filter(
    ({ http, changes, callsPlatform, isStream }) =>
      http.method === 'get' && changes !== true && callsPlatform !== true && isStream !== true,
  );
  return new Map(readers.map((operation) => [operation.http.path, operation]));
}

/** The id of what waits for a person, in a response that says so. */
export function heldIdOf(response: unknown): string | undefined {
  const { held_id: id, held } = (response ?? {}) as { held_id?: string; held?: { id: string } | null };
  return id ?? held?.id;
}

/** The entry of a call. `before`: what was there, where it was read. `response`: the body, or what names the resource by its id. */
export function entryOf(
  call: AuditedCall,
  input: Fields,
  before: Fields | undefined,
  response: unknown,
): audit.NewEntry {
  const { operation, actor, requestId, ip } = call;
  const { name, scope, upload } = operation;
  const others = [...pathFieldsOf(operation), upload?.field];
  const changed = Object.fromEntries(Object.entries(input).filter(([field]) => !others.includes(field)));
  const secrets = new Set([...secretFieldsOf(operation.input), ...secretFieldsOf(operation.output)]);
  const heldId = heldIdOf(response);
  return {
    actor,
    action: name,
    resource: resourceOf(call, response),
    changes: {
      ...(TO_OTHERS.includes(scope) ? {} : changesOf(changed, before, secrets)),
      ...(heldId === undefined ? {} : { held_id: [null, heldId] as const }),
    },
    ip: ip === '' ? null : ip,
    requestId,
  };
}

/** The thing that a call was about: the last `{thing_id}` of its path, else the first of our ids in the response. */
function resourceOf({ operation, raw }: Pick<AuditedCall, 'operation' | 'raw'>, response: unknown) {
  const named = operation.subject ?? pathFieldsOf(operation).findLast((field) => field.endsWith('_id'));
  if (named !== undefined) return { type: named.slice(0, -'_id'.length), id: String(raw.params[named]) };
  const { id, ...others } = { ...(response as Fields | null), ...raw.params };
  for (const [field, value] of [['id', id] as const, ...Object.entries(others)]) {
    const type = typeof value === 'string' && /(^|_)id$/.test(field) ? thingOf(value) : undefined;
    if (type !== undefined) return { type, id: value as string };
  }
  return undefined;
}
