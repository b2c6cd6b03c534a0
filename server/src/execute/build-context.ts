import { storedActor } from '../core/actor.ts';
import { type Answer, Reply } from '../core/answer.ts';
import type { PlatformContext, StoredCall } from '../core/context.ts';
import { conflict } from '../core/errors.ts';
import type { AnyOperation, StoredResponse } from '../core/operation.ts';
import type { Runner } from '../db/query.ts';
import { secretFieldsOf } from '../lib/secret-fields.ts';
import type { Call, Environment } from './call.ts';
import { store } from './idempotency.repository.ts';
import { quotaErrorOf } from './quota.ts';

/** Carries the result of a dry run out of the transaction that is rolled back. */
class DryRun {
  readonly result: unknown;
  constructor(result: unknown) {
    this.result = result;
  }
}

/** An entry of the audit log that is written with the first commit, or after a change that has none. */
export interface Note {
  readonly write: (db: Runner, response: unknown) => Promise<void>;
  isWritten: boolean;
}

/** The decision that lets a call be carried out; written at the start of its first commit. */
export interface Mark {
  readonly write: StoredCall['mark'];
  isWritten: boolean;
}

/** The context of one call. `note`: written with its first commit. */
export function buildContext(
  env: Environment,
  call: Call,
  onCommit?: () => void,
  note?: Note,
  mark?: Mark,
): PlatformContext {
  const { operation, tenant, keyUse, dryRun } = call;
  const db = env.tenantDatabase(tenant.id);
  let isStored = false;
  return {
    tenant,
    actor: call.actor,
    request: {
      id: call.requestId,
      ip: call.ip,
      isProofFresh: call.isProofFresh,
      dryRun,
      hasIdempotencyKey: keyUse !== undefined,
      waitSeconds: call.waitSeconds,
      skipsVerification: call.skipsVerification,
      isApproved: call.isApproved === true,
      lastEventId: call.lastEventId,
    },
    db,
    connectors: env.connectors,
    ...env.tools,
    live: env.live,
    carryOut: (stored) => carryOut(env, call, stored, note),
    async commit(work, options) {
      // A commit that was aborted may be repeated; its idempotency record was rolled back too.
      const use = isStored ? undefined : keyUse;
      try {
        const committed = await db.transaction(async (tx) => {
          const finishMark = mark?.isWritten === false ? await mark.write(tx) : undefined;
          const result = await work(tx);
          await finishMark?.();
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
        if (mark !== undefined) mark.isWritten = true;
        onCommit?.();
        return committed;
      } catch (error) {
        if (error instanceof DryRun) return error.result as Awaited<ReturnType<typeof work>>;
        throw error;
      }
    },
  };
}

export function holdsSecrets({ output }: AnyOperation): boolean {
  return secretFieldsOf(output).size > 0;
}

export function bodyOf(result: unknown): unknown {
  return result instanceof Reply ? result.body : result;
}

function toStored(operation: AnyOperation, result: unknown): StoredResponse {
  const { status, body } = result instanceof Reply ? result : { status: operation.http.status, body: result };
  if (operation.replay === undefined) return { status, body, ref: null };
  return { status, body: null, ref: (body as { id: string }).id };
}

/** Carries out what waited, with the rights of the one who approved it, in the name of its author. */
async function carryOut(
  env: Environment,
  call: Call,
  stored: StoredCall,
  note: Note | undefined,
): Promise<Answer<Record<string, unknown>>> {
  const operation = env.operations.get(stored.operation);
  if (operation === undefined)
    throw conflict('This release cannot carry it out.', { resource: 'held' }, 'held.unknown_operation');
  const mark = { write: stored.mark, isWritten: false };
  const inner = {
    ...call,
    operation,
    actor: { ...call.actor, ...storedActor(stored.author), permissions: 'all' as const },
    keyUse: undefined,
    isApproved: true,
    waitSeconds: stored.waits ? call.waitSeconds : 0,
  };
  const committed = Promise.withResolvers<Record<string, unknown>>();
  const ctx = buildContext(env, inner, () => committed.resolve({}), note, mark);
  const run = async () => {
    const answer = await operation.run(ctx, stored.input).catch(async (error: unknown) => {
      throw await quotaErrorOf(env, call.tenant.id, error);
    });
    // An operation that has nothing to write is done, too.
    if (!mark.isWritten && !call.dryRun) await ctx.commit(async () => ({}));
    return answer;
  };
  const result = run();
  if (stored.waits || call.dryRun) return result;
  // A failure after the commit shows in the outcome of what was queued.
  return Promise.race([committed.promise, result]);
}
