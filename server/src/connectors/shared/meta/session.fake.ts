import type { PlatformRequest, PlatformResponse, Session } from '../../../core/session.ts';

/** A response that a test gives: JSON with status 200, or the parts that differ. */
export type FakeResponse = { status?: number; headers?: Record<string, string>; json?: unknown; text?: string };

export interface FakeSession {
  readonly session: Session;
  readonly requests: PlatformRequest[];
  /** `METHOD /path` of each request, in order. */
  readonly calls: () => string[];
}

/** A session of the account 1784 with the responses of a test. For tests only. */
export function fakeSession(response: (request: PlatformRequest, call: string) => FakeResponse | Error): FakeSession {
  const requests: PlatformRequest[] = [];
  const session: Session = {
    account: { id: 'acc_1', platformId: '17841405822304914', username: 'acme', metadata: {} },
    tokens: { accessToken: 'IGAAsecrettoken' },
    app: { clientId: '990', clientSecret: 'app-secret-text' },
    hosts: { graph: 'https://graph.test' },
    http: {
      async send(request) {
        requests.push(request);
        const given = response(request, nameOf(request));
        if (given instanceof Error) throw given;
        return toResponse(given);
      },
    },
    media: () => Promise.reject(new Error('not used')),
    now: () => new Date('2026-03-01T12:00:00.500Z'),
  };
  return { session, requests, calls: () => requests.map(nameOf) };
}

/** Responses by `METHOD /path`. A list is used one by one, and its last response stays. */
export type Routes = Record<string, FakeResponse | Error | (FakeResponse | Error)[]>;

export function fakePlatform(routes: Routes): FakeSession {
  return fakeSession((_request, name) => {
    const route = routes[name];
    if (route === undefined) throw new Error(`unexpected ${name}`);
    if (!Array.isArray(route)) return route;
    return (route.length > 1 ? route.shift() : route[0]) as FakeResponse | Error;
  });
}

function nameOf({ method, url }: PlatformRequest): string {
  return `${method} ${new URL(url).pathname}`;
}

export function toResponse({ status = 200, headers = {}, json, text }: FakeResponse): PlatformResponse {
  return { status, headers, json, text: text ?? (json === undefined ? '' : JSON.stringify(json)) };
}

/** A Graph error as Meta sends it. */
export function graphError(code: number, subcode?: number, more: Record<string, unknown> = {}): FakeResponse {
  const error = { message: `(#${code}) No.`, type: 'OAuthException', code, error_subcode: subcode, ...more };
  return { status: 400, json: { error } };
}
