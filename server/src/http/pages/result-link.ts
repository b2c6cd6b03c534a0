import type { LinkSigner } from '../../secrets/link-signer.ts';

const SECONDS = 24 * 3600;

export interface Result {
  readonly platform: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly inviteToken: string | undefined;
}

/** The address of the page that confirms a connection, relative to `/oauth/`. It works for a day, however often. */
export function resultLink(signer: LinkSigner, { platform, accountId, accountName, inviteToken = '' }: Result): string {
  const expires = String(Math.floor(Date.now() / 1000) + SECONDS);
  const signature = signer.sign(
    partsOf({ platform, account: accountId, name: accountName, invite: inviteToken }),
    expires,
  );
  const query = { platform, account: accountId, name: accountName, invite: inviteToken, expires, signature };
  return `connected?${new URLSearchParams(query)}`;
}

/** Why the page cannot be shown; undefined when the address is one that we made. */
export function resultFault(signer: LinkSigner, query: Readonly<Record<string, unknown>>): string | undefined {
  const fault = signer.faultOf(partsOf(query), String(query.expires ?? ''), String(query.signature ?? ''));
  if (fault === undefined) return undefined;
  return fault === 'expired' ? 'This page has expired.' : 'This address is not one that Hubbub made.';
}

function partsOf({ platform, account, name, invite }: Readonly<Record<string, unknown>>): string[] {
  return ['connected', ...[platform, account, name, invite].map((part) => String(part ?? ''))];
}
