import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { ApiError, invalid } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Runner } from '../../db/query.ts';
import * as passkeys from './passkey.repository.ts';
import * as tokens from './person-token.repository.ts';
import type { PeopleTools, Visit } from './visit.ts';

/** An answer of the browser, as its own function gives it. */
export const PasskeyResponse = z
  .looseObject({ id: z.string().max(2000), rawId: z.string().max(2000), type: z.string().max(50) })
  .meta({
    description: 'The response of the browser (WebAuthn, JSON form)',
    example: { id: 'example-passkey', rawId: 'example-passkey', type: 'public-key' },
  });

export const PasskeyProof = z.strictObject({
  challenge: z.string().max(2000).meta({ description: 'As `/session/passkeys/options` gave it' }),
  response: PasskeyResponse,
});
export type PasskeyProof = z.output<typeof PasskeyProof>;

const SECONDS = 300;

/** The library and its certificates are large, and few requests need them. */
const library = () => import('@simplewebauthn/server');

/** The site that passkeys belong to: the host name that browsers show. */
function relyingParty({ pageUrl }: Pick<PeopleTools, 'pageUrl'>): { readonly id: string; readonly origin: string } {
  const { hostname, origin } = new URL(pageUrl('/'));
  return { id: hostname, origin };
}

interface Said {
  readonly challenge: string;
  readonly userId?: string;
}

export interface PasskeyOptions {
  readonly challenge: string;
  readonly options: PublicKeyCredentialCreationOptionsJSON | PublicKeyCredentialRequestOptionsJSON;
}

/** Options to sign in with any passkey of this site. */
export async function signInOptions(visit: PeopleTools): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({ rpID: relyingParty(visit).id, userVerification: 'required' });
  return {
    challenge: visit.seal('passkey sign-in', { challenge: options.challenge } satisfies Said, SECONDS),
    options,
  };
}

/** Options to make a passkey of a person, or of one who is about to join: that person gets the id in the sealed challenge. */
export async function registrationOptions(
  visit: PeopleTools,
  person: { readonly userId?: string; readonly name: string },
  known: readonly passkeys.PasskeyRow[] = [],
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await library();
  const { userId = newId('usr'), name } = person;
  const options = await generateRegistrationOptions({
    rpName: 'Hubbub',
    rpID: relyingParty(visit).id,
    userName: name,
    userDisplayName: name,
    userID: new TextEncoder().encode(userId),
    attestationType: 'none',
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return {
    challenge: visit.seal('passkey', { challenge: options.challenge, userId } satisfies Said, SECONDS),
    options,
  };
}

/** The person whose passkey gave this answer, which counts once. Throws 401. */
export async function personOf(visit: Visit, { challenge, response }: PasskeyProof): Promise<string> {
  const said = visit.unseal('passkey sign-in', challenge) as Said | undefined;
  if (said === undefined) throw outdated();
  const row = await passkeys.find(visit.system, response.id);
  if (row === undefined) throw unknownPasskey();
  const { verifyAuthenticationResponse } = await library();
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(visit);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: said.challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
    credential: { id: row.id, publicKey: new Uint8Array(row.public_key), counter: Number(row.counter) },
  }).catch(() => ({ verified: false as const, authenticationInfo: undefined }));
  if (!verified || authenticationInfo === undefined) throw unknownPasskey();
  const isFirst = await tokens.spend(visit.system, said.challenge);
  if (!isFirst || !(await passkeys.noteUse(visit.system, row.id, authenticationInfo.newCounter))) throw outdated();
  return row.user_id;
}

/** A new passkey that the browser made. Throws 400 for an answer that proves nothing. */
export async function verifyNew(
  visit: Visit,
  { challenge, response }: PasskeyProof,
  name: string,
): Promise<passkeys.NewPasskey> {
  const said = visit.unseal('passkey', challenge) as Required<Said> | undefined;
  if (said === undefined) throw outdated();
  const { verifyRegistrationResponse } = await library();
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(visit);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: said.challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
  }).catch((error: Error) => {
    throw invalid('passkey.response', `The passkey could not be checked: ${error.message.slice(0, 200)}`);
  });
  if (!verified) throw invalid('passkey.response', 'The passkey could not be checked.');
  if (!(await tokens.spend(visit.system, said.challenge))) throw outdated();
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return { id, userId: said.userId, name, publicKey: Buffer.from(publicKey), counter, transports };
}

export async function addPasskey(db: Runner, passkey: passkeys.NewPasskey): Promise<void> {
  if (!(await passkeys.add(db, passkey)))
    throw invalid('passkey.response', 'This passkey is known already.', 'resource.conflict');
}

function outdated(): ApiError {
  return new ApiError(
    'unauthorized',
    'This took too long, or was sent before. Begin again.',
    undefined,
    'auth.challenge_over',
  );
}

function unknownPasskey(): ApiError {
  return new ApiError('invalid_credentials', 'This passkey is not known here.', undefined, 'auth.unknown_passkey');
}
