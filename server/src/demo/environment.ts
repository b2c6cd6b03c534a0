import { createHttpClient, type HttpMethod, open } from '@hubbub/guarded-http';
import type { Service } from '../startup/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: responses are read field by field, as a caller's script would.
export type Body = any;

/** A failed check of the demo; the message says what was found. */
export class StepFailed extends Error {}

/** An entry of the simulator's ledger: one effect on a platform. */
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

/** A webhook call as the simulated receiver recorded it. */
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

/** The state that the steps share. They see the service from outside: over HTTP, with a key. */
export interface Environment {
  readonly service: Service;
  readonly patienceMs: number;
  /** The address of the first workspace's world. */
  readonly world: string;
  key: string;
  accounts: readonly { readonly id: string; readonly platform: string }[];
  post: Body;
  comments: readonly Comment[];
}

const client = createHttpClient({ policy: open });

async function call(method: HttpMethod, url: string, json?: unknown, headers: Record<string, string> = {}) {
  const body = json === undefined ? undefined : { json };
  const response = await client.request({ method, url, headers, body, timeoutMs: 45_000 });
  return { status: response.status, body: response.json() as Body };
}

/** Calls the API as a customer; throws StepFailed unless the response is a success. */
export async function api(
  environment: Environment,
  method: HttpMethod,
  path: string,
  json?: unknown,
  prefer?: string,
): Promise<Body> {
  const headers = { authorization: `Bearer ${environment.key}`, ...(prefer === undefined ? {} : { prefer }) };
  const { status, body } = await call(method, `${environment.service.app.url()}${path}`, json, headers);
  if (status >= 300) throw new StepFailed(`${method} ${path} answered ${status}: ${body?.error ?? 'no error text'}`);
  return body;
}

/** Calls the world of the first workspace. */
export async function simulator(
  environment: Environment,
  method: HttpMethod,
  path: string,
  json?: unknown,
): Promise<Body> {
  const { status, body } = await call(method, `${environment.world}${path}`, json);
  if (status >= 300) throw new StepFailed(`${method} ${path} of the world answered ${status}: ${body?.error ?? ''}`);
  return body;
}

/** The status of a page of the service. */
export async function statusOf(environment: Environment, path: string): Promise<number> {
  return (await call('GET', `${environment.service.app.url()}${path}`)).status;
}

export async function ledger(environment: Environment): Promise<readonly LedgerEntry[]> {
  return (await simulator(environment, 'GET', '/control/ledger')).entries;
}

export async function deliveries(environment: Environment): Promise<readonly Delivery[]> {
  return (await simulator(environment, 'GET', '/receiver/demo')).deliveries;
}

/** Repeats the check until it throws no StepFailed. Throws the last one when the time is over. */
export async function eventually<T>(environment: Environment, check: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + environment.patienceMs;
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
