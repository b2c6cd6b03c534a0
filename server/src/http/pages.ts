import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { policyOf } from './browser-headers.ts';

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

/** Its script draws icons from data addresses, loads the document and tries requests, all of this service. */
const REFERENCE_POLICY = policyOf({
  'script-src': "'self'",
  'connect-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self' data:",
});

/** `/openapi.json` and the reference page. Its script is served from an npm package, so it works offline. */
export function addDocumentation(app: FastifyInstance, document: object): void {
  const text = JSON.stringify(document);
  const folder = dirname(createRequire(import.meta.url).resolve('rapidoc/package.json'));
  app.get('/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
  app.get('/docs', (request, reply) => {
    // The page's addresses are relative, so that it works behind a proxy that adds a prefix.
    if (request.url.split('?', 1)[0]?.endsWith('/')) return reply.redirect('../docs', 308);
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', REFERENCE_POLICY)
      .send(REFERENCE_PAGE);
  });
  app.get('/docs/reference.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'max-age=3600')
      .send(createReadStream(join(folder, 'dist/rapidoc-min.js'))),
  );
}
