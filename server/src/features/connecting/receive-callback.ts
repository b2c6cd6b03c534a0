import { ApiError } from '../../core/errors.ts';
import { type Platform, toPlatform } from '../../core/platforms.ts';
import { type ConnectState, findState, isState, takeState } from './login/connect-state.repository.ts';
import { redeemCode } from './login/redeem-code.ts';
import type { Settled } from './login/settle-grant.ts';
import { type PublicTools, publicContext } from './public-context.ts';

/** The result of a login, for the browser that came back. */
export type Arrival =
  /** The tenant is known: the result goes to `redirectUri`, or to our page when that is null. */
  | { readonly redirectUri: string | null; readonly parameters: Readonly<Record<string, string>> }
  /** The tenant is unknown: our page shows the reason. */
  | { readonly refusal: string };

const UNKNOWN = 'This link has expired, or was used already. Begin the connection again.';

type Query = Readonly<Record<string, unknown>>;

/** `GET /oauth/callback/{platform}`: the platform sent the browser back with a code or with an error. */
export async function receiveCallback(tools: PublicTools, word: string, query: Query): Promise<Arrival> {
  const platform = toPlatform(word);
  const state = textOf(query.state);
  if (platform === undefined || !isState(state)) return { refusal: UNKNOWN };
  const facts = await findState(tools.db.system, state);
  // A state that comes with the wrong platform stays valid for the right one.
  if (facts === undefined || facts.platform !== platform) return { refusal: UNKNOWN };
  const ctx = await publicContext(tools, facts.tenant_id);
  const taken = await takeState(ctx.db, ctx.vault, facts.tenant_id, state);
  if (taken === undefined) return { refusal: UNKNOWN };

  const known = { platform, state: taken.caller_state ?? state };
  const answer = (parameters: Record<string, string>) => ({
    redirectUri: taken.redirect_uri,
    parameters: { ...parameters, ...known },
  });
  const error = textOf(query.error);
  if (error !== '') {
    const description = textOf(query.error_description) || 'The platform did not give access.';
    return answer(failure(error.slice(0, 200), description.slice(0, 1000)));
  }
  try {
    return answer(success(await finish(ctx, platform, taken, textOf(query.code))));
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
