// The script of the pages for signing in, joining, and setting a new password.
const page = document.getElementById('page');
const { kind, root } = page.dataset;
const token = location.pathname.split('/').at(-1);
const byId = (id) => document.getElementById(id);

/** Sends a call and returns its body. Throws an Error with the message of the response. */
async function call(method, path, body) {
  const response = await fetch(`${root}session${path}`, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

function show(id, text) {
  byId(id).textContent = text;
  byId(id).hidden = text === '';
}

/** Runs what a button starts, and shows what went wrong. */
function on(id, event, run) {
  byId(id)?.addEventListener(event, async (happened) => {
    happened.preventDefault();
    show('problem', '');
    try {
      await run(Object.fromEntries(new FormData(byId('form'))));
    } catch (error) {
      show('problem', error.message);
    }
  });
}

async function passkeyFor(purpose, name) {
  const { challenge, options } = await call('POST', '/passkeys/options', { for: purpose, ...(name ? { name } : {}) });
  const { startAuthentication, startRegistration } = globalThis.SimpleWebAuthnBrowser;
  const ask = purpose === 'sign_in' ? startAuthentication : startRegistration;
  return { challenge, response: await ask({ optionsJSON: options }) };
}

function showSignedIn({ user, memberships }) {
  for (const part of page.querySelectorAll('form, button, a, #as-me, #about')) part.hidden = true;
  const section = byId('signed-in');
  const line = (text) => Object.assign(document.createElement('p'), { textContent: text });
  const button = (text, run) => {
    const made = Object.assign(document.createElement('button'), { textContent: text, type: 'button' });
    made.addEventListener('click', () => run().catch((error) => show('problem', error.message)));
    return made;
  };
  section.replaceChildren(
    line(`You are signed in as ${user.name} (${user.email}).`),
    ...memberships.map(({ name, role, workspace }) => line(`${name}: ${role} (${workspace})`)),
    button('Add a passkey', async () => {
      await call('POST', '/passkeys', { passkey: await passkeyFor('add') });
      show('done', 'The passkey was added.');
    }),
    button('Sign out', async () => {
      await call('DELETE', '');
      location.assign(`${root}sign-in`);
    }),
  );
  section.hidden = false;
}

const signedIn = () => call('GET', '').catch(() => undefined);

if (kind === 'sign-in') {
  on('form', 'submit', async ({ email, password }) => showSignedIn(await call('POST', '', { email, password })));
  on('passkey', 'click', async () => showSignedIn(await call('POST', '', { passkey: await passkeyFor('sign_in') })));
  on('forgotten', 'click', async ({ email }) => {
    await call('POST', '/password/link', { email });
    show('done', 'If the address is known here, a mail with a link is on its way.');
  });
  signedIn().then((found) => found && showSignedIn(found));
}

if (kind === 'join') {
  const join = async (body) => showSignedIn(await call('POST', `/invitations/${token}`, body));
  on('form', 'submit', (given) => join(given.password === '' ? { ...given, password: undefined } : given));
  on('passkey', 'click', async ({ name, email }) => {
    if (!byId('form').elements.name.reportValidity() || !byId('form').elements.email.reportValidity()) return;
    await join({ name, email, passkey: await passkeyFor('join', email) });
  });
  on('join-as-me', 'click', () => join({}));
  call('GET', `/invitations/${token}`).then(
    async ({ workspace, role, email, invited_by: by }) => {
      show('about', `${by ? `${by} invites you` : 'You are invited'} to ${workspace}, as ${role}.`);
      if (email) Object.assign(byId('email'), { value: email, readOnly: true });
      const found = await signedIn();
      byId('as-me').hidden = found === undefined;
      if (found) byId('join-as-me').textContent = `Join as ${found.user.name}`;
    },
    (error) => show('problem', error.message),
  );
}

if (kind === 'reset')
  on('form', 'submit', async ({ password }) =>
    showSignedIn(await call('POST', '/password/reset', { token, password })),
  );
