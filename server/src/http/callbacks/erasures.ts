import type { FastifyInstance } from 'fastify';
import { invalid, notFound, notSupported } from '../../core/errors.ts';
import { addressInCell } from '../../core/ids.ts';
import { type ErasureState, erasureState, requestErasure } from '../../inbound/index.ts';
import { isStorableText } from '../../lib/storable-text.ts';
import { sendError } from '../send-error.ts';
import { type CallbackOptions, type FindApp, PLACES, passOn, receiverOf, wrongSignature } from './callback-receiver.ts';
import type { ReadBody } from './receive-body.ts';

interface ErasureTools {
  readonly findApp: FindApp;
  readonly findRecent: FindApp;
  readonly readBody: ReadBody;
}

/**
 * Callbacks of people who want everything erased that we hold of them: `/callbacks/{platform}/erase`, for the apps
 * of a world `/callbacks/test/{world}/{platform}/erase`. The response names a page that shows the person the state of the request.
 * https://developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback
 */
export function addErasures(
  app: FastifyInstance,
  options: CallbackOptions,
  { findApp, findRecent, readBody }: ErasureTools,
): void {
  const { system } = options.db;
  for (const place of PLACES) {
    app.post(`${place}/erase`, async (request, reply) => {
      const { world, connector, platform } = await receiverOf(options, findRecent, request.params);
      if (connector.erasures === undefined) throw notSupported(platform, 'erasures');
      const raw = await readBody(request.raw, world);
      const { platformApp } = await receiverOf(options, findApp, request.params);
      if (!connector.erasures.verify(raw, request.headers as Record<string, string>, platformApp))
        return sendError(reply, wrongSignature(), request.id);
      const [person] = connector.erasures.read(raw);
      if (person === undefined) throw invalid('signed_request', 'The request names no person.');
      const asked = { world, platform, clientSecret: platformApp.clientSecret };
      const code = await requestErasure(system, asked, person);
      if (world === null) await passOn(options, request, raw);
      options.wake('erasures');
      return reply
        .code(200)
        .send({ url: options.publicUrl(addressInCell(options.cell, `/erasures/${code}`)), confirmation_code: code });
    });
  }
  app.get('/erasures/:code', async (request, reply) => {
    const { code } = request.params as { code: string };
    const state = isStorableText(code) ? await erasureState(system, code.slice(0, 100)) : undefined;
    if (state === undefined) throw notFound('erasure', code.slice(0, 100));
    return reply.type('text/html; charset=utf-8').send(page(code, state));
  });
}

/** Title and text of the page. */
const WORDS: Readonly<Record<ErasureState, readonly [string, string]>> = {
  running: ['Your data is being erased', 'This takes a few minutes. Load this page again later.'],
  found: [
    'Your data is erased',
    'Your comments, messages, mentions and reviews are erased here, and so are our answers to you and your words in our records. We have no access any more to accounts that you had connected.',
  ],
  nothing: [
    'We found no data of you',
    'The platform gave us an id of you. Nothing was stored here under this id, so nothing was erased.',
  ],
};

/** The code is known, so it is one of ours and needs no escaping. */
function page(code: string, state: ErasureState): string {
  const [title, words] = WORDS[state];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:12vh auto;padding:0 1rem;color:#1c2330}</style>
</head>
<body>
<h1>${title}</h1>
<p>${words}</p>
<p>Confirmation code: ${code}</p>
</body>
</html>
`;
}
