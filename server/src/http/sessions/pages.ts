import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { type Html, html } from '../../lib/html.ts';
import { policyOf } from '../browser-headers.ts';
import { sendPage } from '../pages/page.ts';
import { serveStatic } from '../static-content.ts';
import type { SessionOptions } from './visits.ts';

const POLICY = policyOf({ 'script-src': "'self'", 'connect-src': "'self'", 'form-action': "'self'" });
const SCRIPT = 'text/javascript; charset=utf-8';

/**
 * Plain pages where a browser lands: signing in, joining, and setting a new password. Their script sends the forms to
 * `/session`. Addresses are relative, because a proxy may serve them below a path.
 */
export function addPersonPages(app: FastifyInstance, { people, oidc }: SessionOptions): void {
  const bundle = new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser'));
  const read = (path: string | URL) => () => readFile(path);
  app.get('/pages/passkeys.js', serveStatic({ type: SCRIPT, read: read(bundle), maxAgeSeconds: 86_400 }));
  app.get('/pages/people.js', serveStatic({ type: SCRIPT, read: read(new URL('people.mjs', import.meta.url)) }));

  const provider = (root: string, query = '') =>
    oidc !== undefined &&
    html`<p><a class="button second" href="${root}session/oidc${query}">Continue with ${oidc.name}</a></p>`;

  app.get('/sign-in', (_, reply) =>
    sendPage(reply, 200, {
      policy: POLICY,
      title: 'Sign in',
      content: page(
        '',
        'sign-in',
        html`
<form id="form">
${field('email', 'E-mail address', html`type="email" autocomplete="username webauthn" required`)}
${field('password', 'Password', html`type="password" autocomplete="current-password" required`)}
<button>Sign in</button>
</form>
<button id="passkey" type="button" class="second">Sign in with a passkey</button>
${provider('')}
${people.mail !== undefined && html`<p><a id="forgotten" href="#">I forgot my password</a></p>`}
<section id="signed-in" hidden></section>`,
      ),
    }),
  );

  app.get('/join/:token', (request, reply) => {
    const { token } = request.params as { token: string };
    return sendPage(reply, 200, {
      policy: POLICY,
      title: 'Join',
      content: page(
        '../',
        'join',
        html`
<p id="about"></p>
<p id="as-me" hidden><button id="join-as-me" type="button">Join as the person who is signed in</button></p>
<form id="form">
${field('name', 'Your name', html`autocomplete="name" required maxlength=100`)}
${field('email', 'E-mail address', html`type="email" autocomplete="username" required`)}
${field('password', 'Password, 10 characters or more', html`type="password" autocomplete="new-password" minlength=10`)}
<button>Join with a password</button>
</form>
<button id="passkey" type="button" class="second">Join with a passkey instead</button>
${provider('../', `?join=${encodeURIComponent(token)}`)}
<p><a href="../sign-in" target="_blank">I have an account: sign in first, then come back to this page</a></p>
<section id="signed-in" hidden></section>`,
      ),
    });
  });

  app.get('/reset/:token', (_, reply) =>
    sendPage(reply, 200, {
      policy: POLICY,
      title: 'Set a new password',
      content: page(
        '../',
        'reset',
        html`
<form id="form">
${field('password', 'New password, 10 characters or more', html`type="password" autocomplete="new-password" required minlength=10`)}
<button>Set the password</button>
</form>
<section id="signed-in" hidden></section>`,
      ),
    }),
  );
}

function page(root: string, kind: string, content: Html): Html {
  return html`<div id="page" data-kind="${kind}" data-root="${root}">
<p id="problem" role="alert" hidden></p>
<p id="done" role="status" hidden></p>
<noscript><p role="alert">This page needs JavaScript.</p></noscript>
${content}
</div>
<script src="${root}pages/passkeys.js" defer></script>
<script src="${root}pages/people.js" defer></script>`;
}

function field(name: string, label: string, attributes: Html): Html {
  return html`<p><label for="${name}">${label}</label><input id="${name}" name="${name}" ${attributes}></p>`;
}
