import { assignPage } from './assign-page.ts';
import { connectAccount } from './connect-account.ts';
import { exchangeCode } from './exchange-code.ts';
import { getPendingConnection } from './get-pending-connection.ts';
import { listLoginPages } from './list-login-pages.ts';
import { selectProfile } from './select-profile.ts';

export const connectingOperations = [
  connectAccount,
  exchangeCode,
  getPendingConnection,
  selectProfile,
  listLoginPages,
  assignPage,
];
export { chooseOnPage, type Offer, offersOf } from './choose-on-page.ts';
export { connectedEvent } from './connected-event.ts';
export { clientDocument } from './login/own-client.ts';
export { openInvite } from './open-invite.ts';
export type { PublicTools } from './public-context.ts';
export { type Arrival, receiveCallback } from './receive-callback.ts';
