import { z } from 'zod';
import { invalid } from '../../core/errors.ts';
import { exampleId } from '../../core/example.ts';

export const REDIRECT_URIS_MAX = 20;

export const RedirectUri = z
  .object({
    id: z.string(),
    uri: z.string(),
    label: z.string().optional(),
    created_at: z.string(),
    livemode: z.boolean(),
  })
  .meta({ id: 'RedirectUri', example: { id: exampleId('ruri'), label: 'Harbour Café' } });

export interface RedirectUriRow {
  id: string;
  uri: string;
  label: string | null;
  created_at: Date;
}

export function toRedirectUri(row: RedirectUriRow, livemode: boolean): z.infer<typeof RedirectUri> {
  return {
    id: row.id,
    uri: row.uri,
    ...(row.label === null ? {} : { label: row.label }),
    created_at: row.created_at.toISOString(),
    livemode,
  };
}

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

/** 400 for an address that browsers must not be sent to: https, or http on the caller's own machine. */
export function assertRedirectUri(uri: string, field: string, detailCode = 'auth.oauth.invalid_redirect'): void {
  const wrong = (what: string) => invalid(field, `${field} ${what}.`, detailCode);
  // `https:example.com` and `https:///example.com` are addresses for browsers too, and look like none.
  if (!/^https?:\/\/[^/?#\s\\]+([/?][^\s\\]*)?$/i.test(uri) || !URL.canParse(uri))
    throw wrong('must be a full address, such as https://example.com/connected');
  const { protocol, hostname, username, password, hash } = new URL(uri);
  const isLocal = protocol === 'http:' && LOCAL.includes(hostname);
  if (protocol !== 'https:' && !isLocal) throw wrong('must use https; http only on localhost or 127.0.0.1');
  if (username !== '' || password !== '') throw wrong('must not carry a user name or password');
  if (hash !== '' || uri.includes('#')) throw wrong('must not have a fragment (#)');
}
