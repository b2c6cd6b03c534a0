import { json } from '../../core/calls/answer.ts';
import type { Answer, Call } from '../../core/platform.ts';
import { invalidParameter, requireScope } from '../meta/errors.ts';
import { isObject } from '../meta/input.ts';
import { nodeOf } from './access.ts';
import { scopes } from './scopes.ts';
import type { WhatsApp } from './store.ts';

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/block-users; only who has written lately can be blocked. */
export function setBlocked(isBlocked: boolean) {
  return (whatsapp: WhatsApp, call: Call): Answer => {
    const { store } = whatsapp;
    const number = nodeOf(whatsapp, call, 'number');
    requireScope(call, scopes.messaging);
    const list = call.body.block_users;
    if (!Array.isArray(list) || list.length === 0) throw invalidParameter('The parameter block_users is required.');
    const inputs = list.filter(isObject).map(({ user }) => String(user ?? ''));
    const people = store.people.where('account', number.id);
    const changed = inputs.flatMap((input) => {
      const person = people.find(({ wa_id }) => wa_id === input.replace(/\D/g, ''));
      return person ? [{ input, person }] : [];
    });
    call.effect(() => {
      for (const { person } of changed) store.people.put(person.id, { ...person, is_blocked: isBlocked });
    });
    const users = changed.map(({ input, person }) => ({ input, wa_id: person.wa_id }));
    const block_users = isBlocked ? { added_users: users } : { removed_users: users };
    return json({ messaging_product: 'whatsapp', block_users });
  };
}

export function listBlocked(whatsapp: WhatsApp, call: Call): Answer {
  const number = nodeOf(whatsapp, call, 'number');
  requireScope(call, scopes.messaging);
  const blocked = whatsapp.store.people.where('account', number.id).filter((person) => person.is_blocked);
  return json({ data: blocked.map(({ wa_id }) => ({ messaging_product: 'whatsapp', wa_id })) });
}
