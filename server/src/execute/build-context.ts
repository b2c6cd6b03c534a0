import type { PlatformContext } from '../core/context.ts';
import { type AnyOperation, Reply, type StoredResponse } from '../core/operation.ts';
import type { Runner } from '../db/query.ts';
import { secretFieldsOf } from '../lib/secret-fields.ts';
import type { Call, Environment } from './call.ts';
import { store } from './idempotency.repository.ts';

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

/** The context of one call. `note`: written with its first commit. */
export function buildContext(env: Environment, call: Call, onCommit?: () => void, note?: Note): PlatformContext {
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
