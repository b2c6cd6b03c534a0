import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { policyOf } from './browser-headers.ts';
import { serveStatic } from './static-content.ts';

const SCRIPT = 'text/javascript; charset=utf-8';

const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hubbub API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<script src="docs/reference.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

/** Nothing is loaded from elsewhere or offered there: no fonts, counting, assistant or client of its maker. */
const REFERENCE_START = `Scalar.createApiReference('#reference', {
  url: 'openapi.json',
  servers: [{ url: new URL('.', location.href).href.replace(/\\/$/, '') }],
  documentDownloadType: 'json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
});
`;

/** Its script draws icons from data addresses, loads the document and tries requests, all of this service. */
const REFERENCE_POLICY = policyOf({
  'script-src': "'self'",
  'connect-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self' data:",
});

/**
 * `/openapi.json` and the reference page. Its script is served from an npm package, so it works offline.
 * `document`: makes the text of `/openapi.json`.
 */
export function addDocumentation(app: FastifyInstance, document: () => string): void {
  const folder = dirname(createRequire(import.meta.url).resolve('@scalar/fastify-api-reference'));
  const page = serveStatic({
    type: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': REFERENCE_POLICY },
    read: () => REFERENCE_PAGE,
  });
  app.get('/openapi.json', serveStatic({ type: 'application/json; charset=utf-8', read: document }));
  app.get('/docs', (request, reply) => {
    // The page's addresses are relative, so that it works behind a proxy that adds a prefix.
    if (request.url.split('?', 1)[0]?.endsWith('/')) return reply.redirect('../docs', 308);
    return page(request, reply);
  });
  app.get('/docs/start.js', serveStatic({ type: SCRIPT, read: () => REFERENCE_START }));
  app.get(
    '/docs/reference.js',
    serveStatic({ type: SCRIPT, read: () => readFile(join(folder, 'js/standalone.js')), maxAgeSeconds: 3600 }),
  );
}
