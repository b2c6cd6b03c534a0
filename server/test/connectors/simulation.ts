import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttpClient, type HttpClient, only } from '@hubbub/guarded-http';
import type { SimulatedPlatform } from '../../../simulator/src/core/platform.ts';
import { startSimulator } from '../../../simulator/src/index.ts';
import { createPlatformHttp, type PlatformHttpOptions } from '../../src/adapters/http/platform-http.ts';
import type { Connector } from '../../src/core/connector.ts';
import { PlatformError } from '../../src/core/platform-error.ts';
import type { Media, MediaBytes, Session } from '../../src/core/session.ts';
import { makeWorld } from '../world.ts';

/** An entry of the simulator's truth ledger. */
export interface LedgerEntry {
  readonly kind: string;
  readonly platform_id: string;
  readonly text?: string;
  readonly media?: readonly { readonly type: string; readonly alt?: string }[];
  readonly in_reply_to?: string;
  readonly key?: string;
  readonly operation: string;
}

interface MadeAccount {
  readonly platform_id: string;
  readonly username: string;
  readonly name: string;
  readonly tokens: { readonly access_token: string; readonly refresh_token?: string };
  readonly app: { readonly client_id: string; readonly client_secret: string };
  readonly instance?: string;
  /** Present on platforms whose posts must name a board. */
  readonly boards?: readonly { readonly id: string }[];
}

const SAMPLES = 'https://simulator.test';

/** A world of a simulator of its own on a free port, and what tests need of its control API. */
export class Simulation {
  readonly url: string;
  readonly client: HttpClient;
  #clockAheadMs = 0;
  readonly #close: () => Promise<void>;

  private constructor(url: string, close: () => Promise<void>) {
    this.url = url;
    this.client = createHttpClient({ policy: only([url]) });
    this.#close = close;
  }

  /** `morePlatforms` stand in for those of the same name. */
  static async start(morePlatforms: readonly SimulatedPlatform[] = []): Promise<Simulation> {
    const dataDir = mkdtempSync(join(tmpdir(), 'hubbub-connectors-'));
    const { url, close } = await startSimulator({ dataDir, morePlatforms });
    const { simulatorUrl } = await makeWorld(url);
    const simulation = new Simulation(simulatorUrl, async () => {
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    });
    // How fast a test runs is no matter of the platforms; throttles are set as faults.
    await simulation.control('PUT', '/settings', { rate_limits: false });
    return simulation;
  }

  async close(): Promise<void> {
    await this.client.close(0);
    await this.#close();
  }

  /** A control call that must succeed; gives its JSON. */
  async control<ApiResponse = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<ApiResponse> {
    const response = await fetch(`${this.url}/control${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} /control${path} answered ${response.status}: ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as ApiResponse;
  }

  now(): Date {
    return new Date(Date.now() + this.#clockAheadMs);
  }

  /** The platforms and the sessions of every account jump ahead in time. */
  async advance(seconds: number): Promise<void> {
    await this.control('POST', '/clock', { advance_seconds: seconds });
    this.#clockAheadMs += seconds * 1000;
  }

  /** `server`: one of the simulator's, on platforms whose servers differ. */
  async connect(connector: Connector, server?: string): Promise<SimulatedAccount> {
    const requested = { platform: connector.platform, server };
    return new SimulatedAccount(this, connector, await this.control<MadeAccount>('POST', '/accounts', requested));
  }
}

/** A business account on a simulated platform, with a session of its connector. */
export class SimulatedAccount {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly session: Session;
  readonly #simulation: Simulation;
  readonly #platform: string;

  constructor(simulation: Simulation, connector: Connector, made: MadeAccount) {
    this.#simulation = simulation;
    this.#platform = connector.platform;
    this.id = made.platform_id;
    this.username = made.username;
    this.name = made.name;
    const base = (key: string) => made.instance ?? `${simulation.url}/${connector.platform}/${key}`;
    const { access_token, refresh_token } = made.tokens;
    const [board] = made.boards ?? [];
    this.session = {
      account: { id: 'acc_test', platformId: this.id, username: this.username, metadata: { board: board?.id } },
      tokens: { accessToken: access_token, ...(refresh_token === undefined ? {} : { refreshToken: refresh_token }) },
      app: { clientId: made.app.client_id, clientSecret: made.app.client_secret },
      hosts: Object.fromEntries(Object.keys(connector.auth.hosts).map((key) => [key, base(key)])),
      http: this.http(),
      media: (media) => this.#fetchMedia(media),
      now: () => simulation.now(),
    };
  }

  http(options?: PlatformHttpOptions) {
    return createPlatformHttp(this.#simulation.client, options);
  }

  async #fetchMedia({ url }: Media): Promise<MediaBytes> {
    if (!url.startsWith(`${SAMPLES}/`)) throw new PlatformError('rejected', 'The address is not reachable.');
    const response = await fetch(this.#simulation.url + url.slice(SAMPLES.length));
    if (!response.ok) throw new PlatformError('rejected', `The address answered ${response.status}.`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const contentType = response.headers.get('content-type') ?? 'application/octet-stream';
    return { bytes, contentType, filename: url.slice(url.lastIndexOf('/') + 1) };
  }

  /** Sets a fault for the next call of this account (or the next ones, by `times`). */
  async fault(kind: string, more: Record<string, unknown> = {}): Promise<void> {
    await this.#simulation.control('POST', '/faults', { kind, platform: this.#platform, account: this.id, ...more });
  }

  async clearFaults(): Promise<void> {
    await this.#simulation.control('DELETE', '/faults');
  }

  /** The effects on the platform, oldest first. */
  async ledger(kind?: string): Promise<readonly LedgerEntry[]> {
    const query = `platform=${this.#platform}&account=${this.id}${kind === undefined ? '' : `&kind=${kind}`}`;
    return (await this.#simulation.control<{ entries: LedgerEntry[] }>('GET', `/ledger?${query}`)).entries;
  }

  /** The operations of the platform that this account called, oldest first. */
  async operations(): Promise<readonly string[]> {
    const path = `/calls?platform=${this.#platform}&account=${this.id}`;
    const { calls } = await this.#simulation.control<{ calls: { operation: string }[] }>('GET', path);
    return calls.map(({ operation }) => operation);
  }

  /** A visitor likes a post or passes it on; false where the platform counts no such thing. */
  async visitorActs(action: 'like' | 'share', postId: string, username: string): Promise<boolean> {
    const requested = { platform: this.#platform, account: this.id, action, post_id: postId, username };
    return await this.#simulation.control('POST', '/strangers', requested).then(
      () => true,
      (error: Error) => {
        if (action === 'share' && error.message.includes(' answered 501:')) return false;
        throw error;
      },
    );
  }

  /** A visitor writes to the account in private, names it, or reviews it. */
  async visitorWrites(
    action: 'message' | 'mention' | 'review',
    what: { readonly text: string; readonly rating?: number },
  ): Promise<{ readonly platform_id: string; readonly user_id?: string; readonly post_id?: string }> {
    const requested = { platform: this.#platform, account: this.id, action, ...what };
    return await this.#simulation.control('POST', '/strangers', requested);
  }

  /** A visitor comments on a post, or answers a comment. */
  async visitor(text: string, postId: string, parentId?: string): Promise<string> {
    const { platform_id } = await this.#simulation.control<{ platform_id: string }>('POST', '/strangers', {
      platform: this.#platform,
      account: this.id,
      action: 'comment',
      post_id: postId,
      ...(parentId === undefined ? {} : { parent_id: parentId }),
      text,
    });
    return platform_id;
  }
}
