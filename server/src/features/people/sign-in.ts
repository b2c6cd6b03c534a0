import { z } from 'zod';
import { ApiError, missing } from '../../core/errors.ts';
import { exampleId } from '../../core/example.ts';
import { ourId } from '../../core/ids.ts';
import { ROLE_NAMES } from '../../core/roles.ts';
import { assertMayTry, noteWrong } from './attempts.ts';
import { membershipsOf } from './memberships-of.repository.ts';
import { PasskeyProof, personOf } from './passkeys.ts';
import { fitsPassword } from './password.ts';
import * as people from './person.repository.ts';
import type { SessionRow } from './session.repository.ts';
import { definePersonOperation, type Visit } from './visit.ts';

/** Who has signed in, and what for. */
export const SignedIn = z
  .object({
    user: z.object({
      id: ourId('usr'),
      name: z.string(),
      email: z.string(),
      email_proved: z.boolean(),
      has_password: z.boolean(),
    }),
    memberships: z.array(
      z.object({
        workspace: z.string().meta({ description: 'The id, for `X-Hubbub-Workspace`' }),
        name: z.string(),
        role: z.enum(ROLE_NAMES),
        brand_ids: z.array(z.string()).nullable(),
        sending: z.enum(['direct', 'held']),
        can_approve: z.boolean(),
      }),
    ),
    session: z.object({
      id: ourId('ses'),
      signed_in_at: z.string(),
      is_fresh: z.boolean().meta({ description: 'Within the last ten minutes' }),
    }),
  })
  .meta({ id: 'SignedIn', example: { user: { id: exampleId('usr'), name: 'Ana Lima', email: 'ana@example.com' } } });

export async function describeSignedIn(
  { system }: Pick<Visit, 'system'>,
  { id, user_id: userId, created_at: at, is_fresh: isFresh }: SessionRow,
): Promise<z.infer<typeof SignedIn>> {
  const [person, memberships] = await Promise.all([
    people.byId(system, userId) as Promise<people.PersonRow>,
    membershipsOf(system, userId),
  ]);
  return {
    user: {
      id: userId,
      name: person.name,
      email: person.address,
      email_proved: person.address_proved_at !== null,
      has_password: person.password !== null,
    },
    memberships,
    session: { id, signed_in_at: at.toISOString(), is_fresh: isFresh },
  };
}

/** Text of a person's address, as it was typed. */
export const Address = z.email('must be an e-mail address').max(320);

export const signIn = definePersonOperation({
  name: 'sign_in',
  summary: 'Sign in',
  description:
    'Signs a person in with an address and a password, or with a passkey, and sets the cookie of the session. A browser that is signed in gets a new session, so this also proves again who is there. A wrong address and a wrong password are the same 401 `invalid_credentials`.',
  example: { input: { email: 'ana@example.com', password: 'a long sentence' } },
  http: { method: 'post', path: '/session', status: 200 },
  needs: 'nothing',
  input: z.strictObject({
    email: Address.optional(),
    password: z.string().max(1000).optional(),
    passkey: PasskeyProof.optional(),
  }),
  output: SignedIn,

  async run(visit, { email, password, passkey }) {
    const userId = passkey === undefined ? await byPassword(visit, email, password) : await personOf(visit, passkey);
    return describeSignedIn(visit, await visit.signIn(userId));
  },
});

async function byPassword(visit: Visit, email: string | undefined, password: string | undefined): Promise<string> {
  if (email === undefined) throw missing('email');
  if (password === undefined) throw missing('password');
  const candidates = await people.byAddress(visit.system, email);
  assertMayTry(
    email,
    visit.ip,
    candidates.some(({ user_id }) => user_id === visit.knownUserId),
  );
  // Without a candidate, a password is compared with nobody's, which takes as long.
  const compared = candidates.length === 0 ? [undefined] : candidates;
  let found: string | undefined;
  for (const person of compared) if (await fitsPassword(password, person?.password)) found ??= person?.user_id;
  if (found !== undefined) return found;
  noteWrong(email, visit.ip);
  throw new ApiError(
    'invalid_credentials',
    'The address or the password is wrong.',
    { field: 'password' },
    'auth.wrong_password',
  );
}
