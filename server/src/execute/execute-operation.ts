import { type Answer, Reply } from '../core/answer.ts';
import { MustWait } from '../core/held.ts';
import type { AnyOperation } from '../core/operation.ts';
import { assertTakesWrites, type Tenant } from '../core/tenant.ts';
import { usageHeaders } from '../features/usage/index.ts';
import { heldIdOf } from './audited.ts';
import { buildContext, holdsSecrets } from './build-context.ts';
import type { Call, Environment, OperationResult } from './call.ts';
import { holdCall, replayOfHeld } from './hold-call.ts';
import { findStored, type Stored } from './idempotency.repository.ts';
import { oneAtATime } from './idempotency.ts';
import { mustWait } from './must-wait.ts';
import { noteOf, noteOfWaiting } from './note-change.ts';
import { readInput } from './parse-input.ts';
import { assertPermitted } from './permission.ts';
import { quotaErrorOf, rejectEarly } from './quota.ts';
import { replayingActor } from './replay-rights.ts';

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
  const answer = (await mustWait(env, call, input))
    ? await holdCall(env, call, input as Fields, 'sending', onCommit)
    : await run(env, call, input, onCommit);
  const { status, body } = answer instanceof Reply ? answer : { status: call.operation.http.status, body: answer };
  if (call.dryRun) return finish(env, call, 200, { dry_run: true, ...body }, {});
  return finish(env, call, status, body, {});
}

type Fields = Readonly<Record<string, unknown>>;

async function run(env: Environment, call: Call, input: unknown, onCommit?: () => void): Promise<Answer<object>> {
  await rejectEarly(env, call.operation, call.tenant, input);
  const note = await noteOf(env, call, input);
  const ctx = buildContext(env, call, onCommit, note);
  try {
    const answer = await call.operation.run(ctx, input);
    const { status, body, hasChanged } =
      answer instanceof Reply ? answer : new Reply(call.operation.http.status, answer as object);
    const isWaiting = status === 202 && heldIdOf(body) !== undefined;
    const due = note ?? (isWaiting ? noteOfWaiting(call, input) : undefined);
    if (due?.isWritten === false && status < 400 && hasChanged)
      await due.write(env.tenantDatabase(call.tenant.id), body);
    return answer;
  } catch (error) {
    if (error instanceof MustWait) return holdCall(env, call, input as Fields, error.reason, onCommit);
    throw await quotaErrorOf(env, call.tenant.id, error);
  }
}

async function replay(env: Environment, call: Call, stored: Stored): Promise<OperationResult> {
  const actor = await replayingActor(env.tenantDatabase(call.tenant.id), call, stored);
  const { operation } = call;
  const headers = { 'idempotent-replayed': 'true' };
  const heldId = stored.status === 202 ? heldIdOf(stored.body) : undefined;
  if (heldId !== undefined) {
    const { status, body } = await replayOfHeld(env, call, stored, heldId);
    return finish(env, call, status, body, headers);
  }
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
