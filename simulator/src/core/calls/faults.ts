import type { Journal } from '../world/journal.ts';
import type { Operation, Table } from '../world/world.ts';

export const faultKinds = [
  'throttle',
  'expired_token',
  'server_error',
  'error_after',
  'drop_before',
  'accept_drop',
  'accept_hang',
  'not_ready',
  'delayed_visibility',
  'duplicate_callbacks',
  'reordered_callbacks',
  'hold',
  'body',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** The body of `POST /control/faults`. Absent platform, account or operation means any. */
export interface FaultOptions {
  readonly kind: FaultKind;
  readonly platform?: string;
  readonly account?: string;
  readonly operation?: Operation;
  /** Strikes only calls that carry this text in a field of their body: tells calls of one operation apart. */
  readonly containing?: string;
  /** How often it strikes; 0 = until deleted. `expired_token` lasts in any case until a new token or its deletion. */
  readonly times?: number;
  readonly retry_after_seconds?: number;
  readonly status?: number;
  readonly polls?: number;
  readonly seconds?: number;
  readonly when?: 'before' | 'after';
  readonly body?: unknown;
  readonly content_type?: string;
}

export interface Fault extends FaultOptions {
  readonly id: string;
  readonly times: number;
  readonly hits: number;
  /** `expired_token` strikes tokens whose number is not above this. */
  readonly tokens_until: number;
}

interface FaultTarget {
  readonly platform: string;
  readonly account: string | null;
  readonly operation?: Operation;
  /** Whether a field of the call's body has this text in it. Absent where there is no call. */
  readonly contains?: (text: string) => boolean;
}

/** Faults that strike while an object is made may name the call that later shows them. */
const madeBy: Partial<Record<Operation, Operation>> = {
  container_status: 'create_container',
  media_status: 'upload_media',
  list_posts: 'publish',
  list_comments: 'reply',
};

export class Faults {
  readonly #rows: Table<Fault>;
  #last: number;

  constructor(journal: Journal) {
    this.#rows = journal.table<Fault>('core/faults');
    this.#last = Math.max(0, ...this.#rows.all().map(({ id }) => Number(id.slice(2))));
  }

  add(options: FaultOptions, tokensUntil: number): Fault {
    this.#last += 1;
    const fault = { times: 1, ...options, id: `f_${this.#last}`, hits: 0, tokens_until: tokensUntil };
    this.#rows.put(fault.id, fault);
    return fault;
  }

  get count(): number {
    return this.#rows.size;
  }

  list(): Fault[] {
    return this.#rows.all();
  }

  delete(id: string): boolean {
    const found = this.#rows.get(id) !== undefined;
    this.#rows.delete(id);
    return found;
  }

  /** The first matching fault of one of the kinds, in order of setting, counted as used. */
  take(
    kinds: readonly FaultKind[],
    target: FaultTarget,
    accept: (fault: Fault) => boolean = () => true,
  ): Fault | undefined {
    if (this.#rows.size === 0) return undefined;
    const fault = this.#rows.all().find((row) => kinds.includes(row.kind) && matches(row, target) && accept(row));
    if (fault) this.#use(fault);
    return fault;
  }

  #use(fault: Fault): void {
    const hits = fault.hits + 1;
    const isUsedUp = fault.kind !== 'expired_token' && fault.times > 0 && hits >= fault.times;
    if (isUsedUp) this.#rows.delete(fault.id);
    else this.#rows.put(fault.id, { ...fault, hits });
  }
}

function matches(fault: Fault, { platform, account, operation, contains }: FaultTarget): boolean {
  if (fault.platform !== undefined && fault.platform !== platform) return false;
  if (fault.account !== undefined && fault.account !== account) return false;
  if (fault.containing !== undefined && !contains?.(fault.containing)) return false;
  if (fault.operation === undefined || operation === undefined) return true;
  const isAskedWhileMaking = fault.kind === 'not_ready' || fault.kind === 'delayed_visibility';
  return fault.operation === operation || (isAskedWhileMaking && madeBy[fault.operation] === operation);
}
