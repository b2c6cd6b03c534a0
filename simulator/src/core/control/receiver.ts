import { createHmac, timingSafeEqual } from 'node:crypto';
import { lastWithin, listBytesMax } from '../within-bytes.ts';
import type { Journal } from '../world/journal.ts';
import type { Clock, Table } from '../world/world.ts';

interface Receiver {
  readonly name: string;
  readonly secrets: readonly string[];
  readonly behaviour: Behaviour;
}

/**
 * How deliveries are answered; `times` counts down, without it the behaviour stays. `hold`: the response waits until the
 * behaviour is set again.
 */
export interface Behaviour {
  readonly status?: number;
  readonly delay_ms?: number;
  readonly hold?: boolean;
  readonly retry_after?: number;
  readonly times?: number;
}

interface Delivery {
  readonly receiver: string;
  readonly at: string;
  /** Real time: a signature's timestamp need not follow the simulator's advanced clock. */
  readonly received_ms: number;
  readonly headers: Readonly<Record<string, string>>;
  /** At most `bodyBytesMax` of it. */
  readonly raw: string;
  /** The length of the whole body, when `raw` is cut. */
  readonly body_bytes?: number;
  /** The checks by the secrets of that time, when `raw` is cut. */
  readonly signatures?: Signatures;
  readonly answered: number;
  /** Deliveries that the receiver was answering when this one came, with this one. */
  readonly at_once: number;
}

interface Signatures {
  readonly verified: boolean | null;
  readonly verified_compat: boolean | null;
}

const deliveriesMax = 20_000;
/** A longer body is cut. */
const bodyBytesMax = 256 * 1024;
/** The newest ones are used. */
const secretsMax = 10;
/** Standard Webhooks: a message whose timestamp is further away than this is rejected. */
const toleranceSeconds = 300;

/** Webhook receivers by name: they record deliveries and verify signatures with the secrets that they were handed. */
export class Receivers {
  readonly #receivers: Table<Receiver>;
  readonly #deliveries: Table<Delivery>;
  readonly #journal: Journal;
  readonly #clock: Clock;
  #last: number;

  constructor(journal: Journal, clock: Clock) {
    this.#journal = journal;
    this.#clock = clock;
    this.#receivers = journal.table<Receiver>('core/receivers');
    this.#deliveries = journal.table<Delivery>('core/deliveries', 'receiver');
    this.#last = Number(this.#deliveries.entries().at(-1)?.[0] ?? 0);
  }

  names(): string[] {
    return this.#receivers.all().map(({ name }) => name);
  }

  addSecret(name: string, secret: string): void {
    const receiver = this.#get(name);
    if (receiver.secrets.includes(secret)) return;
    this.#receivers.put(name, { ...receiver, secrets: [...receiver.secrets, secret].slice(-secretsMax) });
  }

  setBehaviour(name: string, behaviour: Behaviour): void {
    this.#receivers.put(name, { ...this.#get(name), behaviour });
  }

  clear(name: string): void {
    this.#journal.change(() => {
      this.#receivers.delete(name);
      for (const [key] of this.#of(name)) this.#deliveries.delete(key);
    });
  }

  /** Records a delivery and says how to answer it. */
  receive(name: string, headers: Record<string, string>, rawBody: Buffer, atOnce: number): Behaviour {
    return this.#journal.change(() => {
      const receiver = this.#get(name);
      const { times, ...answer } = receiver.behaviour;
      if (times !== undefined) {
        const behaviour = times > 1 ? { ...answer, times: times - 1 } : {};
        this.#receivers.put(name, { ...receiver, behaviour });
      } else if (!this.#receivers.get(name)) this.#receivers.put(name, receiver);
      this.#last += 1;
      const received_ms = Date.now();
      const raw = rawBody.toString('utf8', 0, bodyBytesMax);
      this.#deliveries.put(String(this.#last).padStart(12, '0'), {
        receiver: name,
        at: this.#clock.iso(),
        received_ms,
        headers,
        raw,
        ...(rawBody.length > bodyBytesMax && {
          body_bytes: rawBody.length,
          signatures: signaturesOf(receiver.secrets, { headers, raw: rawBody.toString('utf8'), received_ms }),
        }),
        answered: answer.status ?? 200,
        at_once: atOnce,
      });
      if (this.#deliveries.size > deliveriesMax) this.#forgetOldest();
      return answer;
    });
  }

  /**
   * The newest deliveries, oldest first. Signatures are checked when read, so that a secret handed over late also counts
   * for what came before it. Each delivery is checked when it is asked for.
   */
  show(name: string, newest = deliveriesMax) {
    const { secrets } = this.#get(name);
    const rows = this.#of(name).slice(-newest);
    const kept = lastWithin(rows, ([, { raw }]) => raw.length + 1_000, listBytesMax);
    return { secret_set: secrets.length > 0, deliveries: shown(kept, secrets) };
  }

  #get(name: string): Receiver {
    return this.#receivers.get(name) ?? { name, secrets: [], behaviour: {} };
  }

  #of(name: string): [string, Delivery][] {
    return this.#deliveries.entries('receiver', name);
  }

  #forgetOldest(): void {
    for (const [key] of this.#deliveries.entries().slice(0, deliveriesMax / 10)) this.#deliveries.delete(key);
  }
}

function* shown(rows: readonly [string, Delivery][], secrets: readonly string[]) {
  for (const [, delivery] of rows) {
    const { at, headers, raw, answered, at_once, body_bytes, signatures } = delivery;
    const body = body_bytes === undefined ? parse(raw) : raw;
    yield {
      at,
      event: headers['x-socialapi-event'] ?? eventOf(body),
      id: headers['webhook-id'] ?? headers['x-socialapi-delivery'] ?? null,
      ...(signatures ?? signaturesOf(secrets, delivery)),
      answered,
      at_once,
      headers,
      body,
      ...(body_bytes === undefined ? {} : { body_bytes }),
    };
  }
}

/** null without a secret. */
function signaturesOf(
  secrets: readonly string[],
  { headers, raw, received_ms }: Pick<Delivery, 'headers' | 'raw' | 'received_ms'>,
): Signatures {
  if (secrets.length === 0) return { verified: null, verified_compat: null };
  return {
    verified: secrets.some((secret) => isStandard(secret, headers, raw, received_ms)),
    verified_compat: secrets.some((secret) => isCompatible(secret, headers, raw)),
  };
}

/** Standard Webhooks: `webhook-signature` is a list of `v1,<base64>`; the signed text is `id.timestamp.body`. */
function isStandard(secret: string, headers: Record<string, string>, raw: string, receivedMs: number): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!id || !timestamp || Math.abs(receivedMs / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  // The standard has no other form; a plain text is taken as its own bytes.
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${raw}`).digest('base64');
  return signatures.split(' ').some((signature) => isEqual(signature, `v1,${expected}`));
}

/** Both headers carry a hex HMAC under the secret's literal bytes, the second one over `timestamp.body`. */
function isCompatible(secret: string, headers: Record<string, string>, raw: string): boolean {
  const { 'x-socialapi-signature': first = '', 'x-socialapi-signature-v2': second } = headers;
  const sign = (text: string) => `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
  const isSecondGood = second === undefined || isEqual(second, sign(`${headers['x-socialapi-timestamp']}.${raw}`));
  return isEqual(first, sign(raw)) && isSecondGood;
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}

function eventOf(body: unknown): string | null {
  const { event, type } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  return typeof event === 'string' ? event : typeof type === 'string' ? type : null;
}
