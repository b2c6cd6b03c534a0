import { Rejected } from '../../core/calls/response.ts';
import type { Call, OpenPlatform, SimulatedPlatform } from '../../core/platform.ts';
import type { World } from '../../core/world/world.ts';
import { coverage } from './coverage.ts';
import { platformErrors, unauthorized } from './errors.ts';
import { signEvent } from './events.ts';
import { passTime } from './pass-time.ts';
import { makeRoutes } from './routes.ts';
import { openStore, type Stripe } from './store.ts';

/** Stripe's subscriptions: customers, checkout, portal, invoices with retries, webhooks. */
export const stripe: SimulatedPlatform = {
  name: 'stripe',
  displayName: 'Stripe',
  isService: true,
  hosts: { api: ['api.stripe.com'], checkout: ['checkout.stripe.com'], billing: ['billing.stripe.com'] },
  coverage,
  open,
};

function open(world: World): OpenPlatform {
  const stripe: Stripe = { world, store: openStore(world) };
  world.whenTimePasses(() => passTime(stripe));
  return {
    routes: makeRoutes(stripe),
    errors: platformErrors,
    identify: keyOf,
    before: (call) => (call.host === 'api' && !isTestKey(keyOf(call)) ? unauthorized() : undefined),
    createAccount: noAccounts,
    connect: noAccounts,
    visitors: {},
    // The address is entered in the dashboard together with the secret that signs. Nothing is asked first.
    verifyCallback: async () => {},
    signCallback: (body) => signEvent(stripe, body),
    posts: () => [],
  };
}

/** Every test key is one of this account. */
function isTestKey(key: string | undefined): boolean {
  return key !== undefined && /^[sr]k_test_\w+$/.test(key);
}

function keyOf({ headers }: Call): string | undefined {
  const [, scheme = '', value = ''] = /^(Bearer|Basic) +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  if (value === '') return undefined;
  return /basic/i.test(scheme) ? Buffer.from(value, 'base64').toString().split(':')[0] : value;
}

function noAccounts(): never {
  throw new Rejected(501, 'Stripe has customers, which the service makes, and no accounts to connect.');
}
