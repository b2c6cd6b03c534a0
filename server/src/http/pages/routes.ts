import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import { toPlatform } from '../../core/platforms.ts';
import { toApiError } from '../../execute/to-api-error.ts';
import {
  type Arrival,
  chooseOnPage,
  clientDocument,
  findChoice,
  findInvite,
  hostOf,
  receiveCallback,
} from '../../features/connecting/index.ts';
import { PAGE_FORM } from '../limits/bounds.ts';
import { toBodyError } from '../server.ts';
import { acceptForms } from './accept-forms.ts';
import { browserIdOf } from './browser-cookie.ts';
import { addInvitePages } from './invite-routes.ts';
import type { ConnectingOptions } from './options.ts';
import { sendPage, withoutTrace } from './page.ts';
import { resultFault, resultLink } from './result-link.ts';
import { choiceContent, connectedContent, failureContent } from './result-pages.ts';

/** Routes for browsers while an account is being connected. They take no key. */
export function addConnectingPages(app: FastifyInstance, options: ConnectingOptions): void {
  app.get('/oauth/callback/:platform', async (request, reply) => {
    const { platform } = request.params as { platform: string };
    const browserId = browserIdOf(request, options.isSecure);
    try {
      const arrival = await receiveCallback(options, platform, request.query as Record<string, unknown>, browserId);
      return await response(options, reply, arrival);
    } catch (error) {
      return reject(error, request, reply, options);
    }
  });
  app.get('/oauth/connected', async (request, reply) => {
    const query = request.query as Record<string, string>;
    const fault = resultFault(options.signer, query);
    if (fault !== undefined) return sendFailure(options, reply, 400, { reason: fault });
    const { platform = '', account = '', name = '', invite = '' } = query;
    const host = await hostFor(options, invite, '..');
    return sendPage(reply, 200, {
      title: 'The account is connected',
      content: connectedContent({
        platformName: platformNameOf(options, platform) ?? platform,
        accountName: name,
        accountId: account,
        hostName: host?.name,
      }),
      host,
    });
  });
  app.get('/oauth/choice/:connection', async (request, reply) => {
    const { connection } = request.params as { connection: string };
    try {
      const choice = await findChoice(options, connection, browserIdOf(request, options.isSecure));
      const host = await hostFor(options, choice.inviteToken, '../..');
      return sendPage(reply, 200, { title: 'One more step', content: choiceContent(connection, choice), host });
    } catch (error) {
      return reject(error, request, reply, options);
    }
  });
  app.get('/oauth/clients/:name', async (request, reply) => {
    const document = await clientDocument(options, (request.params as { name: string }).name);
    if (document === undefined) return reply.code(404).type('text/plain; charset=utf-8').send('Not found\n');
    return reply.header('cache-control', 'max-age=600').send(document);
  });
  app.register(async (scope) => {
    acceptForms(scope);
    scope.post('/oauth/choice', async (request, reply) => {
      const { connection_id: connectionId = '', profile = '' } = (request.body ?? {}) as Record<string, string>;
      try {
        const browserId = browserIdOf(request, options.isSecure);
        const { platform, inviteToken } = await findChoice(options, String(connectionId), browserId);
        const chosen = await chooseOnPage(options, String(connectionId), String(profile), browserId);
        const link = resultLink(options.signer, { platform, ...chosen, inviteToken });
        return withoutTrace(reply).redirect(link, 303);
      } catch (error) {
        return reject(error, request, reply, options);
      }
    });
    // Rejections before a handler, such as a body in another form, are pages too.
    scope.setErrorHandler((error, request, reply) =>
      reject(toBodyError(error as Error, PAGE_FORM.bytesMax), request, reply, options),
    );
    scope.register(async (invites) => addInvitePages(invites, options));
  });
}

async function response(options: ConnectingOptions, reply: FastifyReply, arrival: Arrival): Promise<FastifyReply> {
  if (arrival.kind === 'rejection') return sendFailure(options, reply, 400, { reason: arrival.reason });
  const { parameters } = arrival;
  if (arrival.kind === 'redirect') {
    const url = new URL(arrival.redirectUri);
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return withoutTrace(reply).redirect(url.href);
  }
  // The browser ends at an address that it can load again. Codes work once.
  const { status, platform = '', account_id: accountId = '', connection_id: connectionId = '' } = parameters;
  const { accountName = '', inviteToken } = arrival.shown;
  if (status === 'success') {
    const link = resultLink(options.signer, { platform, accountId, accountName, inviteToken });
    return withoutTrace(reply).redirect(`../${link}`, 303);
  }
  if (status === 'selection_required')
    return withoutTrace(reply).redirect(`../choice/${encodeURIComponent(connectionId)}`, 303);
  const reason = parameters.error_description ?? '';
  return sendFailure(options, reply, 400, { reason, platform, inviteToken, root: '../..' });
}

interface Failure {
  readonly reason: string;
  readonly platform?: string;
  readonly inviteToken?: string | undefined;
  /** The way from the page's folder to the service's root. */
  readonly root?: string;
}

async function sendFailure(
  options: ConnectingOptions,
  reply: FastifyReply,
  status: number,
  { reason, platform = '', inviteToken, root = '..' }: Failure,
): Promise<FastifyReply> {
  const host = await hostFor(options, inviteToken, root);
  return sendPage(reply, status, {
    title: 'The account was not connected',
    content: failureContent(reason, platformNameOf(options, platform), host?.invitePath),
    host,
  });
}

function reject(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ConnectingOptions,
): Promise<FastifyReply> {
  const known = toApiError(error);
  if (known.status >= 500) options.onFault(request, error);
  return sendFailure(options, reply, known.status, { reason: `${known.message} (${request.id})` });
}

/** The agency behind an invite; undefined without an invite. */
async function hostFor(options: ConnectingOptions, inviteToken: string | undefined, root: string) {
  if (inviteToken === undefined || inviteToken === '') return undefined;
  const found = await findInvite(options, inviteToken).catch((error: unknown) => {
    if (error instanceof ApiError) return undefined;
    throw error;
  });
  if (found === undefined) return undefined;
  const { name, hasLogo } = await hostOf(found);
  const invitePath = `${root}/invite/${encodeURIComponent(inviteToken)}`;
  return { name, invitePath, logo: hasLogo ? `${invitePath}/logo` : undefined };
}

function platformNameOf({ connectors }: ConnectingOptions, word: string): string | undefined {
  const platform = toPlatform(word);
  return platform === undefined ? undefined : connectors[platform]?.displayName;
}
