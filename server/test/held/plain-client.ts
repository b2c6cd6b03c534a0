import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { ApiResponse, CallOptions, Client } from '../harness.ts';

const RETRY_MS = 50;
const CUT = ['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'];

/**
 * Calls of the API whose responses are not compared with the contract, because that would take longer than the service. With
 * `isRepeated` a request whose connection a kill has cut is sent again under its idempotency key.
 */
export function plainClient(url: string, own: Readonly<Record<string, string>>, { isRepeated = false } = {}): Client {
  const once = async (method: string, path: string, body: unknown, headers: object): Promise<ApiResponse> => {
    const content = body === undefined ? null : JSON.stringify(body);
    const answer = await request(`${url}${path}`, { method, headers: { ...own, ...headers }, body: content });
    const text = await answer.body.text();
    return {
      status: answer.statusCode,
      headers: new Headers(),
      text,
      body: text.startsWith('{') ? JSON.parse(text) : undefined,
    };
  };
  const call = async (method: string, path: string, body?: unknown, options: CallOptions = {}) => {
    const key = isRepeated && method !== 'GET' ? { 'idempotency-key': randomUUID() } : {};
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    for (;;) {
      const answer = await once(method, path, body, { ...type, ...key, ...options.headers }).catch((error) => {
        if (!isRepeated || !CUT.includes(error.code)) throw error;
      });
      if (answer !== undefined && !(isRepeated && [503, 504].includes(answer.status))) return answer;
      await sleep(RETRY_MS);
    }
  };
  return {
    key: '',
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body, options),
    patch: (path, body, options) => call('PATCH', path, body, options),
    put: (path, body, options) => call('PUT', path, body, options),
    delete: (path, options) => call('DELETE', path, undefined, options),
  };
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
