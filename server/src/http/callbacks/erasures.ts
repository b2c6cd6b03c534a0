import type { FastifyInstance } from 'fastify';
import { notFound, notSupported } from '../../core/errors.ts';
import { addressInCell } from '../../core/ids.ts';
import { isErasureDone, requestErasure, storeRemovals } from '../../inbound/index.ts';
import { isStorableText } from '../../lib/storable-text.ts';
import { answerError } from '../answer-error.ts';
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
      const isSigned = connector.erasures.verify(raw, request.headers as Record<string, string>, platformApp);
      const [person] = isSigned ? connector.erasures.read(raw) : [];
      if (person === undefined) return answerError(reply, wrongSignature(), request.id);
      const asked = { world, platform, clientSecret: platformApp.clientSecret };
      const code = await requestErasure(system, asked, person);
      // Whoever wants to be forgotten has removed the app, too.
      await storeRemovals(system, world, platform, [person]);
      if (world === null) await passOn(options, request, raw);
      for (const worker of ['erasures', 'callbacks']) options.wake(worker);
      return reply
        .code(200)
        .send({ url: options.publicUrl(addressInCell(options.cell, `/erasures/${code}`)), confirmation_code: code });
    });
  }
  app.get('/erasures/:code', async (request, reply) => {
    const { code } = request.params as { code: string };
    const isDone = isStorableText(code) ? await isErasureDone(system, code.slice(0, 100)) : undefined;
    if (isDone === undefined) throw notFound('erasure', code.slice(0, 100));
    return reply.type('text/html; charset=utf-8').send(page(code, isDone));
  });
}

/** The code is known, so it is one of ours and needs no escaping. */
function page(code: string, isDone: boolean): string {
  const title = isDone ? 'Your data is erased' : 'Your data is being erased';
  const words = isDone
    ? 'Your comments, messages, mentions and reviews are erased here, and so are our answers to you and your words in our records.'
    : 'This takes a few minutes. Load this page again later.';
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
