import { Rejected } from '../../../core/calls/response.ts';
import type { AccountOptions } from '../../../core/platform.ts';
import type { Account } from '../../../core/world/world.ts';
import { idOf, type LinkedIn, type MemberRow } from '../store.ts';

const memberIdLength = 10;

/** A member, or a page with a member of its own who administers it. */
export function createAccount(linkedin: LinkedIn, options: AccountOptions): Account {
  const { world, store, kind } = linkedin;
  const username = options.username ?? freeName(linkedin, kind === 'member' ? 'jo-doe' : 'acme');
  if (world.accounts.byUsername(username)) throw new Rejected(409, `${username} is taken.`);
  const account: Account = {
    platform_id: kind === 'member' ? world.ids.text('', memberIdLength) : world.ids.digits('2', 8),
    username,
    name: options.name ?? capitalized(username),
    picture_url: world.media.sample('avatar.png'),
    created_at: world.clock.now(),
  };
  world.effect(() => {
    world.accounts.put(account);
    if (kind === 'member') {
      const { platform_id: id, name } = account;
      store.members.put(id, { id, username, name, is_stranger: false });
      return;
    }
    const owner = newMember(linkedin, `${username}-admin`, 'Jo Doe', false);
    store.organizations.put(account.platform_id, {
      id: account.platform_id,
      owner: owner.id,
      followers_count: 120,
    });
  });
  return account;
}

/** The visitor of this name, made on first sight; without a name always the same one. */
export function visitor(linkedin: LinkedIn, username = 'jane-smith'): MemberRow {
  const known = linkedin.store.members.where('username', username).find((row) => row.is_stranger);
  return known ?? newMember(linkedin, username, capitalized(username), true);
}

function newMember({ world, store }: LinkedIn, username: string, name: string, is_stranger: boolean): MemberRow {
  const row: MemberRow = { id: world.ids.text('', memberIdLength), username, name, is_stranger };
  store.members.put(row.id, row);
  return row;
}

/** The name behind a person's or an organization's URN. */
export function nameOf({ world, store }: LinkedIn, urn: string): string {
  const id = idOf(urn);
  const name = urn.startsWith('urn:li:person:') ? store.members.get(id)?.name : world.accounts.get(id)?.name;
  return name ?? id;
}

function freeName({ world }: LinkedIn, stem: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? stem : `${stem}-${number}`;
    if (!world.accounts.byUsername(name)) return name;
  }
}

function capitalized(username: string): string {
  return username
    .split(/[-_. ]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');
}
