import { z } from 'zod';
import { ActorShape } from '../../core/actor.ts';
import { exampleId } from '../../core/example.ts';
import { ourId } from '../../core/ids.ts';
import { mayApprove, ROLE_NAMES } from '../../core/roles.ts';
import { compact } from '../../lib/compact.ts';
import { secret } from '../../lib/secret-fields.ts';
import type { InvitationRow } from './invitation.repository.ts';

export const Invitation = z
  .object({
    id: ourId('minv'),
    email: z.string().optional().meta({ description: 'Absent: the person tells it' }),
    role: z.enum(ROLE_NAMES),
    brand_ids: z.array(z.string()).nullable(),
    sending: z.enum(['direct', 'held']),
    can_approve: z.boolean(),
    status: z.enum(['pending', 'accepted', 'expired']),
    expires_at: z.string(),
    created_at: z.string(),
    created_by: ActorShape.optional(),
  })
  .meta({ id: 'MemberInvitation', example: { id: exampleId('minv'), email: 'ana@example.com', role: 'editor' } });

export const NewInvitation = Invitation.extend({
  url: secret(z.string().meta({ description: 'The link to join; shown this once. A dry run makes none' })).optional(),
  is_mailed: z.boolean().meta({ description: 'The link went to the address by mail, too' }),
}).meta({ id: 'NewMemberInvitation' });

export function toInvitation(row: InvitationRow): z.infer<typeof Invitation> {
  return compact({
    id: row.id,
    email: row.email ?? undefined,
    role: row.role,
    brand_ids: row.brand_ids,
    sending: row.sending,
    can_approve: mayApprove({ role: row.role, canApprove: row.can_approve }),
    status: row.state,
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
    created_by: row.created_by ?? undefined,
  });
}
