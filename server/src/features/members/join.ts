import { z } from 'zod';
import { conflict, gone, missing, notFound } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { ROLE_NAMES } from '../../core/roles.ts';
import { uniqueViolationOf } from '../../db/database.ts';
import {
  Address,
  addPasskey,
  definePersonOperation,
  describeSignedIn,
  hashPassword,
  hashToken,
  identities,
  PasskeyProof,
  Password,
  PersonName,
  people,
  SignedIn,
  type Visit,
  verifyNew,
} from '../people/index.ts';
import { owners } from '../workspaces/index.ts';
import * as invitations from './invitation.repository.ts';
import * as memberships from './membership.repository.ts';

const Token = z.string().min(1).max(200);

const getInvitation = definePersonOperation({
  name: 'get_invitation',
  summary: 'Get an invitation',
  description: 'Shows what a link invites to. It uses nothing up. A link that was used or is too old is 410 `gone`.',
  http: { method: 'get', path: '/session/invitations/{token}', status: 200 },
  rejects: ['gone'],
  needs: 'nothing',
  input: z.strictObject({ token: Token }),
  output: z.object({
    workspace: z.string(),
    role: z.enum(ROLE_NAMES),
    email: z.string().optional(),
    invited_by: z.string().optional(),
    expires_at: z.string(),
  }),

  async run(visit, { token }) {
    const found = await open(visit, token);
    return {
      workspace: found.workspace_name,
      role: found.role,
      ...(found.email === null ? {} : { email: found.email }),
      ...(found.created_by === null ? {} : { invited_by: found.created_by.name }),
      expires_at: found.expires_at.toISOString(),
    };
  },
});

const acceptInvitation = definePersonOperation({
  name: 'accept_invitation',
  summary: 'Join a workspace',
  description:
    'Takes an invitation, once. Who has signed in joins as that person, with an empty body. Everybody else becomes a new person, with a name and a password or passkey, and is signed in; the address counts as proved only with the link of the mail. An address that somebody has proved is 409 `conflict`: sign in first.',
  http: { method: 'post', path: '/session/invitations/{token}', status: 200 },
  rejects: ['gone'],
  needs: 'nothing',
  input: z.strictObject({
    token: Token,
    name: PersonName.optional(),
    email: Address.optional().meta({ description: 'Where the invitation names none' }),
    password: Password.optional(),
    passkey: PasskeyProof.optional(),
  }),
  output: SignedIn,

  async run(visit, { token, ...given }) {
    const found = await open(visit, token);
    const { session } = visit;
    const person = session === undefined ? await newPerson(visit, found, given) : undefined;
    const userId = session?.user_id ?? (person?.id as string);
    await join(visit, found, userId, person);
    return describeSignedIn(visit, session ?? (await visit.signIn(userId)));
  },
});

interface NewPerson extends people.NewPerson {
  readonly passkey?: Parameters<typeof addPasskey>[1] | undefined;
  readonly identity?: Parameters<typeof identities.add>[2];
}

/** Takes the invitation for a person; `person`: one who is new. Both are there afterwards, or neither. */
async function join(
  { system }: Visit,
  found: invitations.FoundInvitation,
  userId: string,
  person: NewPerson | undefined,
): Promise<void> {
  const {
    workspace_id: workspaceId,
    role,
    brand_ids: brandIds,
    sending,
    can_approve: canApprove,
    created_by: by,
  } = found;
  await system
    .transaction(async (tx) => {
      if (!(await invitations.accept(tx, found.id))) throw over();
      if (person !== undefined) await people.create(tx, person);
      if (person?.passkey !== undefined) await addPasskey(tx, person.passkey);
      if (person?.identity !== undefined) await identities.add(tx, userId, person.identity);
      const isAdded = await memberships.add(tx, { workspaceId, userId, role, brandIds, sending, canApprove, by });
      if (!isAdded) throw conflict('You are a member of this workspace already.', { resource: 'member', id: userId });
      if (person !== undefined && role === 'owner') await owners.setEmail(tx, workspaceId, person.address);
    })
    .catch((error) => {
      throw uniqueViolationOf(error) === 'people_by_proved_address' ? addressProved() : error;
    });
}

/**
 * Makes a new person of a sign-in at the OIDC provider that is not known here, and takes the invitation. An address that somebody
 * has proved stays theirs: that person signs in first, and joins by its own sign-in.
 */
export async function joinByIdentity(
  visit: Visit,
  token: string,
  identity: {
    readonly issuer: string;
    readonly subject: string;
    readonly name: string;
    readonly address: string | undefined;
    readonly isProved: boolean;
  },
): Promise<string> {
  const found = await open(visit, token);
  const { name, isProved } = identity;
  const address = identity.address ?? found.email;
  if (address === null) throw missing('email', 'The provider tells no address, and the invitation has none.');
  const others = await people.byAddress(visit.system, address);
  if (others.some(({ address_proved_at: at }) => at !== null)) throw addressProved();
  const id = newId('usr');
  await join(visit, found, id, {
    id,
    name,
    address,
    isProved: isProved && address === identity.address,
    password: null,
    identity,
  });
  return id;
}

interface Given {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  readonly passkey?: PasskeyProof | undefined;
}

/** The person that a browser without a session becomes. A passkey was made for an id of its own. */
async function newPerson(visit: Visit, found: invitations.FoundInvitation, { name, email, password, passkey }: Given) {
  if (name === undefined) throw missing('name');
  const address = found.email ?? email;
  if (address === undefined) throw missing('email');
  if (password === undefined && passkey === undefined)
    throw missing('password', 'Choose a password, or make a passkey.');
  const others = await people.byAddress(visit.system, address);
  if (found.is_mailed && others.some(({ address_proved_at: at }) => at !== null)) throw addressProved();
  if (others.length >= people.UNPROVED_MAX)
    throw conflict('Too many people gave this address and none proved it. Ask for an invitation to another one.', {
      field: 'email',
    });
  const hash = password === undefined ? null : await hashPassword(password);
  const made = passkey === undefined ? undefined : await verifyNew(visit, passkey, 'Passkey');
  return { id: made?.userId ?? newId('usr'), name, address, isProved: found.is_mailed, password: hash, passkey: made };
}

async function open(visit: Visit, token: string): Promise<invitations.FoundInvitation> {
  const found = await invitations.find(visit.system, hashToken(token));
  if (found === undefined) throw notFound('invitation', `${token.slice(0, 6)}…`);
  if (found.state !== 'pending') throw over();
  return found;
}

function over() {
  return gone('This invitation was used, or is too old. Ask for a new one.', { resource: 'invitation' });
}

function addressProved() {
  return conflict(
    'Somebody has proved this address already. If that is you, sign in first, then open the link again.',
    {
      field: 'email',
    },
  );
}

export const joinOperations = [getInvitation, acceptInvitation];
