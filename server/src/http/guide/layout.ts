import { Html, html } from '../../lib/html.ts';
import type { GuideEntry, GuideGroup, GuidePage, Library } from './library.ts';
import { linkTo, pathOf } from './render.ts';

const STYLE = `:root{color-scheme:light dark;--text:#1c2330;--soft:#566072;--page:#fff;--side:#f4f5f8;--line:#d5d9e2;--mark:#1f6feb;--code:#f0f2f6}
@media (prefers-color-scheme:dark){:root{--text:#e3e7ee;--soft:#a3adbf;--page:#12151c;--side:#191d26;--line:#333b4a;--mark:#86a5ff;--code:#1f2530}}
*{box-sizing:border-box}html{scroll-padding-top:4rem}
body{margin:0;background:var(--page);color:var(--text);font:1rem/1.6 system-ui,sans-serif;overflow-wrap:break-word}
header{position:sticky;top:0;z-index:1;display:flex;gap:.8rem;align-items:center;padding:.5rem 1rem;background:var(--side);border-bottom:1px solid var(--line)}
header strong{margin-right:auto}header a{color:inherit;text-decoration:none}header form{display:flex;flex:0 1 20rem;min-width:0}
input{width:100%;font:inherit;padding:.35rem .6rem;border:1px solid var(--line);border-radius:.4rem;background:var(--page);color:var(--text)}
main{padding:1rem;max-width:54rem;min-width:0}nav{padding:1rem;background:var(--side);font-size:.95rem}
nav h2{font-size:.8rem;text-transform:uppercase;letter-spacing:.05em;color:var(--soft);margin:1.2rem 0 .3rem}
nav ul{list-style:none;margin:0;padding:0}nav ul ul{padding-left:.9rem;font-size:.9rem}nav li a{display:block;padding:.2rem 0;color:inherit;text-decoration:none}
nav a[aria-current]{font-weight:600;color:var(--mark)}a{color:var(--mark)}a:hover{text-decoration:underline}
h1,h2,h3{line-height:1.25;margin:1.8rem 0 .6rem}h1{margin-top:.4rem}main h2{border-top:1px solid var(--line);padding-top:1.2rem}
.mark{opacity:0;text-decoration:none}:is(h2,h3,h4):hover .mark,.mark:focus{opacity:1}
code{font:.88em/1.5 ui-monospace,monospace;background:var(--code);padding:.1em .3em;border-radius:.25rem}
pre{background:var(--code);padding:.8rem 1rem;border-radius:.4rem;overflow-x:auto}pre code{padding:0;background:none}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.93rem}th,td{text-align:left;vertical-align:top;padding:.35rem .7rem;border:1px solid var(--line)}
img{max-width:100%;height:auto;border:1px solid var(--line);border-radius:.4rem}small,.soft{color:var(--soft)}
.around{display:flex;justify-content:space-between;gap:1rem;margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line)}
:focus-visible{outline:2px solid var(--mark);outline-offset:2px}
@media (min-width:60rem){body{display:grid;grid-template-columns:17rem minmax(0,1fr)}header{grid-column:1/3}.menu{display:none}
main{grid-column:2;grid-row:2;padding:1.5rem 2.5rem 4rem}nav{grid-column:1;grid-row:2;position:sticky;top:3.4rem;height:calc(100vh - 3.4rem);overflow-y:auto;border-right:1px solid var(--line)}}
@media (max-width:40rem){pre{font-size:.85rem}header strong span{display:none}}`;

/** The content of a page and the path that it is shown at, which its links are relative to. */
export interface Shown {
  readonly path: string;
  readonly title: string;
  readonly content: Html;
  /** The page of the guide that this is, if it is one. */
  readonly page?: GuidePage | undefined;
  readonly query?: string;
}

/** A whole page: search, content and the navigation, which follows the content on a phone. Nothing in it is a script. */
export function layOut({ path, title, content, page, query }: Shown, library: Library): string {
  const home = linkTo(path, '/guide');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === 'Hubbub' ? title : `${title} – Hubbub`}</title>
<link rel="icon" type="image/svg+xml" href="${linkTo(path, '/favicon.ico')}">
<style>${new Html(STYLE)}</style>
</head>
<body>
<header>
<strong><a href="${home}">Hubbub<span> guide</span></a></strong>
<form action="${home}" role="search"><input type="search" name="q" value="${query}" placeholder="Search" aria-label="Search the guide" maxlength=100></form>
<a class="menu" href="#contents">Contents</a>
</header>
<main>
${content}
${page && around(page, library)}
</main>
<nav id="contents" aria-label="Contents">
${library.groups.map((group) => groupOf(group, path, page))}
<h2>Reference</h2>
<ul>
<li><a href="${linkTo(path, '/docs')}">All operations</a></li>
<li><a href="${linkTo(path, '/openapi.json')}">openapi.json</a></li>
<li><a href="${linkTo(path, '/llms.txt')}">llms.txt</a></li>
</ul>
</nav>
</body>
</html>
`.text;
}

function groupOf({ title, entries }: GuideGroup, path: string, current: GuidePage | undefined): Html {
  const items = entries.map(({ page, label }) => {
    const isCurrent = page === current;
    const parts = isCurrent ? page.headings.filter(({ depth }) => depth === 2) : [];
    return html`<li><a href="${linkTo(path, pathOf(page))}"${isCurrent && html` aria-current="page"`}>${label}</a>${
      parts.length > 0 && html`<ul>${parts.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul>`
    }</li>\n`;
  });
  return html`<h2>${title}</h2>\n<ul>\n${items}</ul>\n`;
}

/** The pages before and after a page in reading order. */
function around(page: GuidePage, { groups }: Library): Html | undefined {
  const inOrder = groups.flatMap(({ entries }) => entries);
  const at = inOrder.findIndex((entry) => entry.page === page);
  if (at < 0) return undefined;
  const [before, after] = [inOrder[at - 1], inOrder[at + 1]];
  const link = ({ page: to, label }: GuideEntry) => html`<a href="${linkTo(pathOf(page), pathOf(to))}">${label}</a>`;
  return html`<div class="around">
<span>${before && html`← ${link(before)}`}</span>
<span>${after && html`${link(after)} →`}</span>
</div>`;
}
