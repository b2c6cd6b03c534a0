import type { Direct } from '../../../core/connecting/connecting.ts';
import type { Connector } from '../../../core/connector.ts';
import { invalid } from '../../../core/errors.ts';
import { PlatformError } from '../../../core/platform-error.ts';
import type { ConnectContext } from '../connection.ts';

type Hosts = Readonly<Record<string, string>>;

/** 400 for a server that the customer named and that we must not call. */
export function assertCallable(ctx: ConnectContext, hosts: Hosts, field: string): void {
  // Test tenants reach the simulator under every server name.
  if (ctx.tenant.mode === 'test') return;
  for (const url of Object.values(hosts)) {
    const problem = ctx.urlProblem(ctx.tenant, url, 'webhook');
    if (problem !== undefined) throw invalid(field, `The address of ${field} ${problem}.`);
  }
}

/**
 * The server that the customer named, with the field that names it; without hosts, the platform's usual one. `given` is
 * parsed by `direct.input`. 400 for one that we must not call.
 */
export function namedServer(ctx: ConnectContext, { server }: Direct, given: object) {
  const field = `metadata.${server?.field ?? ''}`;
  const hosts = server?.hosts(given);
  if (hosts !== undefined) assertCallable(ctx, hosts, field);
  return { field, hosts };
}

/** 400 when the server that the customer named does not answer as one of its platform. Other errors are thrown on. */
export function orNoServer({ displayName }: Connector, field: string) {
  return (error: unknown): never => {
    const isNone = error instanceof PlatformError && (error.kind === 'unavailable' || error.kind === 'unknown');
    if (!isNone || (error.facts.status ?? 0) >= 500) throw error;
    throw invalid(field, `${field} is no ${displayName} server that can be reached: ${error.message}`);
  };
}
