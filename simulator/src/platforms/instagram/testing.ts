import { createHmac } from 'node:crypto';
import { type MadeAccount, TestSimulator, until } from '../../core/testing.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, read field by field in tests.
type Json = any;

export interface GraphAnswer {
  readonly status: number;
  readonly body: Json;
  readonly headers: Headers;
  readonly text: string;
}

type Values = Readonly<Record<string, string | number | boolean>>;

/** A client of graph.instagram.com for one account. Values go into the query, or as a form into the body of a POST. */
export class TestInstagram {
  readonly simulator: TestSimulator;
  readonly account: MadeAccount;
  readonly token: string;

  constructor(simulator: TestSimulator, account: MadeAccount, token = account.tokens.access_token) {
    this.simulator = simulator;
    this.account = account;
    this.token = token;
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

  get base(): string {
    return `${this.simulator.url}/instagram/graph/v25.0`;
  }

  get(path: string, values: Values = {}): Promise<GraphAnswer> {
    const query = text({ ...values, access_token: this.token });
    return answerOf(fetch(`${this.base}/${path}?${query}`));
  }

  post(path: string, values: Values = {}): Promise<GraphAnswer> {
    const body = new URLSearchParams(text({ ...values, access_token: this.token }));
    return answerOf(fetch(`${this.base}/${path}`, { method: 'POST', body }));
  }

  postJson(path: string, body: object): Promise<GraphAnswer> {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' };
    return answerOf(fetch(`${this.base}/${path}`, { method: 'POST', body: JSON.stringify(body), headers }));
  }

  delete(path: string): Promise<GraphAnswer> {
    return answerOf(fetch(`${this.base}/${path}?${text({ access_token: this.token })}`, { method: 'DELETE' }));
  }

  /** Follows a link of an answer. */
  follow(url: string): Promise<GraphAnswer> {
    return answerOf(fetch(url));
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
    return this.simulator.stranger({ platform: 'instagram', account: this.id, action: 'comment', text, ...more });
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

/** The signature header that Meta would send for this body. */
export function signatureOf(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

export async function answerOf(request: Promise<Response>): Promise<GraphAnswer> {
  const response = await request;
  const body = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, headers: response.headers, text: body, body: isJson ? JSON.parse(body) : body };
}

function text(values: Values): string {
  return new URLSearchParams(
    Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

export { TestSimulator, until };
