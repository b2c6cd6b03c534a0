import type { MadeAccount, TestWorld } from './testing.ts';

/** Loosely typed JSON: tests look into answers of many shapes. */
// biome-ignore lint/suspicious/noExplicitAny: the tests' own assertions say what is expected.
export type Json = any;

export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined when it is not JSON. */
  readonly body: Json;
}

/** The parts of a response that tests read. */
export async function seen(request: Promise<Response>): Promise<Seen> {
  const response = await request;
  const text = await response.text();
  const isJson = text !== '' && (response.headers.get('content-type')?.includes('json') ?? false);
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

/** An account of a simulated platform, whose test calls it by plain HTTP. For tests only. */
export class TestAccount {
  readonly account: MadeAccount;
  readonly simulator: TestWorld;
  token: string;

  constructor(simulator: TestWorld, account: MadeAccount) {
    this.simulator = simulator;
    this.account = account;
    this.token = account.tokens.access_token;
  }

  get id(): string {
    return this.account.platform_id;
  }
}
