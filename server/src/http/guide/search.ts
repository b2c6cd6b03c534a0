import { type Html, html } from '../../lib/html.ts';
import type { Heading } from './headings.ts';
import type { GuidePage, Library } from './library.ts';
import { linkTo, pathOf } from './render.ts';

const RESULTS_MAX = 30;

interface Hit {
  readonly page: GuidePage;
  readonly heading: Heading;
}

/** Parts of pages that hold every word of the query: first those whose headings do, then those whose texts do. */
export function search(query: string, { pages }: Library): Hit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10);
  if (words.length === 0) return [];
  const holds = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const all = pages.flatMap((page) => page.headings.map((heading) => ({ page, heading })));
  const [named, rest] = split(all, ({ page, heading }) => holds(`${page.title} ${heading.text}`));
  return [...named, ...rest.filter(({ heading }) => holds(`${heading.text} ${heading.body}`))].slice(0, RESULTS_MAX);
}

function split<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

/** The findings of the search, as a part of the page at `path`. */
export function resultsOf(query: string, library: Library, path: string): Html {
  const hits = search(query, library).map(({ page, heading }) => {
    const part = heading.depth === 1 ? '' : `#${heading.id}`;
    const about = heading.depth > 1 && html` <span class="soft">in ${page.title}</span>`;
    return html`<li><a href="${linkTo(path, pathOf(page)) + part}">${heading.text}</a>${about}</li>\n`;
  });
  if (hits.length === 0) return html`<h1>Search</h1>\n<p>Nothing in the guide has “${query}”.</p>`;
  return html`<h1>Search</h1>\n<p>Parts of the guide with “${query}”:</p>\n<ul>\n${hits}</ul>`;
}
