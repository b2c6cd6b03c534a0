import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import { invalid } from '../errors.ts';
import type { AppRow, Store } from '../store.ts';
import { knownScopes, scopesIn } from './scopes.ts';

export const outOfBand = 'urn:ietf:wg:oauth:2.0:oob';
export const vapidKey = 'BCk-QqERU0q-CfYZjcuB6lnyyOYfJ2AifKqfeGIm7Z-HiTU5T9eTG5GxVA0_OH5mMlI4UkkDTpaZwozy0TzdZ2M=';

/** https://docs.joinmastodon.org/methods/apps/#create */
export function registerApp(store: Store, call: Call): PlatformResponse {
  const name = call.input('client_name') ?? '';
  const redirectUris = call
    .inputs('redirect_uris')
    .flatMap((value) => value.split(/\s+/))
    .filter(Boolean);
  const scopes = scopesIn(call.input('scopes') ?? 'read');
  if (name === '') return invalid("Name can't be blank");
  if (redirectUris.length === 0) return invalid("Redirect URI can't be blank");
  if (redirectUris.some((uri) => uri !== outOfBand && !URL.canParse(uri)))
    return invalid('Redirect URI must be an absolute URI.');
  if (scopes.some((scope) => !knownScopes.includes(scope)))
    return invalid("Scopes doesn't match configured on the server.");
  const { ids } = store.world;
  const app: AppRow = {
    id: store.newId(),
    name,
    website: call.input('website') ?? null,
    scopes,
    redirect_uris: redirectUris,
    client_id: ids.text('', 43),
    client_secret: ids.text('', 43),
  };
  call.effect(() => store.apps.put(app.id, app));
  const { client_id, client_secret } = app;
  return json({ ...shownApp(app), client_id, client_secret, client_secret_expires_at: 0 });
}

function shownApp({ id, name, website, scopes, redirect_uris }: AppRow) {
  return {
    id,
    name,
    website,
    scopes,
    redirect_uri: redirect_uris.join('\n'),
    redirect_uris,
    vapid_key: vapidKey,
  };
}

/** A registered app, or the one that the control API hands out, which any redirect address may use. */
export function appOf(store: Store, clientId: string): AppRow | undefined {
  const { app } = store.world;
  const own = { ...app, id: '1', website: null, scopes: knownScopes, redirect_uris: [] };
  return store.apps.where('client_id', clientId)[0] ?? (clientId === app.client_id ? own : undefined);
}

/** By `client_id` and `client_secret` in the body, or by HTTP Basic. */
export function authenticatedApp(store: Store, call: Call): AppRow | undefined {
  const basic = /^Basic (.+)$/i.exec(call.headers.authorization ?? '')?.[1];
  const [basicId, basicSecret] = Buffer.from(basic ?? '', 'base64')
    .toString()
    .split(':');
  const app = appOf(store, call.input('client_id') ?? basicId ?? '');
  return app?.client_secret === (call.input('client_secret') ?? basicSecret) ? app : undefined;
}
