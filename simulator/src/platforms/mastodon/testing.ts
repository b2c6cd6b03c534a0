import type { MadeAccount, TestSimulator } from '../../core/testing.ts';

/** The fields of a status that tests read; the whole object is in entities.ts. */
export interface Status {
  readonly id: string;
  readonly content: string;
  readonly visibility: string;
  readonly in_reply_to_id: string | null;
  readonly in_reply_to_account_id: string | null;
  readonly replies_count: number;
  readonly account: { readonly id: string; readonly acct: string };
  readonly mentions: readonly { readonly acct: string }[];
  readonly media_attachments: readonly { readonly id: string; readonly description: string | null }[];
}

/** A client of one account, for tests. */
export function clientOf(simulator: TestSimulator, account: MadeAccount) {
  async function call<Body = Status>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    const isForm = body instanceof FormData || body instanceof URLSearchParams;
    const response = await fetch(`${simulator.url}/mastodon${path}`, {
      method,
      headers: {
        authorization: `Bearer ${account.tokens.access_token}`,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? null : JSON.parse(text)) as Body,
    };
  }
  const post = (status: string, more: object = {}) => call('POST', '/api/v1/statuses', { status, ...more });
  return { call, post, get: <Body>(path: string) => call<Body>('GET', path) };
}
