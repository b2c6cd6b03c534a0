import { type Actor, hasPermission } from '../../core/actor.ts';
import { tooMuch } from '../members/index.ts';
import type { KeyRow, KeyTrust } from './key.repository.ts';

interface Asked {
  readonly sending?: KeyTrust['sending'] | undefined;
  readonly can_approve?: boolean | undefined;
  readonly agents_direct?: boolean | undefined;
}

/** Returns what a key may do alone after a change. Throws 403 `permission_denied` when its maker would give more than it has. */
export function toTrust(actor: Pick<Actor, 'sending' | 'canApprove'>, before: KeyTrust, asked: Asked): KeyTrust {
  const { sending = before.sending, can_approve: canApprove = before.canApprove } = asked;
  const { agents_direct: agentsDirect = before.agentsDirect } = asked;
  const isHeld = actor.sending === 'held';
  if (canApprove && asked.can_approve === true && !actor.canApprove)
    throw tooMuch(
      'can_approve',
      'You may not approve yourself. Somebody who may, or the operator with keys create --can-approve, gives it.',
    );
  if (isHeld && sending === 'direct')
    throw tooMuch('sending', 'What you send waits for a person, so a key of yours sends the same way.');
  if (isHeld && agentsDirect)
    throw tooMuch('agents_direct', 'What you send waits for a person, and so does what agents of yours send.');
  return { sending, canApprove, agentsDirect };
}

/** 403 for a new secret of a key that may do more than the one who would get to know it. */
export function assertMayTakeOver(actor: Actor, key: KeyRow): void {
  const isRestricted =
    [key.scopes, key.brand_ids, key.allowed_ips].some(({ length }) => length > 0) || key.expires_at !== null;
  const isOwners = key.is_owner && !isRestricted && !hasPermission(actor, 'owner');
  const mayApprove = key.can_approve && !actor.canApprove;
  if (isOwners || mayApprove || (actor.sending === 'held' && key.sending === 'direct'))
    throw tooMuch('key_id', 'This key may do more than you. An owner, or the operator, gives it a new secret.');
}
