import { type ApiResponse, type Body, createClient, type TestService } from '../../../test/harness.ts';
import { inviteOwner } from '../members/index.ts';

/** A browser that keeps its cookies and sends the origin of the service, as pages of it do. */
export interface Browser {
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<ApiResponse>;
  /** Opens a page, without following where it leads. */
  readonly visit: (
    path: string,
  ) => Promise<{ readonly status: number; readonly location: string; readonly text: string }>;
  readonly cookies: Map<string, string>;
}

export const PASSWORD = 'a long sentence';

export function createBrowser(service: TestService): Browser {
  const cookies = new Map<string, string>();
  const client = createClient(service.url, '');
  const sent = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const keep = (headers: Headers) => {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
  };
  return {
    cookies,
    async call(method, path, body, headers = {}) {
      const cookie = sent() === '' ? {} : { cookie: sent() };
      const response = await callOf(client, method, path, body, {
        headers: { origin: service.url, ...cookie, ...headers },
      });
      keep(response.headers);
      return response;
    },
    async visit(path) {
      const response = await fetch(`${service.url}${path}`, { headers: { cookie: sent() }, redirect: 'manual' });
      keep(response.headers);
      return { status: response.status, location: response.headers.get('location') ?? '', text: await response.text() };
    },
  };
}

function callOf(client: ReturnType<typeof createClient>, method: string, path: string, body: unknown, sent: object) {
  if (method === 'GET') return client.get(path, sent);
  if (method === 'DELETE') return client.delete(path, sent);
  return client[method.toLowerCase() as 'post' | 'patch' | 'put'](path, body, sent);
}

let count = 0;

/** A browser in which a new person took an invitation. */
export async function joined(
  service: TestService,
  link: string,
  more: Body = {},
): Promise<{ browser: Browser; user: Body }> {
  const browser = createBrowser(service);
  const token = link.split('/').at(-1);
  const email = `person${++count}@example.com`;
  const given = { name: `Person ${count}`, email, password: PASSWORD, ...more };
  const { status, body, text } = await browser.call('POST', `/session/invitations/${token}`, given);
  if (status !== 200) throw new Error(text);
  return { browser, user: body.user };
}

/** The first owner of a workspace, by the operator's link. */
export async function newOwner(service: TestService, workspaceId: string) {
  return joined(service, await inviteOwner(service.app.db.system, workspaceId));
}

/** A new member, invited by somebody who may. */
export async function newMember(
  service: TestService,
  inviter: Browser,
  membership: Body,
  headers: Record<string, string> = {},
) {
  const email = `member${++count}@example.com`;
  const invited = await inviter.call('POST', '/v1/members/invitations', { email, ...membership }, headers);
  if (invited.status !== 201) throw new Error(invited.text);
  return joined(service, invited.body.url, { email: undefined });
}
