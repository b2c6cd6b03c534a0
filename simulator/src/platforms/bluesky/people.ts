import { Rejected } from '../../core/calls/response.ts';
import type { AccountOptions, Call } from '../../core/platform.ts';
import type { Account } from '../../core/world/world.ts';
import { plcDid } from './ids.ts';
import type { Person, Profile, Store } from './store.ts';

/** Handles without a dot live here. */
const homeDomain = 'bsky.social';
const handlePattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;
const visitorName = 'jane';

export function createAccount(store: Store, { username, name }: AccountOptions): Account {
  const { world } = store;
  const handle = username === undefined ? freeHandle(store) : toHandle(username);
  if (store.profile(handle)) throw new Rejected(409, `@${handle} is taken.`);
  const account: Account = {
    platform_id: plcDid(`${handle} ${world.ids.text('', 16)}`),
    username: handle,
    name: name ?? nameOf(handle),
    picture_url: world.media.sample('avatar.png'),
    created_at: world.clock.now(),
  };
  world.effect(() => world.accounts.put(account));
  return account;
}

/** The visitor of this name, made on first sight; without a name always the same one. Runs inside an effect. */
export function visitor(store: Store, username = visitorName): Profile {
  const handle = toHandle(username);
  const known = store.profile(handle);
  if (known) return known;
  const person: Person = {
    did: plcDid(`${handle} ${store.world.ids.text('', 16)}`),
    handle,
    name: nameOf(handle),
    picture_url: store.world.media.sample('avatar.png'),
    created_at: store.world.clock.now(),
  };
  store.people.put(person.did, person);
  return { ...person, isBusiness: false };
}

function toHandle(username: string): string {
  const bare = username.replace(/^@/, '').toLowerCase();
  const handle = bare.includes('.') ? bare : `${bare.replaceAll('_', '-')}.${homeDomain}`;
  if (!handlePattern.test(handle)) throw new Rejected(400, 'A handle is a domain name, such as jane.bsky.social.');
  return handle;
}

function freeHandle(store: Store): string {
  for (let number = 1; ; number += 1) {
    const handle = toHandle(number === 1 ? 'acme' : `acme${number}`);
    if (!store.profile(handle)) return handle;
  }
}

function nameOf(handle: string): string {
  const [first = ''] = handle.split('.');
  return first.charAt(0).toUpperCase() + first.slice(1);
}

/** https://atproto.com/specs/did : the PDS of everybody is this one. */
export function didDocument(call: Call, { did, handle }: Profile): object {
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    alsoKnownAs: [`at://${handle}`],
    verificationMethod: [
      {
        id: `${did}#atproto`,
        type: 'Multikey',
        controller: did,
        publicKeyMultibase: 'zQ3shunBKsXixLxKtC5qeSG9E4J5RkGN57im31pcTzbNQnm5w',
      },
    ],
    service: [
      { id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: call.url('', 'pds') },
      { id: '#bsky_chat', type: 'BskyChatService', serviceEndpoint: 'https://api.bsky.chat' },
    ],
  };
}
