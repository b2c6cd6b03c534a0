import type { FastifyReply } from 'fastify';
import { type Html, html, Html as Raw } from '../../lib/html.ts';
import { policyOf } from '../browser-headers.ts';

export interface Page {
  readonly title: string;
  readonly content: Html;
  /** Default: the policy of pages without scripts. */
  readonly policy?: string;
  /** Who asks, with the address of its logo. */
  readonly host?: { readonly name: string; readonly logo: string | undefined } | undefined;
  /** Beside the style of all pages. */
  readonly style?: string;
  /** Default: `no-referrer`. With it, browsers hide the origin of forms. */
  readonly referrers?: 'no-referrer' | 'same-origin';
}

/**
 * The logo comes from this service. A form of ours is answered by a redirect to the platform, whose address nobody knows
 * before a Mastodon server is named; browsers apply `form-action` to redirects too. Simulated platforms may be on this
 * machine.
 */
const POLICY = policyOf({
  'img-src': "'self'",
  'form-action': "'self' https: http://127.0.0.1:* http://localhost:*",
});

const STYLE = `:root{color-scheme:light dark;--text:#1c2330;--soft:#566072;--page:#f4f5f8;--card:#fff;--line:#c9cfda;--mark:#1d4ed8;--on-mark:#fff;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--text:#e8ebf1;--soft:#a3adbf;--page:#12151c;--card:#1b202a;--line:#3a4353;--mark:#86a5ff;--on-mark:#10131a;--bad:#ff9088}}
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--text);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:32rem;margin:min(10vh,4rem) auto;padding:1.5rem;background:var(--card);border:1px solid var(--line);border-radius:.8rem}
@media (max-width:34rem){main{margin:0;min-height:100vh;border:0;border-radius:0}}
header{display:flex;gap:.8rem;align-items:center;margin-bottom:1rem;font-weight:600}header img{max-height:3rem;max-width:9rem}
h1{font-size:1.4rem;line-height:1.25;margin:0 0 1rem}label{display:block;font-weight:600}small,.soft{color:var(--soft);font-size:.9rem}
input{display:block;width:100%;margin:.3rem 0;font:inherit;padding:.6rem .7rem;border:1px solid var(--soft);border-radius:.4rem;background:var(--page);color:var(--text)}
button,a.button{display:block;width:100%;margin:1rem 0 0;font:inherit;font-weight:600;text-align:center;text-decoration:none;padding:.75rem 1rem;min-height:2.75rem;border:0;border-radius:.5rem;background:var(--mark);color:var(--on-mark);cursor:pointer}
button.second,a.second{background:none;border:1px solid var(--soft);color:var(--text)}
a{color:var(--mark)}:focus-visible{outline:3px solid var(--mark);outline-offset:2px}[role=alert]{border-left:4px solid var(--bad);padding:.2rem 0 .2rem .8rem}`;

/** Sends a page. Codes, states and tokens of addresses stay out of caches and referrers. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  { title, content, host, policy = POLICY, style = '', referrers = 'no-referrer' }: Page,
): FastifyReply {
  const logo = host?.logo !== undefined && html`<img src="${host.logo}" alt="">`;
  const header = host && html`<header>${logo}<span>${host.name}</span></header>`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Raw(STYLE + style)}</style>
</head>
<body>
<main>
${header}
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
  return withoutTrace(reply)
    .code(status)
    .header('content-security-policy', policy)
    .header('referrer-policy', referrers)
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(page.text);
}

export function withoutTrace(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
}
