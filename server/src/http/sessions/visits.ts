import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, invalid } from '../../core/errors.ts';
import { readInput } from '../../execute/parse-input.ts';
import { toApiError } from '../../execute/to-api-error.ts';
import { staleProof } from '../../features/members/index.ts';
import {
  type AnyPersonOperation,
  hashSessionToken,
  type PeopleTools,
  sessions,
  type Visit,
} from '../../features/people/index.ts';
import { unauthorized } from '../bearer-key.ts';
import { sendError } from '../send-error.ts';
import { assertOwnOrigin } from './origin.ts';
import {
  newSessionToken,
  readCookie,
  type Site,
  sessionTokenOf,
  setCookie,
  setSessionCookie,
} from './session-cookie.ts';

export interface VisitOptions {
  readonly site: Site;
  readonly people: PeopleTools;
  readonly onFault: (request: FastifyRequest, error: unknown) => void;
}

export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
}

export interface SessionOptions extends VisitOptions {
  /** The provider that people may sign in with; undefined: none. */
  readonly oidc: OidcSettings | undefined;
}

/** A browser that knows a person keeps that for so long. */
const KNOWN_SECONDS = 365 * 86_400;
const AGENT_MAX = 300;

/** The request of a browser, with the session that its cookie names. */
export async function toVisit(
  request: FastifyRequest,
  reply: FastifyReply,
  { site, people }: VisitOptions,
): Promise<Visit> {
  const token = sessionTokenOf(request, site);
  const session = token === undefined ? undefined : await sessions.find(people.system, hashSessionToken(token));
  const known = people.unseal('known browser', readCookie(request, site, 'hubbub_browser_of') ?? '');
  const ip = request.ip ?? '';
  const agent = String(request.headers['user-agent'] ?? '').slice(0, AGENT_MAX);
  return {
    ...people,
    ip,
    agent,
    session,
    knownUserId: typeof known === 'string' ? known : undefined,
    async signIn(userId) {
      const fresh = newSessionToken();
      const hash = hashSessionToken(fresh);
      const row = await sessions.create(people.ofPerson(userId), { userId, hash, ip, agent });
      // Nobody goes on with a session that was there before.
      if (session !== undefined) await sessions.end(people.ofPerson(session.user_id), session.user_id, session.id);
      setSessionCookie(reply, site, fresh);
      setCookie(reply, site, 'hubbub_browser_of', people.seal('known browser', userId, KNOWN_SECONDS), KNOWN_SECONDS);
      return row;
    },
    forget: () => setSessionCookie(reply, site, undefined),
  };
}

/** Runs a call below `/session` and sends its response. */
export async function handleVisit(
  operation: AnyPersonOperation,
  request: FastifyRequest,
  reply: FastifyReply,
  options: VisitOptions,
): Promise<FastifyReply> {
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  try {
    if (operation.http.method !== 'get') assertOwnOrigin(request, options.site);
    const visit = await toVisit(request, reply, options);
    if (operation.needs !== 'nothing' && visit.session === undefined)
      throw unauthorized('auth.invalid_session', 'You are not signed in, or your session has ended.');
    if (operation.needs === 'fresh' && visit.session?.is_fresh !== true) throw staleProof();
    const query = request.query as Record<string, unknown>;
    if ('dry_run' in query) throw invalid('dry_run', 'There are no dry runs below /session.');
    const params = request.params as Record<string, unknown>;
    const input = readInput(operation, { params, query, body: request.body }, { lenient: false });
    const userId = visit.session?.user_id as string;
    const signedIn = { ...visit, session: visit.session as never, userId, db: options.people.ofPerson(userId ?? '') };
    const body = await operation.run(signedIn, input);
    return reply.code(operation.http.status).send(body);
  } catch (error) {
    const known = error instanceof ApiError ? error : toApiError(error);
    if (known.status >= 500 && known.code !== 'not_supported') options.onFault(request, error);
    return sendError(reply, known, request.id);
  }
}
