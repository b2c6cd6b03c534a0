import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { arrivalOf } from '../calls/addresses.ts';
import { platformStates } from '../control/state.ts';
import { turn } from '../slice.ts';
import { enteredWorld } from '../worlds/enter-world.ts';
import type { OpenWorld } from '../worlds/open-world.ts';
import type { Worlds } from '../worlds/worlds.ts';
import { script, slashScript, style } from './assets.ts';
import { Html, html } from './html.ts';
import { platformSection } from './posts.ts';
import { callbackPanel, callPanel, faultPanel, receiverPanel, settingsPanel, visitorPanel } from './side.ts';
import { worldList } from './world-list.ts';

/** The page runs on the service's own origin, so its policy names each script and style by its hash. */
const policy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(slashScript)} ${hashOf(script)}`,
  "img-src 'self' http://127.0.0.1:* http://localhost:*",
  "media-src 'self' http://127.0.0.1:* http://localhost:*",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page of a world, and that of the list of worlds. Everything on them is relative, so they work behind any prefix. */
export function pageRoutes(app: FastifyInstance, worlds: Worlds): void {
  app.get('/', async (request, reply) => {
    const world = enteredWorld(request);
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .send(page(baseElement(request), world ? await livePart(world) : html`<main>${worldList(worlds.list())}</main>`));
  });
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** A proxy that says under which prefix it serves the page makes it work without a slash at the end of the address. */
function baseElement(request: FastifyRequest): Html | undefined {
  const prefix = request.headers['x-forwarded-prefix'];
  const isPath = typeof prefix === 'string' && /^\/[\w./-]*$/.test(prefix) && !prefix.startsWith('//');
  return isPath ? html`<base href="${prefix.replace(/\/$/, '')}${arrivalOf(request).prefix}/">` : undefined;
}

/** Made in slices. */
async function livePart(world: OpenWorld): Promise<Html> {
  const sections: Html[] = [];
  for await (const state of platformStates(world)) sections.push(platformSection(state));
  const panels: Html[] = [];
  for (const panel of [faultPanel, visitorPanel, callbackPanel, receiverPanel, callPanel, settingsPanel]) {
    await turn();
    panels.push(panel(world));
  }
  return html`<main id="live"><div>${sections}</div>
<div>${panels}</div></main><script>${new Html(script)}</script>`;
}

function page(base: Html | undefined, content: Html): string {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8">${base}
<script>${new Html(slashScript)}</script>
<meta name="viewport" content="width=device-width,initial-scale=1"><title>Hubbub simulator</title>
<link rel="icon" href="files/avatar.png"><style>${new Html(style)}</style></head>
<body><header><h1>Hubbub simulator</h1><small>What was posted on the simulated platforms; act as a visitor, set faults.</small>
<span id="problem" role="alert"></span></header>
${content}</body></html>`.text;
}
