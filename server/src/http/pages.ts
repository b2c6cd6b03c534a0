import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../core/errors.ts';
import { answerError } from './answer-error.ts';

const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hubbub API reference</title>
<script type="module" src="docs/reference.js"></script>
</head>
<body>
<rapi-doc spec-url="openapi.json" load-fonts="false" render-style="read" theme="light" primary-color="#1f6feb" show-header="false" allow-spec-file-load="false" allow-spec-url-load="false" regular-font="system-ui, sans-serif" mono-font="ui-monospace, monospace"></rapi-doc>
</body>
</html>
`;

/** `/openapi.json` and the reference page. Its script is served from an npm package, so it works offline. */
export function addDocumentation(app: FastifyInstance, document: object): void {
  const text = JSON.stringify(document);
  const folder = dirname(createRequire(import.meta.url).resolve('rapidoc/package.json'));
  app.get('/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
  app.get('/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(REFERENCE_PAGE));
  app.get('/docs/reference.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'max-age=3600')
      .send(createReadStream(join(folder, 'dist/rapidoc-min.js'))),
  );
}

/** Proxies `/simulator/…` to the simulator. While there is none: 503 with the `fault`, which says why. */
export async function addSimulatorPages(
  app: FastifyInstance,
  simulatorUrl: () => string | undefined,
  fault = 'The simulator is not running.',
): Promise<void> {
  await app.register(async (scope) => {
    // The simulator reads bodies itself.
    scope.removeAllContentTypeParsers();
    await scope.register(httpProxy, {
      upstream: '',
      prefix: '/simulator',
      rewritePrefix: '',
      replyOptions: {
        getUpstream: () => simulatorUrl() ?? '',
        // With these, the simulator's links and sign-in addresses lead back here.
        rewriteRequestHeaders: (request, headers) => ({
          ...headers,
          'x-forwarded-proto': 'http',
          'x-forwarded-host': request.headers.host ?? '',
          'x-forwarded-prefix': '/simulator',
        }),
      },
      preHandler: async (request, reply) => {
        // The page's links are relative to its folder.
        if (request.url === '/simulator') return reply.redirect('/simulator/');
        if (simulatorUrl() === undefined) return answerError(reply, new ApiError('unavailable', fault), request.id);
      },
    });
  });
}
