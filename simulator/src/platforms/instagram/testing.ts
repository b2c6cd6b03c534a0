import { type MadeAccount, TestSimulator, until } from '../../core/testing.ts';
import { GraphClient, type Values } from '../meta/testing.ts';

/** A client of graph.instagram.com for one account. */
export class TestInstagram extends GraphClient {
  readonly simulator: TestSimulator;
  readonly account: MadeAccount;

  constructor(simulator: TestSimulator, account: MadeAccount, token = account.tokens.access_token) {
    super(token);
    this.simulator = simulator;
    this.account = account;
  }

  static async make(simulator: TestSimulator, username?: string): Promise<TestInstagram> {
    return new TestInstagram(
      simulator,
      await simulator.account('instagram', username === undefined ? {} : { username }),
    );
  }

  get id(): string {
    return this.account.platform_id;
  }

  override get base(): string {
    return `${this.simulator.url}/instagram/graph/v25.0`;
  }

  /** Id of a new container, which must be accepted. */
  async container(values: Values = { image_url: sampleImage }): Promise<string> {
    const { body, text } = await this.post('me/media', values);
    if (!body.id) throw new Error(`No container: ${text}`);
    return body.id;
  }

  /** Id of a new post. */
  async publish(values: Values = { image_url: sampleImage }): Promise<string> {
    const container = await this.container(values);
    await until(
      () => this.get(container, { fields: 'status_code' }),
      ({ body }) => body.status_code !== 'IN_PROGRESS',
    );
    const { body, text } = await this.post('me/media_publish', { creation_id: container });
    if (!body.id) throw new Error(`Not published: ${text}`);
    return body.id;
  }

  comment(text: string, more: Record<string, string> = {}): Promise<{ platform_id: string; username: string }> {
    return this.simulator.visitor({ platform: 'instagram', account: this.id, action: 'comment', text, ...more });
  }

  /** Tells the app's callback address to the platform and subscribes the account. */
  async subscribe(url: string, fields = 'comments,messages,mentions'): Promise<void> {
    await this.simulator.control('PUT', '/apps/instagram', { callback_url: url, verify_token: 'check' });
    const { body } = await this.post('me/subscribed_apps', { subscribed_fields: fields });
    if (body.success !== true) throw new Error('Not subscribed.');
  }
}

export const sampleImage = 'https://simulator.test/files/sample.jpg';
export const sampleVideo = 'https://simulator.test/files/sample.mp4';

export { type GraphResponse, responseOf, signatureOf } from '../meta/testing.ts';
export { TestSimulator, until };
