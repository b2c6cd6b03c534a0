import { z } from 'zod';
import { Reply } from '../core/answer.ts';
import type { Transaction } from '../core/context.ts';
import type { HeldReason } from '../core/held.ts';
import { newId, thingOf } from '../core/ids.ts';
import type { Platform } from '../core/platforms.ts';
import { fingerprintOf, held, hold, kindOf } from '../features/held/index.ts';
import { posts, seenInRetry, seenOfRow, toPost } from '../features/posts/index.ts';
import { compact } from '../lib/compact.ts';
import { bodyOf, buildContext } from './build-context.ts';
import type { Call, Environment } from './call.ts';
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
  const ctx = buildContext(env, { ...call, operation: stored }, onCommit);
  const equalTo = Buffer.from(fingerprintOf({ actor: actor.id, call: [operation.name, input] }));
  const { cost = {}, dry_run: _dryRun, ...fields } = checked as Fields & { cost?: Record<string, number> };
  return ctx.commit(async (tx) => {
    if (postId !== undefined) await held.lockPost(tx, tenant.id, postId);
    const equal = call.keyUse === undefined ? await held.equalOne(tx, tenant.id, equalTo) : undefined;
    if (equal !== undefined) return waiting(tx, call, fields, equal);
    const kind = kindOf(operation.name);
    const post = kind === 'retry' && postId !== undefined ? await posts.byId(tx, tenant.id, postId) : undefined;
    const what = {
      id: newId('held'),
      operation: operation.name,
      input,
      kind,
      reason,
      post_id: postId ?? null,
      item_id: postId === undefined ? String(input.comment_id ?? subject ?? '') || null : null,
      account_ids: await held.accountsOf(tx, tenant.id, textsIn(input)),
      preview: String(input.text ?? operation.summary).slice(0, PREVIEW_MAX),
      cost,
      fingerprint: fingerprintOf({ [kind]: input }),
      ...(post && seenInRetry(seenOfRow(post), input)),
      equalTo,
      dueAt: null,
      windowClosesAt: input.message_tag === undefined ? await windowEnd(env, tx, call, subject) : null,
    };
    await hold(tx, ctx, [what]);
    return waiting(tx, call, fields, what);
  });
}

/** The response of the operation with what waits: a post as it is, with its `held`; anything else with the state and the id. */
async function waiting(
  tx: Transaction,
  { operation, tenant }: Call,
  fields: Fields,
  row: Pick<held.HeldRow, 'id' | 'post_id'>,
): Promise<Reply<object>> {
  const shape = operation.output instanceof z.ZodObject ? operation.output.shape : {};
  const post = 'held' in shape && row.post_id !== null ? await posts.byId(tx, tenant.id, row.post_id) : undefined;
  if (post === undefined) return new Reply(202, { ...fields, status: 'waiting', held_id: row.id });
  const own = Object.entries(fields).filter(([name]) => name in shape);
  const { success, warnings } = Object.fromEntries(own);
  return new Reply(202, { ...compact({ success, warnings }), ...toPost(post, tenant.mode === 'live') });
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
