import { ApiError } from '../../core/errors.ts';
import { type Platform, toPlatform } from '../../core/platforms.ts';
import { compact } from '../../lib/compact.ts';
import type { ConnectedAccount } from './connection.ts';
import { inviteTokenOf } from './invites/invite-token-of.ts';
import {
  type ConnectState,
  findState,
  hashOf,
  isState,
  OTHER_BROWSER,
  takeState,
} from './login/connect-state.repository.ts';
import { redeemCode } from './login/redeem-code.ts';
import type { Settled } from './login/settle-grant.ts';
import { type PublicTools, publicContext } from './public-context.ts';

/** The result of a login, for the browser that came back. */
export type Arrival =
  /** The tenant is known: the result goes to `redirectUri`. */
  | { readonly kind: 'redirect'; readonly redirectUri: string; readonly parameters: Parameters }
  /** The result goes to our page. */
  | { readonly kind: 'page'; readonly parameters: Parameters; readonly shown: Shown }
  /** The tenant is unknown: our page shows the reason. */
  | { readonly kind: 'rejection'; readonly reason: string };

type Parameters = Readonly<Record<string, string>>;

/** Names for our page. */
interface Shown {
  readonly accountName?: string;
  /** The token of the invite that the login began with. */
  readonly inviteToken?: string;
}

const UNKNOWN = 'This link has expired, or was used already. Begin the connection again.';

type Query = Readonly<Record<string, unknown>>;

/**
 * `GET /oauth/callback/{platform}`: the platform sent the browser back with a code or with an error. `browserId`: the id
 * in the browser's cookie, empty without one.
 */
export async function receiveCallback(
  tools: PublicTools,
  word: string,
  query: Query,
  browserId: string,
): Promise<Arrival> {
  const platform = toPlatform(word);
  const state = textOf(query.state);
  if (platform === undefined || !isState(state)) return { kind: 'rejection', reason: UNKNOWN };
  const facts = await findState(tools.db.system, state);
  // A state that comes with the wrong platform or browser stays valid for the right one.
  if (facts === undefined || facts.platform !== platform) return { kind: 'rejection', reason: UNKNOWN };
  if (facts.browser_hash !== null && !facts.browser_hash.equals(hashOf(browserId)))
    return { kind: 'rejection', reason: OTHER_BROWSER };
  const ctx = await publicContext(tools, facts.tenant_id);
  const taken = await takeState(ctx.db, ctx.vault, facts.tenant_id, state);
  if (taken === undefined) return { kind: 'rejection', reason: UNKNOWN };

  const known = { platform, state: taken.caller_state ?? state };
  const inviteToken = await inviteTokenOf(ctx, taken.invite_id);
  const answer = (result: Record<string, string>, account?: ConnectedAccount): Arrival => {
    const parameters = { ...result, ...known };
    if (taken.redirect_uri !== null) return { kind: 'redirect', redirectUri: taken.redirect_uri, parameters };
    const accountName = account === undefined ? undefined : account.display_name || account.username;
    return { kind: 'page', parameters, shown: compact({ accountName, inviteToken }) };
  };
  const error = textOf(query.error);
  if (error !== '') {
    const description = textOf(query.error_description) || 'The platform did not give access.';
    return answer(failure(error.slice(0, 200), description.slice(0, 1000)));
  }
  try {
    const settled = await finish(ctx, platform, taken, textOf(query.code));
    return answer(success(settled), settled.kind === 'connected' ? settled.account : undefined);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 500) throw error;
    return answer(failure(error.code, error.message));
  }

  async function finish(
    context: Awaited<ReturnType<typeof publicContext>>,
    name: Platform,
    held: ConnectState,
    code: string,
  ): Promise<Settled> {
    const connector = context.connectors[name];
    if (code === '' || connector === undefined)
      throw new ApiError('invalid_request', 'The platform sent the browser back without a code.', { field: 'code' });
    return redeemCode(context, connector, held, code, { issuer: textOf(query.iss) });
  }
}

function success(settled: Settled): Record<string, string> {
  if (settled.kind === 'connected') return { status: 'success', account_id: settled.account.account_id };
  return { status: 'selection_required', connection_id: settled.selection.connection_id };
}

function failure(error: string, description: string): Record<string, string> {
  return { status: 'error', error, error_description: description };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : '';
}
