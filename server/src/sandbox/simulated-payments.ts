import { createHmac } from 'node:crypto';
import { PAID_INTERVALS, type PlanPrice, SOLD_PLANS } from '../core/billing/payments.ts';
import { callControl, callSimulator, INSTALLATION, type SimulatorControl, worldUrl } from './simulator-control.ts';

/** The simulated Stripe as settings: any test key opens it, and it sells every plan. */
export function simulatedStripe(simulatorUrl: string, masterKey: Buffer) {
  const prices: PlanPrice[] = SOLD_PLANS.flatMap((plan) =>
    PAID_INTERVALS.map((interval) => ({ id: `price_${plan}_${interval}`, plan, interval })),
  );
  return {
    secretKey: 'sk_test_simulated',
    // Every process on this installation's key verifies what the simulator signs for one of them.
    webhookSecret: `whsec_${createHmac('sha256', masterKey).update('simulated payments').digest('hex')}`,
    apiBase: `${worldUrl(simulatorUrl, INSTALLATION)}/stripe/api`,
    prices,
  };
}

/** Tells the simulated Stripe where its notices go, and the secret that signs them. */
export async function registerPayments(
  simulator: SimulatorControl,
  callbackUrl: string,
  webhookSecret: string,
): Promise<void> {
  const options = { callback_url: `${callbackUrl}/callbacks/stripe`, verify_token: webhookSecret };
  await callSimulator(simulator, 'PUT', `worlds/${INSTALLATION}`, { name: INSTALLATION });
  await callControl(simulator, INSTALLATION, 'PUT', 'apps/stripe', options);
}
