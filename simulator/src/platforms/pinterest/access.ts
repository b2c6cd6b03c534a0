import type { Call } from '../../core/platform.ts';
import type { Account } from '../../core/world/world.ts';
import { denied, noBoard, noPin } from './errors.ts';
import type { BoardRow, PinRow, Pinterest } from './store.ts';

/** https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/ */
export const allScopes: readonly string[] = [
  'boards:read',
  'boards:write',
  'boards:read_secret',
  'boards:write_secret',
  'pins:read',
  'pins:write',
  'pins:read_secret',
  'pins:write_secret',
  'user_accounts:read',
];

/** The bearer token; on the token endpoint the code or refresh token, at the storage the token of the upload. */
export function identify(call: Call): string | undefined {
  if (call.host === 'upload') return call.input('x-amz-security-token');
  if (call.path.startsWith('/v5/oauth/')) return call.input('refresh_token') ?? call.input('code');
  return /^Bearer\s+(\S+)$/i.exec(call.headers.authorization ?? '')?.[1];
}

/** The account of the call, whose token must have the scopes. */
export function me(call: Call, ...scopes: readonly string[]): Account {
  if (!call.account || !scopes.every((scope) => call.token?.scopes.includes(scope))) throw denied();
  return call.account;
}

export function hasScope(call: Call, scope: string): boolean {
  return call.token?.scopes.includes(scope) ?? false;
}

/** A board of the account itself; a secret one wants the scope for secrets as well. */
export function ownBoard({ store }: Pinterest, call: Call, id: string, scope: string): BoardRow {
  const account = me(call, scope);
  const board = store.boards.get(id);
  if (!board) throw noBoard();
  const isOpen = board.privacy !== 'SECRET' || hasScope(call, `${scope}_secret`);
  if (board.account !== account.platform_id || !isOpen) throw denied();
  return board;
}

export function ownPin({ store }: Pinterest, call: Call, scope: string): PinRow {
  const account = me(call, scope);
  const id = call.param('pin');
  const pin = store.pins.get(id);
  if (!pin) throw noPin();
  if (pin.account !== account.platform_id) throw denied();
  return pin;
}
