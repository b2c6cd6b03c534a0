import { Rejected } from '../../core/calls/response.ts';
import type { VisitorAction, VisitorResult } from '../../core/control/visitors.ts';
import type { AccountOptions } from '../../core/platform.ts';
import type { Account } from '../../core/world/world.ts';
import { freeUsername, nameOf } from '../meta/names.ts';
import { newBoard } from './boards.ts';
import { pinsOf } from './pins.ts';
import type { ActRow, PinRow, Pinterest } from './store.ts';

/** A business account with two public boards. */
export function createAccount(pinterest: Pinterest, options: AccountOptions): Account {
  const { world } = pinterest;
  const username = freeUsername(world, options.username ?? 'acme');
  const account: Account = {
    platform_id: world.ids.digits('5', 18),
    username,
    name: options.name ?? nameOf(username),
    picture_url: world.media.sample('avatar.png'),
    created_at: world.clock.now(),
  };
  world.effect(() => {
    world.accounts.put(account);
    for (const name of ['Summer', 'Winter'])
      newBoard(pinterest, account.platform_id, { name, description: '', privacy: 'PUBLIC' });
  });
  return account;
}

/** A reaction or a save, once per visitor, or a comment: the API only counts them. */
export function visitorActs(pinterest: Pinterest, kind: ActRow['kind'], action: VisitorAction): VisitorResult {
  const { world, store } = pinterest;
  const pin = pinFor(pinterest, action);
  if (!pin) throw new Rejected(404, 'No such pin.');
  const person = action.username ?? 'jane';
  return world.effect(() => {
    const id = kind === 'comment' ? world.ids.snowflake() : `${pin.id}:${kind}:${person}`;
    if (!store.acts.get(id))
      store.acts.put(id, { id, pin: pin.id, person, kind, text: action.text, at: world.clock.now() });
    return { platform_id: kind === 'comment' ? id : pin.id, username: person };
  });
}

function pinFor(pinterest: Pinterest, { account, postId }: VisitorAction): PinRow | undefined {
  if (postId === undefined) return pinsOf(pinterest, account.platform_id)[0];
  const pin = pinterest.store.pins.get(postId);
  return pin?.account === account.platform_id ? pin : undefined;
}
