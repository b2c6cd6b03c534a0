import { Rejected } from '../../core/calls/response.ts';
import type { AccountOptions } from '../../core/platform.ts';
import type { Account, TokenPair } from '../../core/world/world.ts';
import type { PersonRow, Store } from './store.ts';

/** Everyone who is not on this instance lives here, unless a name says otherwise. */
const elsewhere = 'friends.example';
const visitorNames = ['jane', 'omar', 'mei', 'lucia', 'tom'];

export function createAccount(store: Store, { username, name, server }: AccountOptions): Account {
  const count = store.world.accounts.all().length;
  const account: Account = {
    platform_id: store.newId(),
    username: username ?? freeUsername(store, count),
    name: name ?? username ?? 'Acme Coffee',
    picture_url: store.world.media.sample('avatar.png'),
    created_at: store.world.clock.now(),
    ...(server === undefined ? {} : { server }),
  };
  store.world.accounts.put(account);
  return account;
}

function freeUsername(store: Store, count: number): string {
  for (let number = count; ; number += 1) {
    const username = number === 0 ? 'acme' : `acme${number + 1}`;
    if (!store.world.accounts.byUsername(username)) return username;
  }
}

/** Tokens of an instance neither expire nor refresh. */
export function connect(store: Store, account: Account): TokenPair {
  const scopes = ['profile', 'read', 'write', 'push'];
  const token = store.world.tokens.issue({ kind: 'access', account: account.platform_id, scopes });
  return { access_token: token.value };
}

/** The visitor of this name, when they did something before. */
export function personFor(store: Store, requested: string | undefined): PersonRow | undefined {
  const [username = '', domain = elsewhere] = (requested ?? visitorNames[0] ?? '').replace(/^@/, '').split('@');
  return store.people.where('username', username).find((row) => row.domain === domain);
}

/** The same, made on first sight. Runs inside an effect. */
export function person(store: Store, requested: string | undefined): PersonRow {
  return personFor(store, requested) ?? makePerson(store, requested);
}

function makePerson(store: Store, requested: string | undefined): PersonRow {
  const [username = '', domain = elsewhere] = (requested ?? visitorNames[0] ?? '').replace(/^@/, '').split('@');
  if (!/^\w+$/.test(username) || !/^[\w.-]+$/.test(domain))
    throw new Rejected(400, 'username must be letters, digits and underscores, with or without @server.');
  const name = username.charAt(0).toUpperCase() + username.slice(1);
  const person = { id: store.newId(), username, domain, name, created_at: store.world.clock.now() };
  store.people.put(person.id, person);
  return person;
}
