import { type Body, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';

const DAY_SECONDS = 86_400;

/** A customer's way through the simulated Stripe, as browser and as time. */
export function payer(service: TestService, { liveApi, id }: TestWorkspace) {
  const send = (url: string, form: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  const workspace = async () =>
    (
      await service.sql(
        `select w.*, t.id as stripe_id, t.subscription_id from workspaces w left join billing_customers t
         on t.tenant_id = (select tenant_id from tenants where workspace_id = w.id and mode = 'live') where w.id = $1`,
        [id],
      )
    )[0];
  return {
    workspace,
    /** Opens a checkout and pays it. */
    async buy(plan: string, card = 'pays', more: Record<string, unknown> = {}): Promise<Body> {
      const { status, body, text } = await liveApi.post('/v1/billing/checkout', { plan, ...more });
      if (status !== 201) throw new Error(text);
      const paid = await send(body.url, { card, decision: 'pay' });
      return { ...body, location: paid.headers.get('location'), status: paid.status };
    },
    /** One change in the portal. */
    async inPortal(form: Record<string, string>): Promise<string> {
      const { body, text } = await liveApi.post('/v1/billing/portal', {});
      if (body.url === undefined) throw new Error(text);
      return (await send(body.url, form)).text();
    },
    advance: (days: number) => service.installation.control('POST', 'clock', { advance_seconds: days * DAY_SECONDS }),
    becomes: (fields: Record<string, unknown>) =>
      until(
        async () => {
          const row = await workspace();
          return Object.entries(fields).every(([name, value]) => row[name] === value) && row;
        },
        `the workspace has ${JSON.stringify(fields)}`,
      ),
    isBlocked: (blocked: boolean) =>
      until(async () => ((await workspace()).billing_blocked_at !== null) === blocked, `blocked is ${blocked}`),
    /** The notices that the simulator has sent for this customer, oldest first. */
    async notices(): Promise<Body[]> {
      const { stripe_id } = await workspace();
      const { callbacks } = await service.installation.control('GET', 'callbacks');
      return callbacks
        .filter((one: Body) => one.platform === 'stripe' && one.account === stripe_id)
        .toReversed()
        .map((one: Body) => ({ ...one, event: JSON.parse(one.body) }));
    },
  };
}

/** The answer of an API call until it has this status: identities are cached for a second. */
export async function untilStatus(ask: () => Promise<{ status: number; body: Body }>, status: number): Promise<Body> {
  return until(async () => {
    const answer = await ask();
    return answer.status === status && answer;
  }, `the status is ${status}`);
}
