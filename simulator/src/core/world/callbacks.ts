import { randomUUID } from 'node:crypto';
import type { Faults } from '../calls/faults.ts';
import { Recent } from '../recent.ts';
import type { Journal } from './journal.ts';
import type { Callbacks, Clock, LocalHttp, Table } from './world.ts';

interface Waiting {
  readonly id: string;
  /** Order of creation. */
  readonly number: number;
  readonly platform: string;
  readonly account: string;
  readonly url: string;
  readonly event: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly retry_seconds: readonly number[];
  readonly attempts: number;
  readonly due_at: number;
  /** Set by a `reordered_callbacks` fault: goes out right after the next one of the account. */
  readonly is_held_back: boolean;
}

/** The outcome of a callback, for the page and the control API. */
export interface CallbackReport {
  readonly id: string;
  readonly at: string;
  readonly platform: string;
  readonly account: string;
  readonly event: string;
  readonly url: string;
  readonly body: string;
  readonly attempts: number;
  /** HTTP status, or the reason why there was none. */
  readonly answer: number | string;
  readonly state: 'delivered' | 'retrying' | 'given_up';
}

const defaultRetrySeconds = [1, 5, 30, 120, 600, 3600, 3600];
const reportsMax = 200;
const reportBytesMax = 4 * 1024 ** 2;
/** A callback that was held back for the next one goes out after this time when no other comes. */
const heldBackMs = 2_000;

/** Headers that are made anew for each attempt. */
type SignCallback = (platform: string, body: string) => Readonly<Record<string, string>>;
type Sending = Parameters<Callbacks['send']>[0];

/** The durable outbox: at most one callback of an account is under way; a failed one is retried and blocks nobody. */
export class CallbackOutbox {
  readonly #waiting: Table<Waiting>;
  readonly #busy = new Set<string>();
  readonly #reports = new Recent<CallbackReport>(reportsMax, reportBytesMax, ({ body }) => body.length);
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #faults: Faults;
  readonly #http: LocalHttp;
  readonly #sign: SignCallback;
  #timer: NodeJS.Timeout | undefined;
  #isOpen = false;
  #isSilent = false;
  #last: number;

  constructor(journal: Journal, clock: Clock, faults: Faults, http: LocalHttp, sign: SignCallback = () => ({})) {
    this.#sign = sign;
    this.#journal = journal;
    this.#clock = clock;
    this.#faults = faults;
    this.#http = http;
    this.#waiting = journal.table<Waiting>('core/callbacks');
    this.#last = Math.max(0, ...this.#waiting.all().map((row) => row.number));
  }

  /** Whether a callback still has to go out, or is under way. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0 || this.#busy.size > 0;
  }

  /** Begins to send; until then callbacks are only kept. */
  start(): void {
    this.#isOpen = true;
    this.wake();
  }

  close(): void {
    this.#isOpen = false;
    clearTimeout(this.#timer);
  }

  send(platform: string, { account, url, event, body, headers, retrySeconds = defaultRetrySeconds }: Sending): void {
    if (url === null || this.#isSilent) return;
    const target = { platform, account };
    this.#journal.change(() => {
      const now = this.#clock.now();
      const isHeldBack = this.#faults.take(['reordered_callbacks'], target) !== undefined;
      const copies = this.#faults.take(['duplicate_callbacks'], target) ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) {
        this.#last += 1;
        const row: Waiting = {
          id: randomUUID(),
          number: this.#last,
          platform,
          account,
          url,
          event,
          body,
          headers,
          retry_seconds: retrySeconds,
          attempts: 0,
          due_at: isHeldBack ? now + heldBackMs : now,
          is_held_back: isHeldBack,
        };
        this.#waiting.put(row.id, row);
      }
      if (!isHeldBack) this.#letGo(platform, account, now + 1);
    });
    // Not at once: the effect that this callback belongs to may still be undone.
    setImmediate(() => this.wake());
  }

  /** Runs the work, which must be synchronous, without telling anybody of it. */
  silently<T>(work: () => T): T {
    this.#isSilent = true;
    try {
      return work();
    } finally {
      this.#isSilent = false;
    }
  }

  #letGo(platform: string, account: string, at: number): void {
    for (const row of this.#waiting.all())
      if (row.is_held_back && row.platform === platform && row.account === account)
        this.#waiting.put(row.id, { ...row, is_held_back: false, due_at: at });
  }

  /** Newest first. */
  reports(): CallbackReport[] {
    return this.#reports.all().reverse();
  }

  /** Sends what is due and sets the timer for what is not. Called after every change and when the clock is advanced. */
  wake(): void {
    if (!this.#isOpen) return;
    clearTimeout(this.#timer);
    const now = this.#clock.now();
    const rows = this.#waiting.all().sort((a, b) => a.due_at - b.due_at || a.number - b.number);
    for (const row of rows) {
      const lane = `${row.platform}:${row.account}`;
      if (this.#busy.has(lane)) continue;
      if (row.due_at > now) {
        this.#timer = setTimeout(() => this.wake(), Math.min(row.due_at - now, 2 ** 31 - 1));
        return;
      }
      this.#busy.add(lane);
      void this.#attempt(row).finally(() => {
        this.#busy.delete(lane);
        this.wake();
      });
    }
  }

  async #attempt(row: Waiting): Promise<void> {
    const headers = { ...row.headers, ...this.#sign(row.platform, row.body) };
    const answer = await this.#http
      .request({ method: 'POST', url: row.url, headers, body: row.body })
      .then(({ status }) => status)
      .catch((error: unknown) => (error instanceof Error ? error.message || error.name : String(error)));
    if (!this.#isOpen) return;
    const isDelivered = typeof answer === 'number' && answer >= 200 && answer < 300;
    const attempts = row.attempts + 1;
    const wait = row.retry_seconds[row.attempts];
    const state = isDelivered ? 'delivered' : wait === undefined ? 'given_up' : 'retrying';
    if (state === 'retrying')
      this.#waiting.put(row.id, { ...row, attempts, due_at: this.#clock.now() + (wait ?? 0) * 1000 });
    else this.#waiting.delete(row.id);
    const { id, platform, account, event, url, body } = row;
    this.#reports.add({ id, at: this.#clock.iso(), platform, account, event, url, body, attempts, answer, state });
  }
}
