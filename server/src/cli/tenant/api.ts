import { createHttpClient, HttpFailure, open } from '@hubbub/guarded-http';
import { CommandError } from '../command.ts';
import type { TenantAccess } from './access.ts';

// biome-ignore lint/suspicious/noExplicitAny: commands read responses of our own API field by field.
export type Json = any;

export interface ApiResponse {
  readonly status: number;
  readonly body: Json;
}

const client = createHttpClient({ policy: open });

/** Calls an operation of the API. Throws CommandError with the service's own words when it rejects or is away. */
export async function callApi(
  { url, key }: TenantAccess,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  json?: unknown,
): Promise<ApiResponse> {
  const response = await client
    .request({
      method,
      url: `${url()}${path}`,
      headers: { authorization: `Bearer ${key}` },
      ...(json === undefined ? {} : { body: { json } }),
      timeoutMs: 60_000,
    })
    .catch((error) => {
      throw error instanceof HttpFailure ? new CommandError(error.message) : error;
    });
  const body = response.json() as Json;
  if (response.status >= 400)
    throw new CommandError(
      `The service rejected ${method} ${path}: ${response.status} ${body?.error ?? response.text()}`,
    );
  return { status: response.status, body };
}

/** The number of the newest event that the log shows; 0: none. */
export async function newestSeq(access: TenantAccess): Promise<number> {
  const { body } = await callApi(access, 'GET', '/v1/events?limit=1');
  return body.data[0]?.seq ?? 0;
}
