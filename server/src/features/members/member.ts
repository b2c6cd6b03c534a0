import { z } from 'zod';
import { type Actor, ActorShape, hasPermission } from '../../core/actor.ts';
import type { Context } from '../../core/context.ts';
import { ApiError, conflict, invalid, missing } from '../../core/errors.ts';
import { exampleId } from '../../core/example.ts';
import { ourId } from '../../core/ids.ts';
import { type Membership, mayApprove, ROLE_NAMES, ROLES } from '../../core/roles.ts';
import type { Runner } from '../../db/query.ts';
import { compact } from '../../lib/compact.ts';
import { brands } from '../brands/index.ts';
import type { MemberRow } from './membership.repository.ts';

export const UserId = z.string().min(1).max(200);

/** What a request says of a membership. */
export const MembershipFields = {
  role: z.enum(ROLE_NAMES).meta({ description: 'What the person may do (docs/people.md)' }),
  brand_ids: z
    .array(z.string().max(200))
    .min(1, 'must name a brand; null means all')
    .max(1000)
    .nullable()
    .optional()
    .meta({ description: 'The brands that the person reaches; null: all' }),
  sending: z
    .enum(['direct', 'held'])
    .optional()
    .meta({ description: 'held: the person publishes and answers nothing alone. Default: direct' }),
  can_approve: z
    .boolean()
    .optional()
    .meta({ description: 'May decide about what waits; owners, admins and clients always may' }),
};

export const Member = z
  .object({
    user_id: ourId('usr'),
    name: z.string(),
    email: z.string(),
    email_proved: z.boolean().meta({ description: 'Mail or the OIDC provider proved the address' }),
    role: z.enum(ROLE_NAMES),
    brand_ids: z.array(z.string()).nullable().meta({ description: 'null: all' }),
    sending: z.enum(['direct', 'held']),
    can_approve: z.boolean(),
    created_at: z.string(),
    created_by: ActorShape.optional(),
    changed_by: ActorShape.optional(),
  })
  .meta({
    id: 'Member',
    example: { user_id: exampleId('usr'), name: 'Ana Lima', email: 'ana@example.com', role: 'editor' },
  });

export function toMember(row: MemberRow): z.infer<typeof Member> {
  return compact({
    user_id: row.user_id,
    name: row.name,
    email: row.address,
    email_proved: row.is_proved,
    role: row.role,
    brand_ids: row.brand_ids,
    sending: row.sending,
    can_approve: mayApprove({ role: row.role, canApprove: row.can_approve }),
    created_at: row.created_at.toISOString(),
    created_by: row.created_by ?? undefined,
    changed_by: row.changed_by ?? undefined,
  });
}

/** 409 for a test key: people belong to the workspace, not to its test environment. */
export function assertMayManage({ actor, tenant }: Pick<Context, 'actor' | 'tenant'>): void {
  if (actor.type === 'key' && tenant.mode === 'test')
    throw conflict('A test key cannot change who belongs to the workspace. Use a live key.', { resource: 'workspace' });
}

/**
 * Throws unless the actor may give the membership: 400 for brands that do not fit the role or do not exist, 403 for more
 * than the actor has. `kept`: brands that the person has already.
 */
export async function assertMayGive(
  { actor, tenant }: Pick<Context, 'actor' | 'tenant'>,
  db: Runner,
  membership: Membership,
  kept: readonly string[] = [],
): Promise<void> {
  const { role, brandIds, sending } = membership;
  if (role === 'owner' && !hasPermission(actor, 'owner')) throw tooMuch('role', 'Only an owner can make an owner.');
  if (mayApprove(membership) && !actor.canApprove)
    throw tooMuch(
      membership.canApprove ? 'can_approve' : 'role',
      'You cannot let somebody approve, because you may not approve yourself. A person who may, or a key made by the operator with --can-approve, can.',
    );
  if (sending === 'direct' && actor.sending === 'held')
    throw tooMuch('sending', 'You cannot let somebody send alone, because what you send waits for a person.');
  const { brands: limit } = ROLES[role];
  if (limit === 'required' && brandIds === null) throw missing('brand_ids', `A ${role} belongs to brands: name them.`);
  if (limit === 'none' && brandIds !== null)
    throw invalid('brand_ids', `An ${role} reaches all brands. Leave brand_ids out.`);
  const added = (brandIds ?? []).filter((id) => !kept.includes(id));
  const known = added.length === 0 ? [] : await brands.idsAmong(db, tenant.id, added);
  const unknown = added.find((id) => !known.includes(id));
  if (unknown !== undefined)
    throw invalid('brand_ids', `There is no brand with the id ${JSON.stringify(unknown)}.`, 'validation.brand_invalid');
}

export function tooMuch(field: string, message: string): ApiError {
  return new ApiError('permission_denied', message, { field }, 'auth.more_than_own');
}

/** 403 unless the actor may touch somebody with this role. */
export function assertMayTouch(actor: Actor, role: Membership['role']): void {
  if (role === 'owner' && !hasPermission(actor, 'owner'))
    throw tooMuch('user_id', 'Only an owner can change an owner.');
}
