import { type Html, html } from '../../lib/html.ts';
import type { Heading } from './headings.ts';
import type { GuidePage, Library } from './library.ts';
import { linkTo, pathOf } from './render.ts';

const RESULTS_MAX = 30;
const WORDS_MAX = 10;

interface Hit {
  readonly page: GuidePage;
  readonly heading: Heading;
}

/** A part of a page with the texts that are searched, in lower case. */
interface Part extends Hit {
  readonly name: string;
  readonly text: string;
}

export type SearchIndex = readonly Part[];

export function toIndex({ pages }: Library): SearchIndex {
  return pages.flatMap((page) =>
    page.headings.map((heading) => ({
      page,
      heading,
      name: `${page.title} ${heading.text}`.toLowerCase(),
      text: `${heading.text} ${heading.body}`.toLowerCase(),
    })),
  );
}

/** Parts of pages that hold every word of the query: first those whose headings do, then those whose texts do. */
function search(query: string, index: SearchIndex): readonly Hit[] {
  const words = new Set(query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS_MAX));
  const holds = (text: string) => [...words].every((word) => text.includes(word));
  const named = index.filter(({ name }) => holds(name)).slice(0, RESULTS_MAX);
  const rest = index.filter((part) => named.length < RESULTS_MAX && !holds(part.name) && holds(part.text));
  return [...named, ...rest].slice(0, RESULTS_MAX);
}

/** The findings of the search, as a part of the page at `path`. */
export function resultsOf(query: string, index: SearchIndex, path: string): Html {
  const hits = search(query, index).map(({ page, heading }) => {
    const part = heading.depth === 1 ? '' : `#${heading.id}`;
    const about = heading.depth > 1 && html` <span class="soft">in ${page.title}</span>`;
    return html`<li><a href="${linkTo(path, pathOf(page)) + part}">${heading.text}</a>${about}</li>\n`;
  });
  if (hits.length === 0) return html`<h1>Search</h1>\n<p>Nothing in the guide has “${query}”.</p>`;
  return html`<h1>Search</h1>\n<p>Parts of the guide with “${query}”:</p>\n<ul>\n${hits}</ul>`;
}
