import { Rejected } from '../../core/calls/response.ts';
import type { AccountOptions } from '../../core/platform.ts';
import type { Account } from '../../core/world/world.ts';
import type { Person, Store } from './store.ts';

const usernameForm = /^\w{1,15}$/;

/** Accounts and visitors alike are people to X. */
export function personById(store: Store, id: string): Person | undefined {
  const account = store.world.accounts.get(id);
  if (account) return asPerson(account);
  return store.visitors.where('id', id)[0];
}

export function personByName(store: Store, username: string): Person | undefined {
  const account = store.world.accounts.byUsername(username);
  return account ? asPerson(account) : store.visitors.get(username.toLowerCase());
}

function asPerson({ platform_id: id, username, name, picture_url, created_at }: Account): Person {
  return { id, username, name, picture_url, created_at };
}

export function createAccount(store: Store, options: AccountOptions): Account {
  const { world } = store;
  const username = options.username ?? freeName(store, 'acme');
  if (!usernameForm.test(username)) throw new Rejected(400, 'A username has 1 to 15 letters, digits or underscores.');
  if (personByName(store, username)) throw new Rejected(409, `@${username} is taken.`);
  const account: Account = {
    platform_id: store.nextId(),
    username,
    name: options.name ?? capitalized(username),
    picture_url: world.media.sample('avatar.png'),
    created_at: world.clock.now(),
  };
  world.effect(() => world.accounts.put(account));
  return account;
}

/** The visitor of this name, made on first sight; without a name always the same one. */
export function visitor(store: Store, username = 'jane_doe'): Person {
  const bare = username.replace(/^@/, '');
  if (!usernameForm.test(bare)) throw new Rejected(400, 'A username has 1 to 15 letters, digits or underscores.');
  const known = personByName(store, bare);
  if (known) return known;
  const person: Person = {
    id: store.nextId(),
    username: bare,
    name: capitalized(bare),
    picture_url: store.world.media.sample('avatar.png'),
    created_at: store.world.clock.now(),
  };
  store.visitors.put(bare.toLowerCase(), person);
  return person;
}

function freeName(store: Store, stem: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? stem : `${stem}${number}`;
    if (!personByName(store, name)) return name;
  }
}

function capitalized(username: string): string {
  return username
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');
}
