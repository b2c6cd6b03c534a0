import { z } from 'zod';
import { conflict, notFound } from '../../core/errors.ts';
import { VisibleText } from '../../lib/printable.ts';
import * as passkeys from './passkey.repository.ts';
import { addPasskey, PasskeyProof, registrationOptions, signInOptions, verifyNew } from './passkeys.ts';
import * as people from './person.repository.ts';
import { definePersonOperation, type SignedInVisit, type Visit } from './visit.ts';

const Passkey = z
  .object({
    id: z.string(),
    name: z.string(),
    created_at: z.string(),
    last_used_at: z.string().optional(),
  })
  .meta({ id: 'Passkey', example: { id: 'example-passkey', name: 'Phone' } });

function toPasskey(row: passkeys.PasskeyRow): z.infer<typeof Passkey> {
  const { last_used_at: at } = row;
  return {
    id: row.id,
    name: row.name,
    created_at: row.created_at.toISOString(),
    ...(at === null ? {} : { last_used_at: at.toISOString() }),
  };
}

const passkeyOptions = definePersonOperation({
  name: 'get_passkey_options',
  summary: 'Get options for a passkey',
  description:
    'Gives what the browser needs to use a passkey (`sign_in`), to make one of the person who has signed in (`add`), or of one who is about to join (`join`). The answer of the browser goes back with `challenge`, within five minutes and once.',
  example: { input: { for: 'sign_in' } },
  http: { method: 'post', path: '/session/passkeys/options', status: 200 },
  needs: 'nothing',
  input: z.strictObject({
    for: z.enum(['sign_in', 'add', 'join']),
    name: z
      .string()
      .min(1)
      .max(320)
      .optional()
      .meta({ description: 'With `join`: the address or name that the browser shows' }),
  }),
  output: z.object({
    challenge: z.string(),
    options: z.looseObject({}).meta({ description: 'For the function of the browser (WebAuthn, JSON form)' }),
  }),

  async run(visit: Visit, { for: purpose, name = 'Hubbub' }) {
    if (purpose === 'sign_in') return toOutput(await signInOptions(visit));
    if (purpose === 'join' || visit.session === undefined) return toOutput(await registrationOptions(visit, { name }));
    const { user_id: userId } = visit.session;
    const db = visit.ofPerson(userId);
    const person = (await people.byId(db, userId)) as people.PersonRow;
    const known = await passkeys.ofPerson(db, userId);
    return toOutput(await registrationOptions(visit, { userId, name: person.address }, known));
  },
});

function toOutput({ challenge, options }: { challenge: string; options: object }) {
  return { challenge, options: { ...options } };
}

const addOne = definePersonOperation({
  name: 'add_passkey',
  summary: 'Add a passkey',
  description: 'Adds a passkey of the person who has signed in. It needs a sign-in within the last ten minutes.',
  http: { method: 'post', path: '/session/passkeys', status: 201 },
  needs: 'fresh',
  input: z.strictObject({
    passkey: PasskeyProof,
    name: VisibleText.min(1, 'must not be empty').max(100).optional().meta({ description: 'To tell passkeys apart' }),
  }),
  output: Passkey,

  async run(visit: SignedInVisit, { passkey, name = 'Passkey' }) {
    const known = await passkeys.ofPerson(visit.db, visit.userId);
    if (known.length >= passkeys.PASSKEYS_MAX)
      throw conflict(`There are ${passkeys.PASSKEYS_MAX} passkeys already. Remove one first.`, { resource: 'passkey' });
    const made = await verifyNew(visit, passkey, name);
    await addPasskey(visit.db, { ...made, userId: visit.userId });
    const row = (await passkeys.ofPerson(visit.db, visit.userId)).find(({ id }) => id === made.id);
    return toPasskey(row as passkeys.PasskeyRow);
  },
});

const listPasskeys = definePersonOperation({
  name: 'list_passkeys',
  summary: 'List your passkeys',
  description: 'Lists the passkeys of the person who has signed in.',
  http: { method: 'get', path: '/session/passkeys', status: 200 },
  needs: 'session',
  input: z.strictObject({}),
  output: z.object({ data: z.array(Passkey), count: z.number().int() }),

  async run(visit) {
    const data = (await passkeys.ofPerson(visit.db, visit.userId)).map(toPasskey);
    return { data, count: data.length };
  },
});

const removePasskey = definePersonOperation({
  name: 'remove_passkey',
  summary: 'Remove a passkey',
  description:
    'Removes a passkey of the person who has signed in. The last way to sign in stays: 409 `conflict`. It needs a sign-in within the last ten minutes.',
  http: { method: 'delete', path: '/session/passkeys/{passkey_id}', status: 200 },
  needs: 'fresh',
  input: z.strictObject({ passkey_id: z.string().min(1).max(2000) }),
  output: z.object({ ok: z.boolean() }),

  async run(visit: SignedInVisit, { passkey_id: id }) {
    const known = await passkeys.ofPerson(visit.db, visit.userId);
    if (!known.some((row) => row.id === id)) throw notFound('passkey', id);
    const person = await people.byId(visit.db, visit.userId);
    if (known.length === 1 && person?.password === null)
      throw conflict('This is the last way to sign in. Set a password or add another passkey first.', {
        resource: 'passkey',
        id,
      });
    await passkeys.remove(visit.db, visit.userId, id);
    return { ok: true };
  },
});

export const passkeyOperations = [passkeyOptions, addOne, listPasskeys, removePasskey];
