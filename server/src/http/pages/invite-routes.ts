import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import { toApiError } from '../../execute/to-api-error.ts';
import {
  describeInvite,
  findInvite,
  type InviteFacts,
  logoOfInvite,
  openInvite,
} from '../../features/connecting/index.ts';
import { html } from '../../lib/html.ts';
import { PAGE_FORM } from '../limits/bounds.ts';
import { sendError } from '../send-error.ts';
import { toBodyError } from '../server.ts';
import { keepBrowserId } from './browser-cookie.ts';
import { inviteContent, inviteTitle, type Rejection } from './invite-page.ts';
import type { ConnectingOptions } from './options.ts';
import { sendPage, withoutTrace } from './page.ts';
import { resultLink } from './result-link.ts';

const OVER = {
  used: 'This link was used already',
  expired: 'This link has expired',
  revoked: 'This link was withdrawn',
};

/** The pages of invites. `GET` shows a browser what is asked; other clients are sent to the platform at once. */
export function addInvitePages(app: FastifyInstance, options: ConnectingOptions): void {
  app.setErrorHandler((error, request, reply) =>
    reject(toBodyError(error as Error, PAGE_FORM.bytesMax), request, reply, options),
  );
  for (const [path, root] of [
    ['/invite/:token', '..'],
    ['/v1/invite/:token', '../..'],
  ] as const) {
    app.get(path, async (request, reply) => {
      const token = tokenOf(request);
      try {
        const invite = await findInvite(options, token);
        const facts = await describeInvite(invite);
        if (accepts(request, 'text/html')) return showInvite(reply, token, facts);
        if (accepts(request, 'application/json') && facts.status === 'active')
          return withoutTrace(reply).send(toJson(facts));
        if (facts.status === 'active' && facts.questions.some(({ isRequired }) => isRequired))
          throw new ApiError('missing_metadata', `Open this link in a browser: ${facts.platformName} needs more.`);
        const opened = await openInvite(invite, {}, keepBrowserId(request, reply, options.isSecure));
        return withoutTrace(reply).redirect(opened.kind === 'consent' ? opened.url : '');
      } catch (error) {
        return reject(error, request, reply, options);
      }
    });

    app.post(path, async (request, reply) => {
      const token = tokenOf(request);
      const answers = responsesOf(request);
      try {
        const invite = await findInvite(options, token);
        const browserId = keepBrowserId(request, reply, options.isSecure);
        try {
          const opened = await openInvite(invite, answers, browserId);
          if (opened.kind === 'consent') return withoutTrace(reply).redirect(opened.url, 303);
          const { platform, account_id: accountId, display_name: name, username } = opened.account;
          const result = { platform, accountId, accountName: name || username, inviteToken: token };
          return withoutTrace(reply).redirect(`${root}/oauth/${resultLink(options.signer, result)}`, 303);
        } catch (error) {
          if (!(error instanceof ApiError) || !accepts(request, 'text/html') || error.status === 410) throw error;
          const facts = await describeInvite(invite);
          const field = error.meta?.field;
          return showInvite(reply, token, facts, { status: error.status, message: error.message, field, answers });
        }
      } catch (error) {
        return reject(error, request, reply, options);
      }
    });

    app.get(`${path}/logo`, async (request, reply) => {
      try {
        const logo = await logoOfInvite(options, tokenOf(request));
        if (logo === undefined) throw new ApiError('not_found', 'There is no logo.');
        const stream = await options.tools.files.storage.read(logo.key);
        return reply
          .type(logo.contentType)
          .headers({
            'content-security-policy': "sandbox; default-src 'none'",
            'cache-control': 'private, max-age=300',
          })
          .send(stream);
      } catch (error) {
        return reject(error, request, reply, options);
      }
    });
  }
}

function showInvite(
  reply: FastifyReply,
  token: string,
  facts: InviteFacts,
  rejection?: Rejection & { readonly status: number },
): FastifyReply {
  const { name, hasLogo } = facts.host;
  const host = { name, logo: hasLogo ? `${encodeURIComponent(token)}/logo` : undefined };
  if (facts.status !== 'active')
    return sendPage(reply, 410, {
      title: OVER[facts.status],
      content: html`<p>It was for your ${facts.platformName} account. If you still need it, ask ${facts.host.name} for a new one.</p>`,
      host,
    });
  const status = rejection?.status ?? 200;
  return sendPage(reply, status, { title: inviteTitle(facts), content: inviteContent(facts, rejection), host });
}

/** A page, JSON or plain text, as the client wants it. */
async function reject(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ConnectingOptions,
): Promise<FastifyReply> {
  const known = toApiError(error);
  if (known.status >= 500 && known.code !== 'unavailable') options.onFault(request, error);
  withoutTrace(reply);
  if (accepts(request, 'text/html')) {
    const facts = known.status === 410 ? await describe(options, request) : undefined;
    if (facts !== undefined && facts.status !== 'active') return showInvite(reply, tokenOf(request), facts);
    const title = known.status === 404 ? 'This link is not valid' : 'This link cannot be opened';
    return sendPage(reply, known.status, {
      title,
      content: html`<p role="alert">${known.message}</p><p>Ask whoever sent it to you for a new one.</p>`,
    });
  }
  if (accepts(request, 'application/json')) return sendError(reply, known, request.id);
  return reply.code(known.status).type('text/plain; charset=utf-8').send(`${known.message}\n`);
}

async function describe(options: ConnectingOptions, request: FastifyRequest): Promise<InviteFacts | undefined> {
  return findInvite(options, tokenOf(request)).then(describeInvite, () => undefined);
}

function toJson(facts: InviteFacts): object {
  const { status, host, brandName, platform, platformName, accountName, abilities, questions, expiresAt, livemode } =
    facts;
  return {
    status,
    workspace_name: host.name,
    brand_name: brandName,
    platform,
    platform_name: platformName,
    ...(accountName === undefined ? {} : { account_name: accountName }),
    abilities,
    fields: questions.map(({ name, label, hint, isRequired }) => ({ name, label, hint, required: isRequired })),
    expires_at: expiresAt.toISOString(),
    livemode,
  };
}

function tokenOf(request: FastifyRequest): string {
  return (request.params as { token: string }).token;
}

/** The fields of the form. An empty one counts as absent. */
function responsesOf(request: FastifyRequest): Record<string, string> {
  const entries = Object.entries((request.body ?? {}) as Record<string, unknown>);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]).filter(([, value]) => value !== ''));
}

function accepts({ headers }: FastifyRequest, type: string): boolean {
  return (headers.accept ?? '').toLowerCase().includes(type);
}
