import { createCheckout } from './create-checkout.ts';
import { createPortal } from './create-portal.ts';
import { getCheckoutStatus } from './get-checkout-status.ts';

export const billingOperations = [createCheckout, getCheckoutStatus, createPortal];
export { notConfigured } from './billing.ts';
export { createBillingWorker } from './billing.worker.ts';
export { cancelSubscription } from './billing-customer.repository.ts';
export { storeNotice } from './notice.repository.ts';
export { assertNotPastDue } from './past-due.ts';
