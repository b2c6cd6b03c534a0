import type { Call } from './faults.ts';
import type { Traits } from './traits.ts';

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
let ids = 0;

/** A new id, of items, material and tokens. */
export function nextId(): number {
  ids += 1;
  return ids;
}

/** What is on the platform for one account, and what its calls do when nothing goes wrong. */
export class AccountItems {
  readonly traits: Traits;
  /** Everything that ever took effect, also what was removed later. */
  readonly items: Item[] = [];
  readonly calls: string[] = [];
  /** How far the platform's time is ahead of the machine's: what was skipped. */
  aheadMs = 0;
  readonly #keys = new Map<string, Item>();
  readonly #materials = new Map<string, Material>();

  constructor(traits: Traits) {
    this.traits = traits;
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

  protected isKept(key = ''): boolean {
    return this.#keys.has(key);
  }

  protected forget(material = ''): void {
    this.#materials.delete(material);
  }

  protected perform(call: Exclude<Call, 'refresh'>, request: FakeRequest, delaySeconds = 0): FakeResponse {
    switch (call) {
      case 'prepare': {
        const id = `m${nextId()}`;
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
      // A key that is still being worked on is rejected, one that is kept gives the first response again.
      if (first !== undefined && first.createdAt > this.now()) return answered(409);
      if (first !== undefined && this.now() - first.createdAt < KEY_WINDOW_SECONDS * 1000)
        return answered(200, { id: first.id });
    }
    if (this.traits.class === 'B') {
      if (material === undefined) return answered(404);
      if (material.sentAt !== undefined) return answered(400, { code: 'used' });
    }
    const isSaid = this.items.some((item) => !item.isRemoved && item.kind === kind && item.text === text);
    if (this.traits.rejectsDuplicates && isSaid) return answered(403, { code: 'duplicate' });
    const item = this.#make(kind, text, inReplyTo, delaySeconds, true);
    this.items.push(item);
    this.#keys.set(key, item);
    if (material !== undefined) Object.assign(material, { sentAt: item.createdAt, itemId: item.id });
    return answered(200, { id: item.id });
  }

  #make(kind: Item['kind'], text: string, inReplyTo: string | null, inSeconds: number, isEffect: boolean): Item {
    const createdAt = this.now() + inSeconds * 1000;
    return { id: `i${nextId()}`, kind, text, inReplyTo, createdAt, isEffect, isRemoved: false };
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
}

export function answered(status: number, body: Record<string, unknown> = {}): FakeResponse {
  return { status, body };
}
