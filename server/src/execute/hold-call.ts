import { z } from 'zod';
import { Reply } from '../core/answer.ts';
import type { Transaction } from '../core/context.ts';
import type { HeldReason } from '../core/held.ts';
import { newId, thingOf } from '../core/ids.ts';
import type { AnyOperation } from '../core/operation.ts';
import type { Platform } from '../core/platforms.ts';
import { asPostHeld, fingerprintOf, held, hold, kindOf } from '../features/held/index.ts';
import { compact } from '../lib/compact.ts';
import { bodyOf, buildContext } from './build-context.ts';
import type { Call, Environment } from './call.ts';
import { noteOfWaiting } from './note-change.ts';
import { pathFieldsOf } from './parse-input.ts';
import { quotaErrorOf } from './quota.ts';
import { textsIn } from './replay-rights.ts';

type Fields = Readonly<Record<string, unknown>>;

const PREVIEW_MAX = 500;

/**
 * Stores a call that waits for a person, after it was checked like a dry run. The answer is 202 with the fields of the
 * operation's own response. An equal call of the same author that still waits is joined.
 */
export async function holdCall(
  env: Environment,
  call: Call,
  input: Fields,
  reason: HeldReason,
  onCommit?: () => void,
): Promise<Reply<object>> {
  const checked = await dryRun(env, call, input);
  const { operation, tenant, actor } = call;
  if (call.dryRun) return new Reply(200, { ...checked, waits_for: reason });
  const ids = pathFieldsOf(operation).map((field) => String(input[field]));
  const postId = operation.scope === 'posts:write' ? ids.find((id) => thingOf(id) === 'post') : undefined;
  const subject = ids.findLast((id) => thingOf(id) !== 'account');
  // An idempotency key takes the held answer, not the one of the operation.
  const { replay: _replay, ...stored } = operation;
  const note = noteOfWaiting(call, input);
  const ctx = buildContext(env, { ...call, operation: stored }, onCommit, note);
  const equalTo = Buffer.from(fingerprintOf({ actor: actor.id, call: [operation.name, input] }));
  const { cost = {}, dry_run: _dryRun, ...expected } = checked as Fields & { cost?: Record<string, number> };
  const fields = await shownNow(env, call, expected, postId);
  const joins = call.keyUse === undefined;
  const first = joins ? await held.equalOne(ctx.db, tenant.id, equalTo) : undefined;
  if (first !== undefined) return waiting(operation, fields, first);
  const copied = (await operation.withCopies?.(ctx, input)) ?? { input, discard: async () => {} };
  let isUnused = false;
  const work = async (tx: Transaction) => {
    if (postId !== undefined) await held.lockPost(tx, tenant.id, postId);
    const equal = joins ? await held.equalOne(tx, tenant.id, equalTo) : undefined;
    isUnused = equal !== undefined;
    if (equal !== undefined) return waiting(operation, fields, equal);
    const what = {
      id: newId('held'),
      operation: operation.name,
      input: copied.input,
      kind: kindOf(operation.name),
      reason,
      post_id: postId ?? null,
      item_id: postId === undefined ? String(input.comment_id ?? subject ?? input.media_id ?? '') || null : null,
      account_ids: await held.accountsOf(tx, tenant.id, textsIn(input)),
      preview: String(input.text ?? operation.summary).slice(0, PREVIEW_MAX),
      cost,
      fingerprint: fingerprintOf({ [kindOf(operation.name)]: copied.input }),
      ...(await operation.seenWaiting?.(ctx, tx, input)),
      equalTo,
      dueAt: null,
      windowClosesAt: input.message_tag === undefined ? await windowEnd(env, tx, call, subject) : null,
    };
    await hold(tx, ctx, [what]);
    return waiting(operation, fields, what);
  };
  try {
    return await ctx.commit(work);
  } catch (error) {
    isUnused = true;
    throw error;
  } finally {
    if (isUnused) await copied.discard();
  }
}

/** The response of the operation with what waits: a post as it is, with its `held`; anything else with the state and the id. */
function waiting(operation: AnyOperation, fields: Fields, row: Parameters<typeof asPostHeld>[0]): Reply<object> {
  return new Reply(
    202,
    fieldsOfPost(operation) !== undefined
      ? { ...fields, held: asPostHeld(row) }
      : { ...fields, status: 'waiting', held_id: row.id },
  );
}

/** The fields of an operation whose response is a post. */
function fieldsOfPost({ output }: AnyOperation): Fields | undefined {
  return output instanceof z.ZodObject && 'held' in output.shape ? output.shape : undefined;
}

/** The response before anything is done: the post as it is now, or the fields of the operation without results. */
async function shownNow(
  env: Environment,
  call: Call,
  { success, warnings, ...expected }: Fields,
  postId: string | undefined,
): Promise<Fields> {
  const declared = fieldsOfPost(call.operation);
  if (postId !== undefined && declared !== undefined) {
    const ctx = buildContext(env, { ...call, keyUse: undefined, waitSeconds: 0 });
    const post = bodyOf(await env.operations.get('get_post')?.run(ctx, { post_id: postId })) as Fields;
    return { ...compact({ success, warnings: 'warnings' in declared ? warnings : undefined }), ...post };
  }
  const emptied = Object.entries(expected).map(([name, value]) => [name, emptyOf(value)]);
  return { ...compact({ success }), ...Object.fromEntries(emptied) };
}

function emptyOf(value: unknown): unknown {
  if (typeof value === 'number') return 0;
  if (typeof value === 'boolean') return false;
  return Array.isArray(value) ? [] : value;
}

/** The present state of what waited, for a repeated idempotency key: the response of the operation once it was approved. */
export async function replayOfHeld(
  env: Environment,
  { operation, tenant }: Call,
  { status, body }: { readonly status: number; readonly body: unknown },
  id: string,
): Promise<Reply<object>> {
  const row = await held.byId(env.tenantDatabase(tenant.id), tenant.id, id);
  if (row?.state === 'approved' && row.result !== null) return new Reply(operation.http.status, row.result);
  const state = row?.state ?? 'withdrawn';
  const { held: ofPost, ...rest } = body as { held?: object };
  return new Reply(status, ofPost === undefined ? { ...rest, status: state } : { ...rest, held: { ...ofPost, state } });
}

/** Runs the call as for somebody who sends directly. Nothing of it stays. */
async function dryRun(env: Environment, call: Call, input: Fields): Promise<object> {
  const actor = { ...call.actor, sending: 'direct' as const };
  const ctx = buildContext(env, { ...call, actor, dryRun: true, keyUse: undefined, waitSeconds: 0, isApproved: true });
  const answer = await call.operation.run(ctx, input).catch(async (error: unknown) => {
    throw await quotaErrorOf(env, call.tenant.id, error);
  });
  return bodyOf(answer) as object;
}

/** The end of the window for a message of this conversation; null: there is none, or it is no message. */
async function windowEnd(env: Environment, tx: Transaction, { operation, tenant }: Call, subject: string | undefined) {
  if (operation.name !== 'send_message' || subject === undefined) return null;
  const conversation = await held.conversationWith(tx, tenant.id, subject);
  const hours = env.connectors[conversation?.platform as Platform]?.messages?.limits.windowHours;
  const openedAt = conversation?.last_incoming_at ?? null;
  return openedAt === null || hours === undefined ? null : new Date(openedAt.getTime() + hours * 3_600_000);
}
