import type { Actor } from '../core/actor.ts';
import type { Context, PlatformContext } from '../core/context.ts';
import { type AnyOperation, Reply, type StoredResponse } from '../core/operation.ts';
import { assertTakesWrites, type Tenant } from '../core/tenant.ts';
import type { LiveCalls, Tools } from '../core/tools.ts';
import type { Runner } from '../db/query.ts';
import { audit } from '../features/audit/index.ts';
import { usageHeaders } from '../features/usage/index.ts';
import { secretFieldsOf } from '../lib/secret-fields.ts';
import { entryOf, isAudited } from './audited.ts';
import { findStored, type Stored, store } from './idempotency.repository.ts';
import { type KeyUse, oneAtATime } from './idempotency.ts';
import { type RawInput, readInput } from './parse-input.ts';
import { assertPermitted } from './permission.ts';
import { type QuotaTools, quotaErrorOf, rejectEarly } from './quota.ts';
import { replayingActor } from './replay-rights.ts';

/** One call of an operation, as a surface (HTTP, tools) hands it over. */
export interface Call {
  readonly operation: AnyOperation;
  readonly raw: RawInput;
  readonly tenant: Tenant;
  readonly actor: Actor;
  readonly requestId: string;
  /** The address that it came from; empty: its connection is gone. */
  readonly ip: string;
  readonly isProofFresh: boolean;
  readonly dryRun: boolean;
  readonly waitSeconds: number;
  readonly lenient: boolean;
  readonly skipsVerification: boolean;
  readonly keyUse: KeyUse | undefined;
  readonly lastEventId?: string | undefined;
}

export interface OperationResult {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;
}

/** What every operation of the process shares. */
export interface Environment extends QuotaTools {
  readonly connectors: Context['connectors'];
  readonly tools: Tools;
  readonly live: LiveCalls;
  /** Operations that read what others change, by their path. */
  readonly readers: ReadonlyMap<string, AnyOperation>;
}

/** Carries the result of a dry run out of the transaction that is rolled back. */
class DryRun {
  readonly result: unknown;
  constructor(result: unknown) {
    this.result = result;
  }
}

/** Runs the steps around an operation that every surface shares: scope, input, idempotency, run, usage headers. */
export async function executeOperation(env: Environment, call: Call): Promise<OperationResult> {
  const { operation, keyUse } = call;
  assertPermitted(call.actor, operation.scope);
  if (operation.http.method !== 'get') assertTakesWrites(call.tenant);
  const input = readInput(operation, call.raw, { lenient: call.lenient });
  if (keyUse === undefined || call.dryRun) return runOnce(env, call, input);
  return oneAtATime(keyUse, async (hasWaited) => {
    const db = env.tenantDatabase(call.tenant.id);
    const stored =
      operation.checksIdempotencyAtCommit === true && !hasWaited
        ? undefined
        : await findStored(db, keyUse, env.tools.vault);
    if (stored !== undefined) return replay(env, call, stored);
    let isCommitted = false;
    try {
      return await runOnce(env, call, input, () => {
        isCommitted = true;
      });
    } catch (error) {
      if (isCommitted) throw error;
      // Another request with the same key may have finished meanwhile. Then its response counts, not our error.
      const late = await findStored(db, keyUse, env.tools.vault);
      if (late !== undefined) return replay(env, call, late);
      throw error;
    }
  });
}

async function runOnce(env: Environment, call: Call, input: unknown, onCommit?: () => void): Promise<OperationResult> {
  await rejectEarly(env, call.operation, call.tenant, input);
  const note = await noteOf(env, call, input);
  const ctx = buildContext(env, call, onCommit, note);
  const answer = await call.operation.run(ctx, input).catch(async (error: unknown) => {
    throw await quotaErrorOf(env, call.tenant.id, error);
  });
  const { status, body } = answer instanceof Reply ? answer : { status: call.operation.http.status, body: answer };
  if (note?.isWritten === false && status < 400) await note.write(env.tenantDatabase(call.tenant.id), body);
  if (call.dryRun) return finish(env, call, 200, { dry_run: true, ...body }, {});
  return finish(env, call, status, body, {});
}

/** An entry of the audit log that is written with the first commit, or after a change that has none. */
interface Note {
  readonly write: (db: Runner, response: unknown) => Promise<void>;
  isWritten: boolean;
}

/** undefined: the log does not tell of the call. */
async function noteOf(env: Environment, call: Call, input: unknown): Promise<Note | undefined> {
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
    return reader.run(buildContext(env, { ...reading, operation: reader }), asked);
  };
  return (await read().catch(() => undefined)) as Fields | undefined;
}

async function replay(env: Environment, call: Call, stored: Stored): Promise<OperationResult> {
  const actor = await replayingActor(env.tenantDatabase(call.tenant.id), call, stored);
  const { operation } = call;
  const headers = { 'idempotent-replayed': 'true' };
  if (operation.replay === undefined) return finish(env, call, stored.status, stored.body, headers);
  const answer = await operation.replay(buildContext(env, { ...call, actor }), stored);
  const { status, body } = answer instanceof Reply ? answer : { status: stored.status, body: answer };
  return finish(env, call, status, body, headers);
}

async function finish(
  env: Environment,
  call: Call,
  status: number,
  body: unknown,
  headers: Record<string, string>,
): Promise<OperationResult> {
  const caching = holdsSecrets(call.operation) ? { 'cache-control': 'no-store' } : {};
  const charges = await chargeHeaders(env, call.operation, call.tenant);
  const isApplied = call.skipsVerification && call.operation.verifiesAddress === true;
  const applied = isApplied ? { 'preference-applied': 'verification=none' } : {};
  return { status, body, headers: { ...headers, ...applied, ...caching, ...charges } };
}

/** The usage headers of an operation that has a charge, also for error responses. Never throws. */
export async function chargeHeaders(
  env: Environment,
  operation: AnyOperation,
  tenant: Tenant,
): Promise<Record<string, string>> {
  if (operation.charge === undefined) return {};
  return usageHeaders(env.tenantDatabase(tenant.id), tenant, operation.charge).catch(() => ({}));
}

function buildContext(env: Environment, call: Call, onCommit?: () => void, note?: Note): PlatformContext {
  const { operation, tenant, keyUse, dryRun } = call;
  const db = env.tenantDatabase(tenant.id);
  let isStored = false;
  return {
    tenant,
    actor: call.actor,
    request: {
      id: call.requestId,
      isProofFresh: call.isProofFresh,
      dryRun,
      hasIdempotencyKey: keyUse !== undefined,
      waitSeconds: call.waitSeconds,
      skipsVerification: call.skipsVerification,
      lastEventId: call.lastEventId,
    },
    db,
    connectors: env.connectors,
    ...env.tools,
    live: env.live,
    async commit(work, options) {
      // A commit that was aborted may be repeated; its idempotency record was rolled back too.
      const use = isStored ? undefined : keyUse;
      try {
        const committed = await db.transaction(async (tx) => {
          const result = await work(tx);
          if (dryRun) {
            await tx.flush();
            throw new DryRun(result);
          }
          if (note?.isWritten === false) tx.defer((runner) => note.write(runner, bodyOf(result)));
          if (use !== undefined)
            store(tx, use, { ...toStored(operation, result), isSecret: holdsSecrets(operation) }, env.tools.vault);
          return result;
        }, options);
        isStored = true;
        if (note !== undefined) note.isWritten = true;
        onCommit?.();
        return committed;
      } catch (error) {
        if (error instanceof DryRun) return error.result as Awaited<ReturnType<typeof work>>;
        throw error;
      }
    },
  };
}

function holdsSecrets({ output }: AnyOperation): boolean {
  return secretFieldsOf(output).size > 0;
}

function bodyOf(result: unknown): unknown {
  return result instanceof Reply ? result.body : result;
}

function toStored(operation: AnyOperation, result: unknown): StoredResponse {
  const { status, body } = result instanceof Reply ? result : { status: operation.http.status, body: result };
  if (operation.replay === undefined) return { status, body, ref: null };
  return { status, body: null, ref: (body as { id: string }).id };
}
