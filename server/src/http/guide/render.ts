import { posix } from 'node:path';
import { Marked } from 'marked';
import { Html, html } from '../../lib/html.ts';
import { fileOf, type GuidePage, type Library } from './library.ts';

/** Files of the repository that the service itself serves elsewhere. */
const SERVED: Readonly<Record<string, string>> = { 'openapi.json': '/openapi.json' };

/** The path of a page in this service. */
export function pathOf(page: GuidePage): string {
  return page.address === '' ? '/guide' : `/guide/${page.address}`;
}

/** A path of this service as a page links it, so that a proxy may put a prefix before both. */
export function linkTo(from: string, to: string): string {
  const folder = (path: string) => posix.dirname(`${path}.`);
  return posix.join(posix.relative(folder(from), folder(to)), posix.basename(to));
}

/** The page as HTML: its links lead to pages of this service, and files that it does not serve are named. */
export function render(page: GuidePage, library: Library): Html {
  let at = 0;
  const marked = new Marked({
    renderer: {
      heading({ depth, tokens }) {
        const id = page.headings[at++]?.id ?? '';
        const mark = depth > 1 && html` <a class="mark" href="#${id}" aria-label="Link to this part">#</a>`;
        const tag = new Html(`h${depth}`);
        return html`<${tag} id="${id}">${new Html(this.parser.parseInline(tokens))}${mark}</${tag}>\n`.text;
      },
      link({ href, tokens }) {
        return linkOf(page, href, new Html(this.parser.parseInline(tokens)), library).text;
      },
      image({ href, text }) {
        const path = `/guide/${fileOf(page.file, href).replace(/^docs\//, '')}`;
        return html`<img src="${linkTo(pathOf(page), path)}" alt="${text}">`.text;
      },
    },
    hooks: { postprocess: inBoxes },
  });
  return new Html(marked.parse(page.text, { async: false }));
}

/** Tables scroll by themselves. Those without a heading show none. */
function inBoxes(text: string): string {
  return text
    .replace(/<thead>\s*<tr>(\s*<th[^>]*><\/th>)*\s*<\/tr>\s*<\/thead>/g, '')
    .replaceAll('<table>', '<div class="wide"><table>')
    .replaceAll('</table>', '</table></div>');
}

function linkOf(page: GuidePage, href: string, inner: Html, library: Library): Html {
  if (/^([a-z]+:|#)/i.test(href)) return html`<a href="${href}">${inner}</a>`;
  const file = fileOf(page.file, href);
  const target = library.byFile.get(file);
  const path = target === undefined ? SERVED[file] : pathOf(target);
  if (path === undefined) return html`${inner} <small>(${file} in the repository)</small>`;
  const part = /#.*/s.exec(href)?.[0] ?? '';
  return html`<a href="${linkTo(pathOf(page), path) + part}">${inner}</a>`;
}
