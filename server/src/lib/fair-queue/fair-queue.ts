import { Group, type Member, newMember } from './group.ts';

/** Whose turn it is: a key of a tenant. */
export interface Owner {
  readonly tenantId: string;
  readonly actorId: string;
}

/** A request that waits for a turn. */
export interface Waiting {
  readonly owner: Owner;
  /** It had a turn before. Such requests go first among those of their key, so that they end before others start. */
  readonly hasStarted: boolean;
  /** Called when it gets its turn, which `release` ends. */
  readonly grant: () => void;
}

interface Key extends Member {
  readonly started: Set<Waiting>;
  readonly fresh: Set<Waiting>;
}

interface Tenant extends Member {
  readonly keys: Group<Key>;
  /** Requests that wait for their first turn. */
  fresh: number;
  /** What a request took lately in all of its turns, in milliseconds. */
  costMs: number;
  spentMs: number;
  spentAtStartMs: number;
}

/** How fast the measured cost of a tenant's requests follows what they take. */
const COST_SHARE = 0.1;
/** For so long after two tenants have come one after the other, turns are shared. */
const SHARED_MS = 1000;

/**
 * A fixed number of turns, and the requests that wait for one. A free turn goes to the tenant that has used the least time,
 * and there to the key that has used the least. Who comes after a pause has no more credit than the one whose turn was the
 * last. No tenant holds more turns than stay free: one alone gets half of them, and there is always one for another.
 */
export class FairQueue {
  readonly #turns: number;
  readonly #tenants: Group<Tenant> = new Group(() => ({
    ...newMember(),
    keys: new Group(() => ({ ...newMember(), started: new Set(), fresh: new Set() })),
    fresh: 0,
    costMs: 0,
    spentMs: 0,
    spentAtStartMs: 0,
  }));
  #lastTenantId: string | undefined;
  #sharedUntilMs = 0;
  #held = 0;
  #waiting = 0;

  constructor(turns: number) {
    this.#turns = turns;
  }

  /** Turns that are held, and requests that wait for one. */
  get counts(): { readonly held: number; readonly waiting: number } {
    return { held: this.#held, waiting: this.#waiting };
  }

  /** Whether several tenants have come lately. */
  get isShared(): boolean {
    return performance.now() < this.#sharedUntilMs;
  }

  /** Grants a turn now or later. */
  add(waiting: Waiting): void {
    const { tenantId } = waiting.owner;
    if (this.#lastTenantId !== undefined && tenantId !== this.#lastTenantId)
      this.#sharedUntilMs = performance.now() + SHARED_MS;
    this.#lastTenantId = tenantId;
    this.#waiting += 1;
    const { tenant, key } = this.#of(waiting.owner);
    this.#tenants.wait(tenant);
    tenant.keys.wait(key);
    (waiting.hasStarted ? key.started : key.fresh).add(waiting);
    if (!waiting.hasStarted) tenant.fresh += 1;
    this.#grant();
  }

  /** Takes a request out that waits; false when it does not. */
  remove(waiting: Waiting): boolean {
    const { tenant, key } = this.#of(waiting.owner);
    const isWaiting = (waiting.hasStarted ? key.started : key.fresh).delete(waiting);
    if (isWaiting) {
      this.#waiting -= 1;
      tenant.waiting -= 1;
      key.waiting -= 1;
      if (!waiting.hasStarted) tenant.fresh -= 1;
    }
    this.#forget(waiting.owner, tenant, key);
    return isWaiting;
  }

  /** Ends a turn that was granted, after so many milliseconds. */
  release(owner: Owner, tookMs: number): void {
    const { tenant, key } = this.#of(owner);
    for (const member of [tenant, key]) {
      member.held -= 1;
      member.usedMs += tookMs;
    }
    tenant.spentMs += tookMs;
    this.#held -= 1;
    this.#forget(owner, tenant, key);
    this.#grant();
  }

  /** How many requests of the owner wait for their first turn: of the tenant, and of the key. */
  ahead({ tenantId, actorId }: Owner): { readonly ofTenant: number; readonly ofKey: number } {
    const tenant = this.#tenants.find(tenantId);
    return { ofTenant: tenant?.fresh ?? 0, ofKey: tenant?.keys.find(actorId)?.fresh.size ?? 0 };
  }

  /** How long a new request of the owner would wait for its first turn, in milliseconds, as far as one can know. */
  expectedMs({ tenantId, actorId }: Owner): number {
    const tenant = this.#tenants.find(tenantId);
    if (tenant === undefined) return 0;
    const ofKey = tenant.keys.find(actorId)?.fresh.size ?? 0;
    const ahead = Math.min(tenant.fresh, ofKey * tenant.keys.size);
    return (ahead * tenant.costMs * (this.#tenants.size + 1)) / this.#turns;
  }

  #of({ tenantId, actorId }: Owner): { readonly tenant: Tenant; readonly key: Key } {
    const tenant = this.#tenants.get(tenantId);
    return { tenant, key: tenant.keys.get(actorId) };
  }

  #grant(): void {
    while (this.#held < this.#turns) {
      const tenant = this.#tenants.next(({ held }) => held < this.#turns - this.#held);
      const key = tenant?.keys.next(() => true);
      const [waiting] = key === undefined ? [] : key.started.size > 0 ? key.started : key.fresh;
      if (tenant === undefined || key === undefined || waiting === undefined) return;
      this.#start(waiting, tenant, key);
    }
  }

  #start(waiting: Waiting, tenant: Tenant, key: Key): void {
    (waiting.hasStarted ? key.started : key.fresh).delete(waiting);
    for (const member of [tenant, key]) {
      member.waiting -= 1;
      member.held += 1;
    }
    this.#held += 1;
    this.#waiting -= 1;
    if (!waiting.hasStarted) {
      tenant.fresh -= 1;
      tenant.costMs += COST_SHARE * (tenant.spentMs - tenant.spentAtStartMs - tenant.costMs);
      tenant.spentAtStartMs = tenant.spentMs;
    }
    waiting.grant();
  }

  /** Nothing is kept of who neither waits nor has a turn. */
  #forget({ tenantId, actorId }: Owner, tenant: Tenant, key: Key): void {
    tenant.keys.forget(actorId, key);
    this.#tenants.forget(tenantId, tenant);
  }
}
