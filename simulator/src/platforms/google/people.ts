import type { AccountOptions } from '../../core/platform.ts';
import type { Account } from '../../core/world/world.ts';
import { freeUsername, nameOf } from '../meta/names.ts';
import type { Google, LocationRow, UserRow } from './store.ts';

/** A location, with a login of its own that owns it. The username is the store code. */
export function createAccount({ world, store }: Google, options: AccountOptions): Account {
  const username = freeUsername(world, options.username ?? 'acme_cafe');
  const number = world.ids.digits('1', 21);
  const account = `accounts/${number}`;
  const location = `locations/${world.ids.digits('2', 19)}`;
  const row: LocationRow = {
    name: `${account}/${location}`,
    account,
    location,
    user: number,
    title: options.name ?? nameOf(username),
    store_code: username,
    place_id: world.ids.text('ChIJ', 23),
  };
  const made: Account = {
    platform_id: row.name,
    username,
    name: row.title,
    picture_url: world.media.sample('avatar.png'),
    created_at: world.clock.now(),
  };
  const user: UserRow = { id: number, name: 'Jo Doe', email: `${username}@gmail.com` };
  world.effect(() => {
    world.accounts.put(made);
    store.users.put(user.id, user);
    store.locations.put(row.name, row);
  });
  return made;
}
