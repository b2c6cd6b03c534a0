import { expect } from 'vitest';
import { smallestPost } from '../../src/scenes/post.ts';
import { type ApiResponse, type Body, type Client, type TestService, type TestWorkspace, until } from '../harness.ts';
import { accountOf, targetsOn, usageOf, visitor, waiting } from '../steps.ts';

/** One platform with an account of a tenant of its own, the visitor on its other side, and what is promised of it. */
export class Stage {
  readonly #service: TestService;
  readonly #ws: TestWorkspace;
  /** The item of `GET /v1/platforms`. */
  readonly promised: Body;
  #post: Promise<Body> | undefined;
  #count = 0;

  constructor(service: TestService, ws: TestWorkspace, promised: Body) {
    this.#service = service;
    this.#ws = ws;
    this.promised = promised;
  }

  get api(): Client {
    return this.#ws.api;
  }

  get platform(): string {
    return this.promised.platform;
  }

  get accountId(): string {
    return accountOf(this.#ws, this.platform).id;
  }

  can(capability: string): boolean {
    return this.promised.capabilities[capability] === true;
  }

  /** A text that no other item has. */
  text(words: string): string {
    this.#count += 1;
    return `${words}, ${this.#count}`;
  }

  sql(text: string, values: unknown[]): Promise<Body[]> {
    return this.#service.sql(text, values);
  }

  /** What a visitor does. */
  does(action: string, fields: Readonly<Record<string, unknown>> = {}): Promise<Body> {
    return visitor(this.#ws, this.platform, action, fields);
  }

  /** What a visitor does, or undefined where people cannot do it on the platform. */
  async tries(action: string, fields: Readonly<Record<string, unknown>> = {}): Promise<Body | undefined> {
    return this.does(action, fields).catch((error: Error) => {
      if (/^control POST strangers: (400|404|501) /.test(error.message)) return undefined;
      throw error;
    });
  }

  /** The account's post, published once. */
  post(): Promise<Body> {
    this.#post ??= this.#publish();
    return this.#post;
  }

  async #publish(): Promise<Body> {
    const [target] = targetsOn(this.#ws, this.platform);
    const post = smallestPost(this.promised, target, 'A post to be talked about');
    const { body, text } = await this.api.post('/v1/posts', { ...post, publish_now: true }, waiting);
    if (body.status !== 'published') throw new Error(text);
    return body;
  }

  async postIdOnPlatform(): Promise<string> {
    return (await this.post()).targets[0].platform_post_id;
  }

  /** The events of one type on the account, of one item when it is given. */
  async events(type: string, resourceId?: string): Promise<Body[]> {
    const one = resourceId === undefined ? '' : `&resource_id=${resourceId}`;
    const path = `/v1/events?account_id=${this.accountId}&action=${type}&limit=100${one}`;
    return (await this.api.get(path)).body.data;
  }

  /** The item arrived as one event of this type, and of no other. */
  async assertToldOnce(type: string, resourceId: string): Promise<Body> {
    const { body } = await this.api.get(`/v1/events?account_id=${this.accountId}&resource_id=${resourceId}&limit=100`);
    const told = body.data.filter((event: Body) => event.type.endsWith('.received') || event.type === type);
    expect(told.map((event: Body) => event.type)).toEqual([type]);
    return told[0];
  }

  /** Waits for something that arrives by itself. X lets its messages be read rarely, so the clock moves on there. */
  async arrives<T>(check: () => Promise<T | undefined | false>, what: string): Promise<T> {
    const isRare = this.platform === 'twitter';
    let tries = 0;
    const look = async () => {
      const found = await check();
      tries += 1;
      const isFound = found !== undefined && found !== false;
      if (isRare && !isFound && tries % 40 === 0) await this.api.post('/v1/test/clock', { advance: 'PT5M' });
      return found;
    };
    return until(look, `${what} has arrived from ${this.platform}`, 40_000);
  }

  /** The entries of the platform's ledger that an act of ours adds. */
  async effects(act: () => Promise<unknown>): Promise<Body[]> {
    const { platformId } = accountOf(this.#ws, this.platform);
    const read = async (after: number): Promise<Body[]> =>
      (await this.#ws.control('GET', `ledger?platform=${this.platform}&account=${platformId}&after=${after}`)).entries;
    const before = (await read(0)).at(-1)?.seq ?? 0;
    await act();
    return read(before);
  }

  /** The call succeeds, stands on the platform's ledger once, and costs so many interactions. */
  async happensOnce(cost: number, call: () => Promise<ApiResponse>): Promise<{ body: Body; entry: Body }> {
    const before = await usageOf(this.api);
    let body: Body;
    const entries = await this.effects(async () => {
      const response = await call();
      expect(response.status, response.text).toBe(200);
      body = response.body;
    });
    expect(entries).toHaveLength(1);
    expect(await usageOf(this.api)).toEqual({ ...before, interactions: before.interactions + cost });
    return { body, entry: entries[0] };
  }

  /** The call is rejected as nothing that the platform has, leaves no trace there and costs nothing. */
  async isNotSupported(call: () => Promise<ApiResponse>): Promise<void> {
    const before = await usageOf(this.api);
    const entries = await this.effects(async () => {
      const { status, body } = await call();
      expect({ status, code: body.code }, body.error).toEqual({ status: 501, code: 'not_supported' });
    });
    expect(entries).toEqual([]);
    expect(await usageOf(this.api)).toEqual(before);
  }

  /** Everything is over: whatever the platform repeats has been read. */
  only<T>(items: readonly T[], what: string): T {
    expect(items, what).toHaveLength(1);
    return items[0] as T;
  }
}

/** Shows that the platform keeps a promise. */
export type Scene = (stage: Stage) => Promise<void>;
/** Shows, too, what happens where the platform has not the ability: 501, free of charge. */
export interface Ability {
  readonly kept: Scene;
  readonly absent: Scene;
}
