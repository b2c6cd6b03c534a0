import { hash } from 'node:crypto';
import type { Context } from '../../core/context.ts';
import type { Charge } from '../../core/operation.ts';
import { actions } from '../../engine/index.ts';
import { type AccountRow, assertActive, assertNotThrottled } from '../accounts/index.ts';
import { type QueuedAction, type Queueing, queueActions } from './queue-action.ts';

/** An action that a request asks of an account and waits for. */
export interface ActionRequest<Result> {
  readonly account: AccountRow;
  /** Actions that run in their order. The first one carries the charge. */
  readonly actions: readonly QueuedAction[];
  /** Repetitions lead to the same state, so each request is an action of its own. */
  readonly isIdempotent?: boolean;
  /** Identifies the request on its account; default: the kinds and inputs of its actions. */
  readonly identity?: unknown;
  /** An action that this one does again. The requests of both are equal, but this one does not join it. */
  readonly repeats?: RepeatedAction | undefined;
  /** When we stored the answered item. An equal action that ended before it has answered another one. */
  readonly since?: Date | undefined;
  readonly skipsDuplicateCheck?: boolean | undefined;
  readonly charge?: Charge;
  /** Throws when it cannot be done now. A request that joins another is not checked. */
  readonly check?: () => Promise<void>;
  readonly alongside?: Queueing['alongside'];
  /** The response of a dry run, without its cost. */
  readonly preview: Result;
  /** Waits for the outcome of the first action. */
  readonly response: (actionId: string) => Promise<Result>;
}

export interface RepeatedAction {
  readonly id: string;
  /** null: its journal has ended. */
  readonly fingerprint: Buffer | null;
}

/** The facts of a dry run beside its response. */
interface DryRunFacts {
  cost?: { interactions: number };
  joins?: boolean;
}

/**
 * Queues an action, with its charge, and waits for its outcome. Clients repeat a request whose response was slow or
 * lost. Such a request without an idempotency key joins the equal one before it, while that is unfinished and for two
 * minutes after. An equal action that failed did not happen, so it is not joined. The account's lock decides between
 * requests at the same time.
 */
export async function performAction<Result extends object>(
  ctx: Context,
  request: ActionRequest<Result>,
): Promise<Result & DryRunFacts> {
  const { account, charge, alongside } = request;
  const fingerprint = request.isIdempotent === true ? undefined : fingerprintOf(request);
  const mayJoin = request.skipsDuplicateCheck !== true && !ctx.request.hasIdempotencyKey;
  const joins =
    mayJoin && fingerprint ? { fingerprint, since: request.since, afterId: request.repeats?.id } : undefined;
  const equal = joins && (await actions.findEqual(ctx.db, ctx.tenant.id, joins));
  if (equal === undefined) {
    assertActive(account);
    await request.check?.();
    await assertNotThrottled(ctx.db, ctx.tenant.id, [account.id]);
  }
  const { id, isJoined } =
    equal === undefined
      ? await queueActions(ctx, account, request.actions, { charge, alongside, fingerprint, joins })
      : { id: equal, isJoined: true };
  if (!ctx.request.dryRun) return request.response(id);
  return {
    ...request.preview,
    ...(charge !== undefined && { cost: { interactions: isJoined ? 0 : 1 } }),
    ...(isJoined && { joins: true }),
  };
}

function fingerprintOf({ account, actions, identity, repeats }: ActionRequest<unknown>): Buffer {
  if (repeats?.fingerprint != null) return repeats.fingerprint;
  const content = identity ?? actions.map(({ kind, input }) => [kind, input]);
  return hash('sha256', JSON.stringify([account.id, content]), 'buffer');
}
