import { createReadStream } from 'node:fs';
import { posix } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Html, html } from '../../lib/html.ts';
import { policyOf } from '../browser-headers.ts';
import { layOut, type Shown } from './layout.ts';
import { type GuidePage, type Library, readLibrary } from './library.ts';
import { llmsFull, llmsIndex, markdownAddress } from './llms.ts';
import { linkTo, pathOf, render } from './render.ts';
import { resultsOf } from './search.ts';

/** Pages run no script. Their search is a form of this service. */
const POLICY = policyOf({ 'img-src': "'self'", 'form-action': "'self'" });
const QUERY_LENGTH_MAX = 100;

/** `/guide` shows the Markdown files of `docs`; `/llms.txt` and `/llms-full.txt` give them to programs. */
export function addGuide(app: FastifyInstance): void {
  const guide = createGuide();
  app.get('/llms.txt', (_request, reply) => reply.type(TEXT).send(llmsIndex(guide.library())));
  app.get('/llms-full.txt', (_request, reply) => reply.type(TEXT).send(llmsFull(guide.library())));
  app.get<{ Querystring: { q?: unknown } }>('/guide', ({ url, query }, reply) => {
    if (pathIn(url).endsWith('/')) return reply.redirect(withoutSlash(url), 308);
    const q = typeof query.q === 'string' ? query.q.slice(0, QUERY_LENGTH_MAX).toWellFormed() : '';
    if (q.trim() === '') return guide.sendPage(reply, guide.library().index);
    const content = resultsOf(q, guide.library(), '/guide');
    return guide.send(reply, { path: '/guide', title: 'Search', content, query: q });
  });
  app.get<{ Params: { '*': string } }>('/guide/*', ({ url, params }, reply) => {
    const { pages, byAddress, images } = guide.library();
    const address = params['*'].replace(/\/+$/, '');
    const image = images.get(address);
    if (image !== undefined) return reply.type('image/png').send(createReadStream(image));
    const file = pages.find((page) => markdownAddress(page) === address);
    if (file !== undefined) return reply.type('text/markdown; charset=utf-8').send(file.text);
    const page = byAddress.get(address);
    if (page === undefined) return guide.sendMissing(reply, pathIn(url), address);
    if (pathIn(url).endsWith('/')) return reply.redirect(withoutSlash(url), 308);
    return guide.sendPage(reply, page);
  });
}

const TEXT = 'text/plain; charset=utf-8';

const pathIn = (url: string) => url.split('?', 1)[0] as string;

/** The same address without slashes at its end, which the links of a page are relative to; from there, for proxies. */
function withoutSlash(url: string): string {
  const path = pathIn(url);
  const bare = path.replace(/\/+$/, '');
  return '../'.repeat(path.length - bare.length) + posix.basename(bare) + url.slice(path.length);
}

/** The pages of this installation. They change with its version, so each is read and rendered once. */
function createGuide() {
  let kept: Library | undefined;
  const rendered = new Map<GuidePage, Html>();
  const library = () => {
    kept ??= readLibrary();
    return kept;
  };
  const send = (reply: FastifyReply, shown: Shown, status = 200) =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .send(layOut(shown, library()));
  return {
    library,
    send,
    sendPage(reply: FastifyReply, page: GuidePage) {
      const content = rendered.get(page) ?? render(page, library());
      rendered.set(page, content);
      return send(reply, { path: pathOf(page), title: page.title, content, page });
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
