import type { Call } from '../../core/platform.ts';
import { findEntity } from './entities.ts';
import { tokenFor } from './grants.ts';
import { idOf, type LinkedIn } from './store.ts';

export function bearerOf(call: Call): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(call.headers.authorization ?? '')?.[1];
}

/**
 * The bearer token; on the token endpoints the code or the refresh token. Where a token reaches several pages, the inner
 * one of the page that the call is about.
 */
export function identify(linkedin: LinkedIn, call: Call): string | undefined {
  if (call.host === 'www' && call.path.startsWith('/oauth/')) {
    const value = call.input('grant_type') === 'refresh_token' ? call.input('refresh_token') : call.input('code');
    return value || undefined;
  }
  const bearer = bearerOf(call);
  const organizations = linkedin.store.grants.get(bearer ?? '')?.organizations ?? [];
  if (bearer === undefined || organizations.length < 2) return bearer;
  const organization = organizationOf(linkedin, call);
  const inner = tokenFor(bearer, organization ?? '');
  return organization !== undefined && linkedin.world.tokens.find(inner) ? inner : bearer;
}

function organizationOf(linkedin: LinkedIn, call: Call): string | undefined {
  const { body } = call;
  const upload = { ...asFields(body.initializeUploadRequest), ...asFields(body.finalizeUploadRequest) };
  const { author, organizationalEntity, organization } = call.query;
  const named = [body.author, body.actor, upload.owner, call.query.actor, author, organizationalEntity, organization];
  const urn = named.find((value) => String(value).startsWith('urn:li:organization:'));
  if (urn !== undefined) return idOf(String(urn));
  const key = call.param('urn') || call.param('key') || call.param('asset') || call.param('id');
  const inKey = /urn:li:organization:(\d+)/.exec(decoded(key))?.[1];
  if (inKey !== undefined) return inKey;
  const asset = `urn:li:${call.param('name').replace('uploaded-', '')}:${key}`;
  const { media } = linkedin.store;
  const row = media.get(key) ?? media.get(asset) ?? media.get(String(upload.video));
  return row?.account ?? findEntity(linkedin, key)?.post.account ?? (/^\d+$/.test(key) ? key : undefined);
}

function asFields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
