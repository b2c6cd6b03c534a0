import type { FastifyInstance } from 'fastify';
import { policyOf } from './browser-headers.ts';
import { serveStatic } from './static-content.ts';

const POLICY = policyOf({ 'img-src': "'self'" });

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#1f6feb"/>
<path d="M9 7v18M23 7v18M9 16h14" stroke="#fff" stroke-width="4" stroke-linecap="round"/>
</svg>`;

function pageOf(version: string, hasSimulator: boolean): string {
  const simulator = hasSimulator
    ? '<li><a href="simulator/">The simulator</a>: every platform, simulated. It is open on this machine only.</li>\n'
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hubbub</title>
<link rel="icon" type="image/svg+xml" href="favicon.ico">
<style>
body { font: 17px/1.6 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem; color: #1f2328; }
h1 { margin-bottom: 0; } code { background: #f0f2f4; padding: .1em .3em; border-radius: 4px; } a { color: #1f6feb; }
</style>
</head>
<body>
<h1>Hubbub</h1>
<p>An open, self-hosted social publishing and inbox service, version ${version}. Programs use its HTTP/JSON API below
<code>/v1</code>, with a key in the header <code>Authorization: Bearer &lt;API key&gt;</code>.</p>
<ul>
<li><a href="guide">The guide</a>: publishing, the inbox, webhooks, operating, page by page.</li>
<li><a href="docs">The API reference</a>: all operations, with forms to try them.</li>
<li><a href="openapi.json">openapi.json</a>: the same for programs.</li>
${simulator}<li><a href="health/ready">health/ready</a>: whether the service works.</li>
</ul>
<p>The operator makes keys with <code>npm run hubbub -- workspaces create</code>.</p>
</body>
</html>
`;
}

/** `/` says what this is and where to go; the icon is for all pages. */
export function addStartPage(app: FastifyInstance, version: string, hasSimulator: boolean): void {
  const page = pageOf(version, hasSimulator);
  const headers = { 'content-security-policy': POLICY };
  app.get('/', serveStatic({ type: 'text/html; charset=utf-8', headers, read: () => page }));
  app.get('/favicon.ico', serveStatic({ type: 'image/svg+xml', read: () => ICON, maxAgeSeconds: 86_400 }));
}
