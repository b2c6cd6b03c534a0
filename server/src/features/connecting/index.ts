import { assignPage } from './assign-page.ts';
import { connectAccount } from './connect-account.ts';
import { exchangeCode } from './exchange-code.ts';
import { getPendingConnection } from './get-pending-connection.ts';
import { createInvite } from './invites/create-invite.ts';
import { listLoginPages } from './list-login-pages.ts';
import { selectProfile } from './select-profile.ts';

export const connectingOperations = [
  connectAccount,
  exchangeCode,
  getPendingConnection,
  selectProfile,
  listLoginPages,
  assignPage,
  createInvite,
];
export { chooseOnPage, findChoice, type OpenChoice } from './choose-on-page.ts';
export { connectedEvents } from './connected-event.ts';
export {
  describeInvite,
  findInvite,
  type Host,
  hostOf,
  type InviteFacts,
  logoOfInvite,
} from './invites/describe-invite.ts';
export { openInvite } from './invites/open-invite.ts';
export { clientDocument } from './login/own-client.ts';
export type { PublicTools } from './public-context.ts';
export { type Arrival, receiveCallback } from './receive-callback.ts';
