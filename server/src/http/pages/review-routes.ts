import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../core/actor.ts';
import { ApiError } from '../../core/errors.ts';
import { assertTakesWrites, type Tenant } from '../../core/tenant.ts';
import type { Runner } from '../../db/query.ts';
import type { Call, Environment } from '../../execute/call.ts';
import { executeOperation } from '../../execute/execute-operation.ts';
import { toApiError } from '../../execute/to-api-error.ts';
import { hashToken } from '../../features/invites/index.ts';
import { decideReview, type ReviewFacts, reviewLinks, showReview } from '../../features/review-links/index.ts';
import { workspaces } from '../../features/workspaces/index.ts';
import { html } from '../../lib/html.ts';
import { VisibleText } from '../../lib/printable.ts';
import { takeTurn } from '../admit.ts';
import { policyOf } from '../browser-headers.ts';
import { PAGE_FORM } from '../limits/bounds.ts';
import type { MountOptions } from '../mount.ts';
import { toBodyError } from '../server.ts';
import { memberAt } from '../sessions/find-sessions.ts';
import { assertOwnOrigin } from '../sessions/origin.ts';
import { readCookie, type Site, setCookie } from '../sessions/session-cookie.ts';
import { acceptForms } from './accept-forms.ts';
import { sendPage } from './page.ts';
import { type Problem, reviewContent, reviewTitle } from './review-page.ts';
import { REVIEW_STYLE } from './review-style.ts';

export interface ReviewPageOptions extends MountOptions {
  readonly system: Runner;
  readonly site: Site;
}

/** A request for the page of a link, with who sends it. */
interface Visit {
  readonly environment: Environment;
  readonly tenant: Tenant;
  readonly linkId: string;
  /** The person who is signed in here and belongs to the workspace. */
  readonly member: Actor | undefined;
  /** The name that the visitor has typed. */
  readonly name: string | undefined;
  readonly page: number;
}

const NAME_COOKIE = 'hubbub_reviewer';
const NAME_SECONDS = 90 * 86_400;
const Name = VisibleText.min(1).max(100);
const ENDED = { expired: 'This link has expired', withdrawn: 'This link was withdrawn' };

/** The page of a review link. `GET` shows it and changes nothing; `POST` decides. It needs no script. */
export function addReviewPages(app: FastifyInstance, options: ReviewPageOptions): void {
  app.register(async (scope) => {
    acceptForms(scope);
    scope.setErrorHandler((error, request, reply) =>
      reject(toBodyError(error as Error, PAGE_FORM.bytesMax), request, reply, options),
    );
    scope.get('/review/:token', async (request, reply) => {
      try {
        return await show(await visitOf(request, reply, options), request, reply, []);
      } catch (error) {
        return reject(error, request, reply, options);
      }
    });
    scope.post('/review/:token', async (request, reply) => {
      try {
        return await decide(await visitOf(request, reply, options), request, reply, options);
      } catch (error) {
        return reject(error, request, reply, options);
      }
    });
  });
}

async function visitOf(request: FastifyRequest, reply: FastifyReply, options: ReviewPageOptions): Promise<Visit> {
  const { token } = request.params as { token: string };
  const found = await reviewLinks.byToken(options.system, hashToken(token));
  if (found === undefined) throw new ApiError('not_found', 'There is no such link.', {}, 'review.invalid');
  const tenant = await workspaces.tenantById(options.system, found.tenant_id);
  assertTakesWrites(tenant);
  const owner = { tenantId: found.tenant_id, actorId: found.id, mayStay: false };
  const { page } = request.query as { page?: string };
  return {
    environment: await takeTurn(options, owner, request, reply),
    tenant,
    linkId: found.id,
    member: await memberAt(options.system, request, options.site, tenant),
    name: nameIn(Buffer.from(readCookie(request, options.site, NAME_COOKIE) ?? '', 'base64url').toString()),
    page: /^[1-9]\d{0,2}$/.test(page ?? '') ? Number(page) : 1,
  };
}

function nameIn(text: unknown): string | undefined {
  return Name.safeParse(text).data;
}

const callOf = (
  { tenant, linkId, member, name = '' }: Visit,
  request: FastifyRequest,
): Omit<Call, 'operation' | 'raw'> => ({
  tenant,
  actor: member ?? {
    type: 'link',
    id: linkId,
    name,
    permissions: new Set(['any', 'posts:read'] as const),
    brandIds: 'all',
    sending: 'direct',
    canApprove: true,
  },
  requestId: request.id,
  ip: request.ip ?? '',
  isProofFresh: false,
  dryRun: false,
  waitSeconds: 0,
  lenient: false,
  skipsVerification: false,
  keyUse: undefined,
});

/** The page as it is now. `problems`: what could not be done just before. */
async function show(
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  problems: readonly Problem[],
  status = 200,
): Promise<FastifyReply> {
  const { linkId, page, member, name } = visit;
  const raw = { params: { review_link_id: linkId }, query: { page }, body: undefined };
  const call = { ...callOf(visit, request), operation: showReview, raw };
  const { facts } = (await executeOperation(visit.environment, call)).body as { facts: ReviewFacts };
  const { host } = facts;
  if (facts.status !== 'active')
    return sendPage(reply, 410, {
      title: ENDED[facts.status],
      content: html`<p>Nothing can be decided here any more. If you still want to, ask ${host.name} for a new link.</p>`,
      host: { name: host.name, logo: undefined },
    });
  const who = member?.name ?? name;
  const reviewer = who === undefined ? undefined : { name: who, isSignedIn: member !== undefined };
  return sendPage(reply, status, {
    title: reviewTitle(facts),
    content: reviewContent(facts, reviewer, problems),
    host,
    style: REVIEW_STYLE,
    policy: policyFor(facts),
    referrers: 'same-origin',
  });
}

/** Files come from this service or from the address of its store. */
function policyFor({ files, host }: ReviewFacts): string {
  const urls = [...[...files.values()].map(({ url }) => url), ...(host.logo === undefined ? [] : [host.logo])];
  const origins = [...new Set(urls.map((url) => new URL(url).origin))].join(' ');
  const own = `'self' ${origins}`.trim();
  return policyOf({ 'img-src': own, 'media-src': own, 'form-action': "'self'" });
}

type Form = Readonly<Record<string, string | undefined>>;

async function decide(
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ReviewPageOptions,
): Promise<FastifyReply> {
  const form = (request.body ?? {}) as Form;
  // A page of somebody else must not decide with the cookie of a person.
  if (visit.member !== undefined) assertOwnOrigin(request, options.site);
  const back = (anchor: string) => reply.redirect(`?page=${visit.page}${anchor}`, 303);
  if (form.do === 'name') {
    const name = nameIn(form.name);
    if (name === undefined) return show(visit, request, reply, [above('Type your name, up to 100 characters.')], 400);
    setCookie(reply, options.site, NAME_COOKIE, Buffer.from(name).toString('base64url'), NAME_SECONDS);
    return back('');
  }
  if (visit.member === undefined && visit.name === undefined)
    return show(
      visit,
      request,
      reply,
      [above('Type your name first. Your browser must take cookies of this page.')],
      400,
    );
  const decisions = decisionsIn(form);
  if (decisions.length === 0) return show(visit, request, reply, [above('This form cannot be read.')], 400);
  const problems: Problem[] = [];
  let status = 200;
  for (const { post_id: postId, ...body } of decisions) {
    const raw = { params: { post_id: postId }, query: {}, body: { ...body, review_link_id: visit.linkId } };
    try {
      await executeOperation(visit.environment, { ...callOf(visit, request), operation: decideReview, raw });
    } catch (error) {
      const known = toApiError(error);
      if (known.status === 410 || (known.status >= 500 && known.code !== 'not_supported')) throw error;
      status = known.status;
      problems.push({ postId, message: known.message, note: body.note });
    }
  }
  if (problems.length > 0) return show(visit, request, reply, problems, status);
  return back(decisions.length === 1 ? `#${decisions[0]?.post_id}` : '');
}

function above(message: string): Problem {
  return { postId: undefined, message };
}

/** The decisions of a form: about one post, or an approval of all that it names. */
function decisionsIn(form: Form) {
  if (form.do === 'approve_all')
    return Object.entries(form).flatMap(([name, value = '']) => {
      const [post = '', held = '', fingerprint = ''] = value.split(' ');
      if (!name.startsWith('item.')) return [];
      return [{ post_id: post, held_id: held, fingerprint, decision: 'approved', note: undefined }];
    });
  const { do: decision, post = '', held = '', seen = '', note = '' } = form;
  if (decision !== 'approved' && decision !== 'changes_requested' && decision !== 'commented') return [];
  return [
    {
      post_id: post,
      ...(held === '' ? {} : { held_id: held, fingerprint: seen }),
      decision,
      note: decision === 'approved' || note.trim() === '' ? undefined : note,
    },
  ];
}

function reject(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ReviewPageOptions,
): FastifyReply {
  const known = toApiError(error);
  if (known.status >= 500 && known.code !== 'unavailable') options.onFault(request, error);
  const titles: Readonly<Record<number, string>> = { 404: 'This link is not valid', 410: 'This link has ended' };
  return sendPage(reply, known.status, {
    title: titles[known.status] ?? 'This page cannot be shown',
    content: html`<p role="alert">${known.message}</p><p>Ask the sender of the link for a new one.</p>`,
  });
}
