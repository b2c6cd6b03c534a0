import type { AnyOperation } from './core/operation.ts';
import { accountOperations } from './features/accounts/index.ts';
import { analyticsOperations } from './features/analytics/index.ts';
import { announcementOperations } from './features/announcements/index.ts';
import { auditOperations } from './features/audit/index.ts';
import { billingOperations } from './features/billing/index.ts';
import { brandOperations } from './features/brands/index.ts';
import { clockOperations } from './features/clock/index.ts';
import { commentOperations } from './features/comments/index.ts';
import { connectingOperations } from './features/connecting/index.ts';
import { conversationOperations } from './features/conversations/index.ts';
import { deadLetterOperations } from './features/dead-letters/index.ts';
import { eventOperations } from './features/events/index.ts';
import { exportOperations } from './features/exports/index.ts';
import { feedbackOperations } from './features/feedback/index.ts';
import { heldOperations } from './features/held/index.ts';
import { inviteOperations } from './features/invites/index.ts';
import { keyOperations } from './features/keys/index.ts';
import { mediaOperations } from './features/media/index.ts';
import { memberOperations } from './features/members/index.ts';
import { mentionOperations } from './features/mentions/index.ts';
import { ownAppOperations } from './features/own-apps/index.ts';
import { planOperations } from './features/plans/index.ts';
import { platformEndpointOperations } from './features/platform-endpoints/index.ts';
import { platformOperations } from './features/platforms/index.ts';
import { postOperations } from './features/posts/index.ts';
import { redirectUriOperations } from './features/redirect-uris/index.ts';
import { reviewLinkOperations } from './features/review-links/index.ts';
import { reviewOperations } from './features/reviews/index.ts';
import { usageOperations } from './features/usage/index.ts';
import { userOperations } from './features/users/index.ts';
import { webhookOperations } from './features/webhooks/index.ts';
import { whatsappOperations } from './features/whatsapp/index.ts';
import { workspaceOperations } from './features/workspaces/index.ts';
import { worldOperations } from './features/worlds/index.ts';
import { secretFieldsOf } from './lib/secret-fields.ts';

/** Everything that the API can do, in the order of its reference page. */
export const operations: readonly AnyOperation[] = [
  ...postOperations,
  ...heldOperations,
  ...reviewLinkOperations,
  ...platformOperations,
  ...commentOperations,
  ...conversationOperations,
  ...reviewOperations,
  ...mentionOperations,
  ...mediaOperations,
  ...accountOperations,
  ...analyticsOperations,
  ...platformEndpointOperations,
  ...connectingOperations,
  ...ownAppOperations,
  ...redirectUriOperations,
  ...whatsappOperations,
  ...userOperations,
  ...workspaceOperations,
  ...memberOperations,
  ...keyOperations,
  ...auditOperations,
  ...brandOperations,
  ...inviteOperations,
  ...webhookOperations,
  ...eventOperations,
  ...exportOperations,
  ...deadLetterOperations,
  ...usageOperations,
  ...planOperations,
  ...billingOperations,
  ...clockOperations,
  ...worldOperations,
  ...announcementOperations,
  ...feedbackOperations,
];

/** The names of all secret fields of responses. */
export function secretFields(): Set<string> {
  return new Set(operations.flatMap(({ output }) => [...secretFieldsOf(output)]));
}
