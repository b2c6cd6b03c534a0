import { createHttpClient, type HttpMethod, open } from '../lib/http/index.ts';
import type { Service } from '../service.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field, as a caller's script would.
export type Body = any;

/** A step of the demo that did not end as it should; the message says what was seen. */
export class StepFailed extends Error {}

/** What an entry of the simulator's ledger tells. */
export interface LedgerEntry {
  readonly at: string;
  readonly platform: string;
  readonly account: string;
  readonly kind: string;
  readonly platform_id: string;
  readonly text: string;
  readonly media: readonly { readonly url: string }[];
  readonly in_reply_to?: string;
}

export interface Delivery {
  readonly at: string;
  readonly event: string;
  readonly id: string;
  readonly verified: boolean | null;
  readonly verified_compat: boolean | null;
  readonly answered: number;
  readonly body: Body;
}

export interface Comment {
  readonly platform: string;
  /** Our id of the post in the inbox, and of the comment. */
  readonly inboxPostId: string;
  readonly id: string;
  readonly platformId: string;
}

/** What the steps hand on to each other. Everything is seen from outside: over HTTP, with a key. */
export interface Stage {
  readonly service: Service;
  readonly patienceMs: number;
  key: string;
  accounts: readonly { readonly id: string; readonly platform: string }[];
  post: Body;
  comments: readonly Comment[];
}

const client = createHttpClient({ policy: open });

async function call(method: HttpMethod, url: string, json?: unknown, headers: Record<string, string> = {}) {
  const body = json === undefined ? undefined : { json };
  const answer = await client.request({ method, url, headers, body, timeoutMs: 45_000 });
  return { status: answer.status, body: answer.json() as Body };
}

/** Calls the API as a customer; throws StepFailed for an answer that is no success. */
export async function api(
  stage: Stage,
  method: HttpMethod,
  path: string,
  json?: unknown,
  prefer?: string,
): Promise<Body> {
  const headers = { authorization: `Bearer ${stage.key}`, ...(prefer === undefined ? {} : { prefer }) };
  const { status, body } = await call(method, `${stage.service.app.url()}${path}`, json, headers);
  if (status >= 300) throw new StepFailed(`${method} ${path} answered ${status}: ${body?.error ?? 'no error text'}`);
  return body;
}

/** Calls the simulator under the service's own `/simulator`, as a visitor would. */
export async function simulator(stage: Stage, method: HttpMethod, path: string, json?: unknown): Promise<Body> {
  const { status, body } = await call(method, `${stage.service.app.url()}/simulator${path}`, json);
  if (status >= 300) throw new StepFailed(`${method} /simulator${path} answered ${status}: ${body?.error ?? ''}`);
  return body;
}

/** The status of a page of the service. */
export async function statusOf(stage: Stage, path: string): Promise<number> {
  return (await call('GET', `${stage.service.app.url()}${path}`)).status;
}

export async function ledger(stage: Stage): Promise<readonly LedgerEntry[]> {
  return (await simulator(stage, 'GET', '/control/ledger')).entries;
}

export async function deliveries(stage: Stage): Promise<readonly Delivery[]> {
  return (await simulator(stage, 'GET', '/receiver/demo')).deliveries;
}

/** Asks again until the check no longer throws StepFailed; its last one is thrown when the patience ends. */
export async function eventually<T>(stage: Stage, check: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + stage.patienceMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof StepFailed) || performance.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export function expect(isTrue: boolean, otherwise: string): asserts isTrue {
  if (!isTrue) throw new StepFailed(otherwise);
}
