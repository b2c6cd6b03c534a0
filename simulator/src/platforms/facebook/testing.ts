import { type MadeAccount, until } from '../../core/testing.ts';
import { PlatformSimulator } from '../meta/test-simulator.ts';
import { GraphClient, type GraphResponse, responseOf, type Values } from '../meta/testing.ts';
import { facebook } from './index.ts';

/** A client of graph.facebook.com with the token of one Page, or with another token of the same app. */
export class TestFacebook extends GraphClient {
  readonly simulator: PlatformSimulator;
  readonly account: MadeAccount;

  constructor(simulator: PlatformSimulator, account: MadeAccount, token = account.tokens.access_token) {
    super(token);
    this.simulator = simulator;
    this.account = account;
  }

  static async make(simulator: PlatformSimulator, username?: string): Promise<TestFacebook> {
    const account = await simulator.account('facebook', username === undefined ? {} : { username });
    return new TestFacebook(simulator, account);
  }

  get id(): string {
    return this.account.platform_id;
  }

  override get base(): string {
    return `${this.simulator.url}/facebook/graph/v25.0`;
  }

  with(token: string): TestFacebook {
    return new TestFacebook(this.simulator, this.account, token);
  }

  /** Id of a new post. */
  async publish(message = 'Fresh bread', values: Values = {}): Promise<string> {
    const { body, text } = await this.post('me/feed', { message, ...values });
    if (!body.id) throw new Error(`Not published: ${text}`);
    return body.id;
  }

  /** Id of a new photo that no post shows. */
  async photo(values: Values = {}): Promise<string> {
    const { body, text } = await this.post('me/photos', { url: sampleImage, published: false, ...values });
    if (!body.id) throw new Error(`No photo: ${text}`);
    return body.id;
  }

  /** Starts a reel or a story video and uploads it by address. */
  async uploadedVideo(edge: 'video_reels' | 'video_stories', address = sampleVideo): Promise<string> {
    const { body } = await this.post(`me/${edge}`, { upload_phase: 'start' });
    const sent = await this.upload(body.upload_url, { file_url: address });
    if (sent.body.success !== true) throw new Error(`Not uploaded: ${sent.text}`);
    return body.video_id;
  }

  upload(url: string, headers: Record<string, string>, bytes?: Buffer): Promise<GraphResponse> {
    const authorization = { authorization: `OAuth ${this.token}`, 'content-type': 'application/octet-stream' };
    const body = bytes === undefined ? {} : { body: new Uint8Array(bytes) };
    return responseOf(fetch(url, { method: 'POST', headers: { ...authorization, ...headers }, ...body }));
  }

  /** Polls the status until it is ready or failed. */
  async status(video: string): Promise<string> {
    const { body } = await until(
      () => this.get(video, { fields: 'status' }),
      (response) => response.body.status.video_status !== 'processing',
    );
    return body.status.video_status;
  }

  visitor(action: string, text = '', more: Record<string, string> = {}) {
    return this.simulator.visitor({ platform: 'facebook', account: this.id, action, text, ...more });
  }

  /** Tells the app's callback address to the platform and subscribes the Page. */
  async subscribe(url: string, fields = 'feed,mention,messages,message_echoes'): Promise<void> {
    await this.simulator.control('PUT', '/apps/facebook', { callback_url: url, verify_token: 'check' });
    const { body } = await this.post('me/subscribed_apps', { subscribed_fields: fields });
    if (body.success !== true) throw new Error('Not subscribed.');
  }
}

export function startSimulator(): Promise<PlatformSimulator> {
  return new PlatformSimulator(facebook).start();
}

export const sampleImage = 'https://simulator.test/files/sample.jpg';
export const sampleVideo = 'https://simulator.test/files/sample.mp4';
