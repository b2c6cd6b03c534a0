import { PlatformError } from '../../core/platform-error.ts';
import type { AppSession, Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { collectPages } from '../shared/meta/paging.ts';
import { call } from './client.ts';
import { debugged, NUMBER_FIELDS, numberPage, type WireNumber } from './wire.ts';

type Caller = AppSession & Pick<Session, 'tokens'>;

const WABAS_MAX = 50;
const MANAGEMENT = 'whatsapp_business_management';

/**
 * The scopes of a token and the WhatsApp business accounts that it reaches:
 * https://developers.facebook.com/docs/graph-api/reference/debug_token
 */
export async function reachOf(
  session: Caller,
): Promise<{ readonly scopes?: readonly string[]; readonly wabas: string[] }> {
  const { clientId, clientSecret } = session.app;
  const asApp = { ...session, tokens: { accessToken: `${clientId}|${clientSecret}` } };
  const query = { input_token: session.tokens.accessToken };
  const { data } = await call(asApp, { method: 'GET', path: ['debug_token'], query, response: debugged });
  if (!data.is_valid)
    throw new PlatformError('auth_expired', data.error?.message ?? 'The access token is not valid any more.');
  const wabas = (data.granular_scopes ?? [])
    .filter(({ scope }) => scope === MANAGEMENT)
    .flatMap(({ target_ids = [] }) => target_ids);
  return compact({
    wabas: [...new Set(wabas)].slice(0, WABAS_MAX),
    scopes: data.scopes,
  });
}

export interface FoundNumber {
  readonly waba: string;
  readonly number: WireNumber;
}

export async function numbersOf(session: Caller, waba: string): Promise<FoundNumber[]> {
  const read = (position: Readonly<Record<string, string>>) =>
    call(session, {
      method: 'GET',
      path: [waba, 'phone_numbers'],
      query: { fields: NUMBER_FIELDS, limit: 100, ...position },
      response: numberPage,
    });
  return (await collectPages(read)).items.map((number) => ({ waba, number }));
}

/** The WhatsApp business account of the session's number, from the account's metadata or from the platform. */
export async function wabaOf(session: Session): Promise<string> {
  const { waba_id: known } = session.account.metadata;
  return typeof known === 'string' && known !== '' ? known : (await findNumber(session)).waba;
}

export async function findNumber(session: Session): Promise<FoundNumber> {
  const { waba_id: known } = session.account.metadata;
  const wabas = typeof known === 'string' && known !== '' ? [known] : (await reachOf(session)).wabas;
  for (const waba of wabas) {
    const found = (await numbersOf(session, waba)).find(({ number }) => number.id === session.account.platformId);
    if (found !== undefined) return found;
  }
  throw new PlatformError('not_found', 'The login does not reach this phone number.');
}
