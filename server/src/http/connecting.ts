import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toApiError } from '../execute/execute-operation.ts';
import {
  type Arrival,
  chooseOnPage,
  clientDocument,
  type Offer,
  offersOf,
  openInvite,
  type PublicTools,
  receiveCallback,
} from '../features/connecting/index.ts';
import { connectingPage } from './connecting-page.ts';

type OnFault = (request: FastifyRequest, error: unknown) => void;

/** Routes for browsers while an account is being connected. They take no key. */
export function addConnectingPages(app: FastifyInstance, tools: PublicTools, onFault: OnFault): void {
  app.get('/oauth/callback/:platform', async (request, reply) => {
    const { platform } = request.params as { platform: string };
    try {
      const arrival = await receiveCallback(tools, platform, request.query as Record<string, unknown>);
      return answer(reply, arrival, await offersFor(tools, arrival));
    } catch (error) {
      return refuse(error, request, reply, onFault);
    }
  });
  app.get('/oauth/clients/:name', async (request, reply) => {
    const document = await clientDocument(tools, (request.params as { name: string }).name);
    if (document === undefined) return reply.code(404).type('text/plain; charset=utf-8').send('Not found\n');
    return reply.header('cache-control', 'max-age=600').send(document);
  });
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    scope.post('/oauth/choice', async (request, reply) => {
      const { connection_id: connectionId = '', profile = '' } = (request.body ?? {}) as Record<string, string>;
      try {
        return page(reply, 200, await chooseOnPage(tools, String(connectionId), String(profile)));
      } catch (error) {
        return refuse(error, request, reply, onFault);
      }
    });
  });
  for (const path of ['/invite/:token', '/v1/invite/:token']) {
    app.get(path, async (request, reply) => {
      try {
        const url = await openInvite(tools, (request.params as { token: string }).token);
        return withoutTrace(reply).redirect(url);
      } catch (error) {
        const known = toApiError(error);
        if (known.status >= 500) onFault(request, error);
        return withoutTrace(reply).code(known.status).type('text/plain; charset=utf-8').send(`${known.message}\n`);
      }
    });
  }
}

/** The choices for our own page. A login with a redirect address chooses in the caller's application. */
async function offersFor(tools: PublicTools, arrival: Arrival): Promise<readonly Offer[]> {
  if ('refusal' in arrival || arrival.redirectUri !== null) return [];
  const { connection_id: connectionId } = arrival.parameters;
  return connectionId === undefined ? [] : offersOf(tools, connectionId);
}

function answer(reply: FastifyReply, arrival: Arrival, offers: readonly Offer[]): FastifyReply {
  if ('refusal' in arrival) return page(reply, 400, { status: 'error', error_description: arrival.refusal });
  const { redirectUri, parameters } = arrival;
  if (redirectUri === null) return page(reply, parameters.status === 'error' ? 400 : 200, parameters, offers);
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return withoutTrace(reply).redirect(url.href);
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, onFault: OnFault): FastifyReply {
  const known = toApiError(error);
  if (known.status >= 500) onFault(request, error);
  const words = `${known.message} (${request.id})`;
  return page(reply, known.status, { status: 'error', error_description: words });
}

function page(
  reply: FastifyReply,
  status: number,
  result: Readonly<Record<string, string>>,
  offers: readonly Offer[] = [],
): FastifyReply {
  return withoutTrace(reply)
    .code(status)
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    )
    .type('text/html; charset=utf-8')
    .send(connectingPage(result, offers));
}

/** Keeps the codes and states of addresses out of caches and referrers. */
function withoutTrace(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
}
