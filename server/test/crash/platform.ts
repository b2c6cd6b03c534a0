import { PlatformError } from '../../src/core/platform-error.ts';
import { AccountItems, answered, type FakeRequest, type FakeResponse, nextId } from './account-items.ts';
import { type Call, type FaultKind, HANG_SECONDS, LATE_SECONDS, Script } from './faults.ts';
import type { Traits } from './traits.ts';

const REFUSALS = { rejected: 400, forbidden: 403 } as const;

/** One account on a platform that lives in memory. What happened there is the truth that everything is judged by. */
export class FakeAccount extends AccountItems {
  token = 'token-0';
  refreshTokens = ['refresh-0'];
  readonly #script: Script;
  readonly #throttledUntil = new Map<Call, number>();
  /** Lets time pass while a call hangs. */
  readonly #pass: (seconds: number) => Promise<void>;

  constructor(traits: Traits, pass: (seconds: number) => Promise<void>) {
    super(traits);
    this.#script = new Script(traits.faults ?? []);
    this.#pass = pass;
  }

  async call(call: Call, request: FakeRequest): Promise<FakeResponse> {
    if (call !== 'refresh' && request.token !== this.token) return this.#note(call, answered(401));
    const resetMs = (this.#throttledUntil.get(call) ?? 0) - this.now();
    if (resetMs > 0) return this.#note(call, { ...answered(429), retryAfterSeconds: Math.ceil(resetMs / 1000) });
    let fault = this.#script.next(call);
    // The key is looked up before the content is judged.
    if (fault === 'rejected' && this.traits.class === 'A' && this.isKept(request.key)) fault = undefined;
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
        throw new PlatformError('unavailable', 'connection rejected');
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
        this.token = `token-${nextId()}`;
        return answered(401);
      case 'material_gone':
        this.forget(request.material);
        return this.#perform(call, request);
      case 'accept_forget':
        this.#perform(call, request);
        this.forget(request.material);
        throw new PlatformError('unknown', 'connection lost');
    }
  }

  #perform(call: Call, request: FakeRequest, delaySeconds = 0): FakeResponse {
    return call === 'refresh' ? this.#refresh(request) : this.perform(call, request, delaySeconds);
  }

  /** New tokens; the refresh token before stays good, as the response may be lost. */
  #refresh({ refreshToken = '' }: FakeRequest): FakeResponse {
    if (!this.refreshTokens.includes(refreshToken)) return answered(400);
    const next = `refresh-${nextId()}`;
    this.refreshTokens.push(next);
    this.token = `token-${nextId()}`;
    return answered(200, { token: this.token, refreshToken: next });
  }
}

function name(fault: FaultKind | undefined): string {
  return typeof fault === 'object' ? `throttled ${fault.throttleSeconds} s` : (fault ?? '');
}
