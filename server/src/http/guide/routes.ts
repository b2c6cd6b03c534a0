import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { html } from '../../lib/html.ts';
import { policyOf } from '../browser-headers.ts';
import { type Serve, type StaticContent, serveStatic } from '../static-content.ts';
import { layOut, type Shown } from './layout.ts';
import { type Library, readLibrary } from './library.ts';
import { llmsFull, llmsIndex, markdownAddress } from './llms.ts';
import { linkTo, pathOf, render } from './render.ts';
import { resultsOf, type SearchIndex, toIndex } from './search.ts';

/** Pages run no script. Their search is a form of this service. */
const POLICY = policyOf({ 'img-src': "'self'", 'form-action': "'self'" });
const QUERY_LENGTH_MAX = 100;

/** `/guide` shows the Markdown files of `docs`; `/llms.txt` and `/llms-full.txt` give them to programs. */
export function addGuide(app: FastifyInstance): void {
  const guide = createGuide();
  app.get('/llms.txt', serveStatic({ type: TEXT, read: () => llmsIndex(guide.library()) }));
  app.get('/llms-full.txt', serveStatic({ type: TEXT, read: () => llmsFull(guide.library()) }));
  app.get<{ Querystring: { q?: unknown } }>('/guide', (request, reply) => {
    const { url, query } = request;
    if (pathIn(url).endsWith('/')) return reply.redirect(withoutSlash(url), 308);
    const q = typeof query.q === 'string' ? query.q.slice(0, QUERY_LENGTH_MAX).toWellFormed() : '';
    if (q.trim() === '') return guide.find('')?.(request, reply);
    const content = resultsOf(q, guide.index(), '/guide');
    return guide.send(reply, { path: '/guide', title: 'Search', content, query: q });
  });
  app.get<{ Params: { '*': string } }>('/guide/*', (request, reply) => {
    const { url, params } = request;
    const address = params['*'].replace(/(?<!\/)\/+$/, '');
    const serve = guide.find(address);
    if (serve === undefined) return guide.sendMissing(reply, pathIn(url), address);
    if (pathIn(url).endsWith('/')) return reply.redirect(withoutSlash(url), 308);
    return serve(request, reply);
  });
}

const TEXT = 'text/plain; charset=utf-8';
const HTML = 'text/html; charset=utf-8';

const pathIn = (url: string) => url.split('?', 1)[0] as string;

/** The same address without slashes at its end, which the links of a page are relative to; from there, for proxies. */
function withoutSlash(url: string): string {
  const path = pathIn(url);
  const bare = path.replace(/(?<!\/)\/+$/, '');
  return '../'.repeat(path.length - bare.length) + posix.basename(bare) + url.slice(path.length);
}

/** The pages of this installation. They change with its version, so each is read and rendered once. */
function createGuide() {
  let kept: Library | undefined;
  let index: SearchIndex | undefined;
  const served = new Map<string, Serve>();
  const library = () => {
    kept ??= readLibrary();
    return kept;
  };
  const send = (reply: FastifyReply, shown: Shown, status = 200) =>
    reply.code(status).type(HTML).header('content-security-policy', POLICY).send(layOut(shown, library()));
  return {
    library,
    send,
    index() {
      index ??= toIndex(library());
      return index;
    },
    /** Serves the page, file or picture at an address below `/guide`. */
    find(address: string): Serve | undefined {
      const content = served.has(address) ? undefined : contentAt(address, library());
      if (content !== undefined) served.set(address, serveStatic(content));
      return served.get(address);
    },
    sendMissing(reply: FastifyReply, path: string, address: string) {
      const title = 'There is no such page';
      const home = linkTo(path, '/guide');
      const content = html`<h1>${title}</h1>
<p>The guide has no page <code>${address.slice(0, QUERY_LENGTH_MAX)}</code>. Its <a href="${home}">first page</a> lists all.</p>`;
      return send(reply, { path, title, content }, 404);
    },
  };
}

/** The picture, Markdown file or page at an address below `/guide`. */
function contentAt(address: string, library: Library): StaticContent | undefined {
  const { pages, byAddress, images } = library;
  const image = images.get(address);
  if (image !== undefined) return { type: 'image/png', read: () => readFile(image) };
  const file = pages.find((one) => markdownAddress(one) === address);
  if (file !== undefined) return { type: 'text/markdown; charset=utf-8', read: () => file.text };
  const page = byAddress.get(address);
  return (
    page && {
      type: HTML,
      headers: { 'content-security-policy': POLICY },
      read: () => layOut({ path: pathOf(page), title: page.title, content: render(page, library), page }, library),
    }
  );
}
