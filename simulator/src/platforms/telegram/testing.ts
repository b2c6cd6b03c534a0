import { type MadeAccount, TestSimulator } from '../../core/testing.ts';

/** Loosely typed JSON: tests look into answers of many shapes. */
// biome-ignore lint/suspicious/noExplicitAny: the tests' own assertions say what is expected.
export type Json = any;

export interface Seen {
  readonly status: number;
  readonly body: Json;
}

/** Calls to the simulated Bot API as the bot of one channel. For tests only. */
export class AsBot {
  readonly account: MadeAccount;
  readonly simulator: TestSimulator;

  constructor(simulator: TestSimulator, account: MadeAccount) {
    this.simulator = simulator;
    this.account = account;
  }

  get channel(): string {
    return this.account.platform_id;
  }

  async call(method: string, body: unknown = {}, token = this.account.tokens.access_token): Promise<Seen> {
    const isForm = body instanceof FormData || body instanceof URLSearchParams;
    const response = await fetch(`${this.simulator.url}/telegram/api/bot${token}/${method}`, {
      method: 'POST',
      headers: isForm ? {} : { 'content-type': 'application/json' },
      body: isForm ? body : JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  }

  /** Must succeed; gives the result. */
  async do(method: string, body: unknown = {}): Promise<Json> {
    const seen = await this.call(method, body);
    if (!seen.body.ok) throw new Error(`${method} answered ${seen.status}: ${JSON.stringify(seen.body)}`);
    return seen.body.result;
  }

  post(text: string, more: object = {}): Promise<Json> {
    return this.do('sendMessage', { chat_id: this.channel, text, ...more });
  }

  act(action: string, text: string, more: Record<string, string> = {}) {
    return this.simulator.visitor({ platform: 'telegram', account: this.channel, action, text, ...more });
  }

  ledger(kind = '') {
    return this.simulator.ledger(`platform=telegram&account=${this.channel}${kind === '' ? '' : `&kind=${kind}`}`);
  }

  async sample(name: string): Promise<Blob> {
    return (await fetch(`${this.simulator.url}/files/${name}`)).blob();
  }
}

export async function asBot(simulator: TestSimulator, username?: string): Promise<AsBot> {
  return new AsBot(simulator, await simulator.account('telegram', username === undefined ? {} : { username }));
}

export { TestSimulator };
