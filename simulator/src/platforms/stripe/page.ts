import { html as response } from '../../core/calls/response.ts';
import { type Html, html } from '../../core/page/html.ts';
import type { PlatformResponse } from '../../core/platform.ts';

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:8vh auto;padding:0 1rem;color:#1c2330}
select,button{font:inherit;padding:.5rem .9rem;border-radius:.5rem;border:1px solid #b8c0cc;background:#fff}
form{margin:1rem 0}button.main{background:#2456e6;border-color:#2456e6;color:#fff}[role=alert]{color:#a12020}`;

/** A page for the people who pay. `problem` is told above it. */
export function page(title: string, content: Html, problem?: string, status = 200): PlatformResponse {
  const { text } = html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head>
<body><h1>${title}</h1><p><small>Stripe, simulated. No money moves.</small></p>
${problem === undefined ? undefined : html`<p role="alert">${problem}</p>`}${content}</body></html>`;
  return response(text, status);
}

export const cardChoice = html`<label>Card <select name="card">
<option value="pays">pays</option><option value="declined">is declined</option>
<option value="fails_later">pays now, fails at renewals</option></select></label>`;
