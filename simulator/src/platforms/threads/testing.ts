import { type MadeAccount, until } from '../../core/testing.ts';
import { PlatformSimulator } from '../meta/test-simulator.ts';
import { GraphClient, type Values } from '../meta/testing.ts';
import { threads } from './index.ts';

/** A client of graph.threads.net for one account. */
export class TestThreads extends GraphClient {
  readonly simulator: PlatformSimulator;
  readonly account: MadeAccount;

  constructor(simulator: PlatformSimulator, account: MadeAccount, token = account.tokens.access_token) {
    super(token);
    this.simulator = simulator;
    this.account = account;
  }

  static async make(simulator: PlatformSimulator, username?: string): Promise<TestThreads> {
    return new TestThreads(simulator, await simulator.account('threads', username === undefined ? {} : { username }));
  }

  get id(): string {
    return this.account.platform_id;
  }

  override get base(): string {
    return `${this.simulator.url}/threads/graph/v1.0`;
  }

  /** Id of a new container, which must be accepted. */
  async container(values: Values): Promise<string> {
    const { body, text } = await this.post('me/threads', values);
    if (!body.id) throw new Error(`No container: ${text}`);
    return body.id;
  }

  /** Id of a container that is no longer in progress. */
  async finished(values: Values): Promise<string> {
    const container = await this.container(values);
    await until(
      () => this.get(container, { fields: 'status' }),
      ({ body }) => body.status !== 'IN_PROGRESS',
    );
    return container;
  }

  /** Id of a new post. */
  async publish(values: Values = { media_type: 'TEXT', text: 'Hello' }): Promise<string> {
    const { body, text } = await this.post('me/threads_publish', { creation_id: await this.finished(values) });
    if (!body.id) throw new Error(`Not published: ${text}`);
    return body.id;
  }

  visitor(action: string, text = '', more: Record<string, string> = {}) {
    return this.simulator.visitor({ platform: 'threads', account: this.id, action, text, ...more });
  }
}

export function startSimulator(): Promise<PlatformSimulator> {
  return new PlatformSimulator(threads).start();
}

export const sampleImage = 'https://simulator.test/files/sample.jpg';
export const sampleVideo = 'https://simulator.test/files/sample.mp4';
