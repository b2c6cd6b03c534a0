import { createHmac } from 'node:crypto';

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, read field by field in tests.
type Json = any;

export interface GraphResponse {
  readonly status: number;
  readonly body: Json;
  readonly headers: Headers;
  readonly text: string;
}

export type Values = Readonly<Record<string, string | number | boolean>>;

/** A client of a Graph host with one token. Values go into the query, or as a form into the body of a POST. */
export abstract class GraphClient {
  readonly token: string;

  constructor(token: string) {
    this.token = token;
  }

  /** Address of the host with its version, without a slash at the end. */
  abstract get base(): string;

  get(path: string, values: Values = {}): Promise<GraphResponse> {
    const query = text({ ...values, access_token: this.token });
    return responseOf(fetch(`${this.base}/${path}?${query}`));
  }

  post(path: string, values: Values = {}): Promise<GraphResponse> {
    const body = new URLSearchParams(text({ ...values, access_token: this.token }));
    return responseOf(fetch(`${this.base}/${path}`, { method: 'POST', body }));
  }

  postJson(path: string, body: object): Promise<GraphResponse> {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' };
    return responseOf(fetch(`${this.base}/${path}`, { method: 'POST', body: JSON.stringify(body), headers }));
  }

  delete(path: string): Promise<GraphResponse> {
    return responseOf(fetch(`${this.base}/${path}?${text({ access_token: this.token })}`, { method: 'DELETE' }));
  }

  /** Follows a link of a response. */
  follow(url: string): Promise<GraphResponse> {
    return responseOf(fetch(url));
  }
}

/** The signature header that Meta would send for this body. */
export function signatureOf(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

export async function responseOf(request: Promise<Response>): Promise<GraphResponse> {
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
