import type { FastifyRequest } from 'fastify';
import type { Asked, Call, Method } from '../platform.ts';
import type { Account, LedgerOptions, Operation, Token } from '../world/world.ts';
import type { OpenWorld } from '../worlds/open-world.ts';
import type { RunningPlatform } from '../worlds/running-platforms.ts';
import { platformUrl, prefixOf } from './addresses.ts';
import type { ParsedBody } from './parse-request.ts';
import { unfold } from './parse-request.ts';

/** One request to a simulated platform, as its handler sees it. The core fills in operation, token and account. */
export class PlatformCall implements Call {
  readonly method: Method;
  readonly host: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly perform: Call['perform'];
  readonly body;
  readonly content;
  readonly files;
  operation: Operation = 'other';
  account: Account | null = null;
  token: Token | null = null;
  credential: string | undefined;

  readonly #world: OpenWorld;
  readonly #platform: RunningPlatform;
  readonly #request: FastifyRequest;
  readonly #params: Readonly<Record<string, string>>;

  constructor(
    world: OpenWorld,
    platform: RunningPlatform,
    request: FastifyRequest,
    asked: Asked,
    at: {
      host: string;
      params: Readonly<Record<string, string>>;
      parsed: ParsedBody;
      signal: AbortSignal;
      perform: Call['perform'];
    },
  ) {
    this.#world = world;
    this.#platform = platform;
    this.#request = request;
    this.#params = at.params;
    this.method = asked.method as Method;
    this.host = at.host;
    this.path = asked.url.slice(prefixOf(platform.definition.name, at.host).length) || '/';
    this.query = unfold(new URL(this.path, 'http://x').searchParams);
    this.headers = asked.headers;
    this.perform = at.perform;
    this.signal = at.signal;
    this.body = at.parsed.body;
    this.content = at.parsed.content;
    this.files = at.parsed.files;
  }

  get rawBody(): Buffer {
    return this.content.bytes;
  }

  param(name: string): string {
    return this.#params[name] ?? '';
  }

  input(name: string): string | undefined {
    return this.inputs(name)[0];
  }

  inputs(name: string): string[] {
    const value = this.body[name] ?? this.query[name];
    const list = Array.isArray(value) ? value : [value];
    return list.filter((item) => ['string', 'number', 'boolean'].includes(typeof item)).map(String);
  }

  url(path: string, host = this.host): string {
    return platformUrl(this.#request, this.#platform.definition, host, path);
  }

  effect<T>(apply: () => T): T {
    return this.#world.journal.change(apply);
  }

  record({ text = '', media = [], ...rest }: LedgerOptions): void {
    if (!this.account) throw new Error('A ledger entry needs the account of the call.');
    this.#world.ledger.record({
      at: this.#world.clock.iso(),
      platform: this.#platform.definition.name,
      account: this.account.platform_id,
      operation: this.operation,
      text,
      media,
      ...rest,
    });
  }

  notReadyPolls(): number {
    return this.#world.faults.take(['not_ready'], this.target())?.polls ?? 0;
  }

  visibleAt(): number {
    const fault = this.#world.faults.take(['delayed_visibility'], this.target());
    return this.#world.clock.now() + (fault?.seconds ?? 0) * 1000;
  }

  /** The fields that faults are matched with. */
  target() {
    const { operation } = this;
    const contains = (text: string) => hasText(this.body, text);
    return {
      platform: this.#platform.definition.name,
      account: this.account?.platform_id ?? null,
      operation,
      contains,
    };
  }
}

function hasText(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.includes(text);
  return typeof value === 'object' && value !== null && Object.values(value).some((inner) => hasText(inner, text));
}
