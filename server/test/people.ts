import { randomBytes } from 'node:crypto';
import type { Actor } from '../src/core/actor.ts';
import { ROLES, type RoleName } from '../src/core/roles.ts';
import { invitations } from '../src/features/members/index.ts';
import { hashToken, newToken } from '../src/features/people/index.ts';
import { type CallOptions, type Client, createClient, type TestService, type TestWorkspace } from './harness.ts';

export interface TestMembership {
  readonly role: RoleName;
  /** Default: all brands. */
  readonly brandIds?: readonly string[];
  readonly sending?: Actor['sending'];
  readonly canApprove?: boolean;
  /** Where the requests work. Default: `test`, or `live` for a role without the test environment. */
  readonly mode?: 'live' | 'test';
  readonly name?: string;
}

/** The requests of a person's browser. */
export interface Browser extends Client {
  readonly userId: string;
  /** What it sends with every request, also for streams. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A new person who joins the workspace by an invitation. */
export async function signedIn(
  service: Pick<TestService, 'app' | 'url'>,
  { id: workspaceId }: Pick<TestWorkspace, 'id'>,
  { role, brandIds, sending = 'direct', canApprove = false, mode, name = `A ${role}` }: TestMembership,
): Promise<Browser> {
  const token = newToken();
  await invitations.create(service.app.db.system, {
    workspaceId,
    email: `${role}-${randomBytes(6).toString('hex')}@example.com`,
    role,
    brandIds: brandIds ?? null,
    sending,
    canApprove,
    days: 1,
    hash: hashToken(token),
    mailHash: null,
    by: undefined,
  });
  const origin = service.url;
  const joined = await createClient(service.url, '').post(
    `/session/invitations/${token}`,
    { name, password: randomBytes(12).toString('hex') },
    { headers: { origin } },
  );
  if (joined.status !== 200) throw new Error(`could not join: ${joined.text}`);
  const cookies = joined.headers.getSetCookie().map((text) => text.split(';')[0]);
  const headers = {
    origin,
    cookie: cookies.join('; '),
    'x-hubbub-workspace': workspaceId,
    'x-hubbub-mode': mode ?? (ROLES[role].hasTestMode ? 'test' : 'live'),
  };
  return { ...browserOf(service.url, headers), userId: joined.body.user.id, headers };
}

/** A client without a key that sends these headers with every request. */
function browserOf(url: string, headers: Readonly<Record<string, string>>): Client {
  const client = createClient(url, '');
  const adding = (options: CallOptions = {}) => ({ ...options, headers: { ...headers, ...options.headers } });
  return {
    key: '',
    get: (path, options) => client.get(path, adding(options)),
    post: (path, body, options) => client.post(path, body, adding(options)),
    patch: (path, body, options) => client.patch(path, body, adding(options)),
    put: (path, body, options) => client.put(path, body, adding(options)),
    delete: (path, options) => client.delete(path, adding(options)),
  };
}
