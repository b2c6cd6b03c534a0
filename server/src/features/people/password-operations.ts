import { z } from 'zod';
import { conflict, gone, notSupported } from '../../core/errors.ts';
import { uniqueViolationOf } from '../../db/database.ts';
import * as identities from './identity.repository.ts';
import * as passkeys from './passkey.repository.ts';
import { hashPassword, Password } from './password.ts';
import * as people from './person.repository.ts';
import * as tokens from './person-token.repository.ts';
import * as sessions from './session.repository.ts';
import { Address, describeSignedIn, SignedIn } from './sign-in.ts';
import { definePersonOperation, type Visit } from './visit.ts';

const Ok = z.object({ ok: z.boolean() });

const setPassword = definePersonOperation({
  name: 'set_password',
  summary: 'Set a password',
  description:
    'Sets the password of the person who has signed in, within the last ten minutes, and ends all other sessions.',
  example: { input: { password: 'a long sentence' } },
  http: { method: 'put', path: '/session/password', status: 200 },
  needs: 'fresh',
  input: z.strictObject({ password: Password }),
  output: Ok,

  async run(visit, { password }) {
    const hash = await hashPassword(password);
    await visit.db.transaction(async (tx) => {
      await people.setPassword(tx, visit.userId, hash);
      await sessions.endAll(tx, visit.userId, visit.session.id);
    });
    return { ok: true };
  },
});

const requestLink = definePersonOperation({
  name: 'request_password_link',
  summary: 'Request a link for a new password',
  description:
    'Mails a link that sets a new password, once, within 24 hours. The answer is the same for every address. Without mail it is 501 `not_supported`: then the operator makes the link.',
  example: { input: { email: 'ana@example.com' } },
  http: { method: 'post', path: '/session/password/link', status: 202 },
  needs: 'nothing',
  input: z.strictObject({ email: Address }),
  output: Ok,

  async run(visit, { email }) {
    if (visit.mail === undefined)
      throw notSupported('This installation', 'mail; the operator makes the link with: npm run hubbub -- people reset');
    // Nobody waits for the mail, so the time tells nothing.
    void mailLink(visit, email).catch(() => {});
    return { ok: true };
  },
});

async function mailLink(visit: Visit, email: string): Promise<void> {
  const candidates = await people.byAddress(visit.system, email);
  const person = candidates.find(({ address_proved_at: at }) => at !== null) ?? candidates.at(-1);
  if (person === undefined || !mayMail(email)) return;
  const token = await tokens.create(visit.system, person.user_id, person.address);
  await visit.mail?.send({
    to: person.address,
    subject: 'A new password',
    text: `Somebody asked for a new password of your account.\n\nOpen this link to set one. It works once, for 24 hours:\n${visit.pageUrl(`/reset/${token}`)}\n\nIf that was not you, ignore this mail.\n`,
  });
}

/** Mails of the last minutes, so that nobody fills a mailbox. */
const mailed = new Map<string, number>();
const MAIL_PAUSE_MS = 5 * 60_000;

function mayMail(email: string): boolean {
  const [now, name] = [performance.now(), email.toLowerCase()];
  for (const [address, at] of mailed) if (at + MAIL_PAUSE_MS < now) mailed.delete(address);
  if (mailed.has(name)) return false;
  mailed.set(name, now);
  return true;
}

const resetPassword = definePersonOperation({
  name: 'reset_password',
  summary: 'Set a new password by a link',
  description:
    'Sets a new password with the token of a link, which ends all sessions, and signs the person in. A link that was mailed proves the address: passkeys and OIDC identities from before that proof end, too. A link that was used or is too old is 410 `gone`.',
  http: { method: 'post', path: '/session/password/reset', status: 200 },
  rejects: ['gone'],
  needs: 'nothing',
  input: z.strictObject({ token: z.string().max(200), password: Password }),
  output: SignedIn,

  async run(visit, { token, password }) {
    const link = await tokens.find(visit.system, token);
    if (link === undefined) throw over();
    const hash = await hashPassword(password);
    await visit.system
      .transaction(async (tx) => {
        if ((await tokens.use(tx, token)) === undefined) throw over();
        await people.setPassword(tx, link.user_id, hash);
        await sessions.endAll(tx, link.user_id);
        if (link.address !== null) await prove(tx, link.user_id, link.address);
      })
      .catch(asTaken);
    return describeSignedIn(visit, await visit.signIn(link.user_id));
  },
});

/** Mail proved the address. Passkeys and OIDC identities from before the proof end, because somebody else may have added them. */
async function prove(tx: Parameters<typeof people.byId>[0], userId: string, address: string): Promise<void> {
  const person = await people.byId(tx, userId);
  const isNew = person?.address_proved_at == null || person.address.toLowerCase() !== address.toLowerCase();
  if (isNew) {
    await passkeys.remove(tx, userId);
    await identities.removeAll(tx, userId);
  }
  await people.setAddress(tx, userId, address, true);
}

const setAddress = definePersonOperation({
  name: 'set_address',
  summary: 'Change your address',
  description:
    'Mails a link to the new address; the address is yours once a new password is set with it. Without mail the address changes at once and counts as not proved. It needs a sign-in within the last ten minutes.',
  example: { input: { email: 'ana@example.com' } },
  http: { method: 'put', path: '/session/address', status: 200 },
  needs: 'fresh',
  input: z.strictObject({ email: Address }),
  output: z.object({ ok: z.boolean(), is_mailed: z.boolean() }),

  async run(visit, { email }) {
    if (visit.mail === undefined) {
      await people.setAddress(visit.db, visit.userId, email, false);
      return { ok: true, is_mailed: false };
    }
    if (!mayMail(email))
      throw conflict('A mail went to this address within the last five minutes. Look there, or wait.', {
        field: 'email',
      });
    const token = await tokens.create(visit.system, visit.userId, email);
    await visit.mail.send({
      to: email,
      subject: 'Your new address',
      text: `Open this link to use this address from now on, and set a new password. It works once, for 24 hours:\n${visit.pageUrl(`/reset/${token}`)}\n\nIf you do not expect it, ignore this mail.\n`,
    });
    return { ok: true, is_mailed: true };
  },
});

function over() {
  return gone('This link was used, or is too old. Ask for a new one.', { field: 'token' });
}

function asTaken(error: unknown): never {
  if (uniqueViolationOf(error) === undefined) throw error;
  throw conflict('Somebody else has proved this address already.', { field: 'email' });
}

export const passwordOperations = [setPassword, requestLink, resetPassword, setAddress];
