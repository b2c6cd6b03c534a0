import { PlatformError } from '../../src/core/platform-error.ts';
import { type Call, type Fault, type FaultKind, HANG_SECONDS, LATE_SECONDS, Script } from './faults.ts';

export type EffectClass = 'A' | 'B' | 'C' | 'D';

/** How the platform of an account behaves. */
export interface Traits {
  readonly class: EffectClass;
  /** C: the account's server ignores the key that others of its platform keep. */
  readonly ignoresKeys?: true;
  readonly faults?: readonly Fault[];
  /** New items are missing from lists that long. */
  readonly visibleAfterSeconds?: number;
  /** Refuses a text that the account has said already. */
  readonly refusesDuplicates?: boolean;
  /** B: the state tells the id of what was published. */
  readonly stateTellsId?: boolean;
  /** How many questions prepared material is not ready for. */
  readonly pollsUntilReady?: number;
  /** The material cannot be processed. */
  readonly failsProcessing?: boolean;
  /** How far the platform's clock is ahead of ours; negative: behind. */
  readonly clockAheadSeconds?: number;
}

/** Something on the platform. Times are the platform's own, in milliseconds. */
export interface Item {
  readonly id: string;
  readonly kind: 'post' | 'comment' | 'message';
  text: string;
  readonly inReplyTo: string | null;
  readonly createdAt: number;
  /** Made by a call of this run. */
  readonly isEffect: boolean;
  isRemoved: boolean;
}

interface Material {
  polls: number;
  /** When what was made of it is out; undefined before. */
  sentAt?: number;
  itemId?: string;
}

export interface FakeRequest {
  readonly token: string;
  readonly material?: string;
  readonly key?: string;
  readonly kind?: Item['kind'];
  readonly text?: string;
  readonly inReplyTo?: string | null;
  readonly itemId?: string;
  readonly sinceMs?: number;
  readonly refreshToken?: string;
}

export interface FakeResponse {
  readonly status: number;
  readonly retryAfterSeconds?: number;
  readonly body: Record<string, unknown>;
}

const KEY_WINDOW_SECONDS = 3600;
const REFUSALS = { rejected: 400, forbidden: 403 } as const;
let ids = 0;

/** One account on a platform that lives in memory. What happened there is the truth that everything is judged by. */
export class FakeAccount {
  readonly traits: Traits;
  /** Everything that ever took effect, also what was removed later. */
  readonly items: Item[] = [];
  readonly calls: string[] = [];
  token = 'token-0';
  refreshTokens = ['refresh-0'];
  /** How far the platform's time is ahead of the machine's: what was skipped. */
  aheadMs = 0;
  readonly #script: Script;
  readonly #keys = new Map<string, Item>();
  readonly #materials = new Map<string, Material>();
  readonly #throttledUntil = new Map<Call, number>();
  /** Lets time pass while a call hangs. */
  readonly #pass: (seconds: number) => Promise<void>;

  constructor(traits: Traits, pass: (seconds: number) => Promise<void>) {
    this.traits = traits;
    this.#script = new Script(traits.faults ?? []);
    this.#pass = pass;
  }

  now(): number {
    return Date.now() + this.aheadMs;
  }

  /** A time as the platform tells it. To the caller no time was skipped. */
  told(ms: number): number {
    return ms - this.aheadMs + (this.traits.clockAheadSeconds ?? 0) * 1000;
  }

  /** Puts something on the platform that no call of this run made. */
  place(text: string, agoSeconds: number): Item {
    const placed = this.#make('post', text, null, -agoSeconds, false);
    this.items.push(placed);
    return placed;
  }

  async call(call: Call, request: FakeRequest): Promise<FakeResponse> {
    if (call !== 'refresh' && request.token !== this.token) return this.#note(call, answered(401));
    const resetMs = (this.#throttledUntil.get(call) ?? 0) - this.now();
    if (resetMs > 0) return this.#note(call, { ...answered(429), retryAfterSeconds: Math.ceil(resetMs / 1000) });
    let fault = this.#script.next(call);
    // The key is looked up before the content is judged.
    if (fault === 'rejected' && this.traits.class === 'A' && this.#keys.has(request.key ?? '')) fault = undefined;
    const response = await this.#withFault(call, request, fault).catch((error: Error) => {
      this.calls.push(`${call} ${name(fault)} → ${error.message}`);
      throw error;
    });
    return this.#note(call, response, fault);
  }

  #note(call: Call, response: FakeResponse, fault?: FaultKind): FakeResponse {
    this.calls.push(`${call} ${name(fault)} → ${response.status}`);
    return response;
  }

  async #withFault(call: Call, request: FakeRequest, fault: FaultKind | undefined): Promise<FakeResponse> {
    if (typeof fault === 'object') {
      this.#throttledUntil.set(call, this.now() + fault.throttleSeconds * 1000);
      return { ...answered(429), retryAfterSeconds: fault.throttleSeconds };
    }
    switch (fault) {
      case undefined:
        return this.#perform(call, request);
      case 'rejected':
      case 'forbidden':
        return answered(REFUSALS[fault]);
      case 'refused':
        throw new PlatformError('unavailable', 'connection refused');
      case 'dropped':
        throw new PlatformError('unknown', 'connection lost');
      case 'error_before':
        return answered(503);
      case 'error_after':
        this.#perform(call, request);
        return answered(500);
      case 'accept_drop':
        this.#perform(call, request);
        throw new PlatformError('unknown', 'connection lost');
      case 'accept_hang':
        this.#perform(call, request);
        await this.#pass(HANG_SECONDS);
        throw new PlatformError('unknown', 'no response in time');
      case 'late':
        this.#perform(call, request, LATE_SECONDS);
        return answered(504);
      case 'expired':
        this.token = `token-${++ids}`;
        return answered(401);
      case 'material_gone':
        this.#materials.delete(request.material ?? '');
        return this.#perform(call, request);
      case 'accept_forget':
        this.#perform(call, request);
        this.#materials.delete(request.material ?? '');
        throw new PlatformError('unknown', 'connection lost');
    }
  }

  #perform(call: Call, request: FakeRequest, delaySeconds = 0): FakeResponse {
    switch (call) {
      case 'prepare': {
        const id = `m${++ids}`;
        this.#materials.set(id, { polls: this.traits.pollsUntilReady ?? 0 });
        return answered(200, { material: id });
      }
      case 'ready':
        return this.#ready(request);
      case 'allowance':
        return answered(200, { remaining: 1 });
      case 'send':
        return this.#send(request, delaySeconds);
      case 'state':
        return this.#state(request);
      case 'list':
        return this.#list(request);
      case 'remove':
      case 'edit':
        return this.#change(call, request);
      case 'refresh':
        return this.#refresh(request);
    }
  }

  #ready(request: FakeRequest): FakeResponse {
    const material = this.#materials.get(request.material ?? '');
    if (material === undefined) return answered(404);
    if (this.traits.failsProcessing) return answered(200, { state: 'failed' });
    material.polls -= 1;
    return answered(200, { state: material.polls >= 0 ? 'not_ready' : 'ready' });
  }

  #send(request: FakeRequest, delaySeconds: number): FakeResponse {
    const { key = '', kind = 'post', text = '', inReplyTo = null } = request;
    const material = this.#materials.get(request.material ?? '');
    if (this.traits.class === 'A') {
      const first = this.#keys.get(key);
      // A key that is still being worked on is refused, one that is kept gives the first answer again.
      if (first !== undefined && first.createdAt > this.now()) return answered(409);
      if (first !== undefined && this.now() - first.createdAt < KEY_WINDOW_SECONDS * 1000)
        return answered(200, { id: first.id });
    }
    if (this.traits.class === 'B') {
      if (material === undefined) return answered(404);
      if (material.sentAt !== undefined) return answered(400, { code: 'used' });
    }
    const isSaid = this.items.some((item) => !item.isRemoved && item.kind === kind && item.text === text);
    if (this.traits.refusesDuplicates && isSaid) return answered(403, { code: 'duplicate' });
    const item = this.#make(kind, text, inReplyTo, delaySeconds, true);
    this.items.push(item);
    this.#keys.set(key, item);
    if (material !== undefined) Object.assign(material, { sentAt: item.createdAt, itemId: item.id });
    return answered(200, { id: item.id });
  }

  #make(kind: Item['kind'], text: string, inReplyTo: string | null, inSeconds: number, isEffect: boolean): Item {
    const createdAt = this.now() + inSeconds * 1000;
    return { id: `i${++ids}`, kind, text, inReplyTo, createdAt, isEffect, isRemoved: false };
  }

  #state(request: FakeRequest): FakeResponse {
    const material = this.#materials.get(request.material ?? '');
    if (material === undefined) return answered(200, { state: 'gone' });
    const isSent = material.sentAt !== undefined && material.sentAt <= this.now();
    const id = isSent && this.traits.stateTellsId ? { id: material.itemId } : {};
    return answered(200, { state: isSent ? 'sent' : 'not_sent', ...id });
  }

  #list({ kind = 'post', inReplyTo = null, sinceMs = 0 }: FakeRequest): FakeResponse {
    const visibleBefore = this.now() - (this.traits.visibleAfterSeconds ?? 0) * 1000;
    const isShown = (item: Item) =>
      item.kind === kind &&
      item.inReplyTo === inReplyTo &&
      !item.isRemoved &&
      item.createdAt <= visibleBefore &&
      this.told(item.createdAt) >= sinceMs;
    const items = this.items
      .filter(isShown)
      .map(({ id, text, createdAt }) => ({ id, text, atMs: this.told(createdAt) }));
    const seconds = Math.round((this.told(this.now()) - sinceMs) / 1000);
    this.calls.push(`list: ${items.length} of ${this.items.length} items of the last ${seconds} s`);
    return answered(200, { items });
  }

  #change(call: 'remove' | 'edit', { itemId, text = '' }: FakeRequest): FakeResponse {
    const item = this.items.find(({ id, isRemoved }) => id === itemId && !isRemoved);
    if (item === undefined) return answered(404);
    if (call === 'remove') item.isRemoved = true;
    else item.text = text;
    return answered(200, { id: item.id });
  }

  /** New tokens; the refresh token before stays good, as the answer may be lost. */
  #refresh({ refreshToken = '' }: FakeRequest): FakeResponse {
    if (!this.refreshTokens.includes(refreshToken)) return answered(400);
    const next = `refresh-${++ids}`;
    this.refreshTokens.push(next);
    this.token = `token-${ids}`;
    return answered(200, { token: this.token, refreshToken: next });
  }
}

function answered(status: number, body: Record<string, unknown> = {}): FakeResponse {
  return { status, body };
}

function name(fault: FaultKind | undefined): string {
  return typeof fault === 'object' ? `throttled ${fault.throttleSeconds} s` : (fault ?? '');
}
