import { expect } from 'vitest';
import { consent, follow, newAccount } from '../src/features/connecting/consent.fixture.ts';
import { addressOf, type Endpoint, nowhere, type Request, type Schema, sampleBody, sampleQuery } from './endpoints.ts';
import {
  type ApiResponse,
  type Body,
  type Client,
  createClient,
  type TestService,
  type TestWorkspace,
  until,
} from './harness.ts';
import { signedIn } from './people.ts';

/** Ids of a tenant's records, by the name of the field that takes them. */
export type Things = Readonly<Record<string, readonly string[]>>;

/** Creates one record of each kind in a workspace. */
export async function furnish(service: TestService, workspace: TestWorkspace, name: string): Promise<Things> {
  const { api, accounts, tenantId } = workspace;
  const made = async (response: Promise<ApiResponse>): Promise<Body> => {
    const { status, body, text } = await response;
    if (status >= 300) throw new Error(`could not furnish: ${text}`);
    return body;
  };
  const brand = await made(api.post('/v1/brands', { name: `${name}’s brand` }));
  const webhook = await made(
    api.post('/v1/webhooks', { url: `https://simulator.test/receiver/${name}`, events: ['post.published'] }),
  );
  const targets = Object.values(accounts).map(({ id }) => ({ account_id: id }));
  const media = [{ source_type: 'url', source: 'https://simulator.test/files/sample.jpg' }];
  const published = await made(
    api.post(
      '/v1/posts',
      { text: `${name} was here`, media, targets, publish_now: true },
      { headers: { prefer: 'wait=30' } },
    ),
  );
  const draft = await made(api.post('/v1/posts', { text: `${name}’s draft`, targets: targets.slice(0, 1) }));
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
  const scheduled = await made(
    api.post('/v1/posts', { text: `${name}’s plan`, media, targets: targets.slice(0, 1), scheduled_at: scheduledAt }),
  );
  const onMastodon = published.targets.find((target: Body) => target.platform === 'mastodon');
  await workspace.control('POST', 'strangers', {
    platform: 'mastodon',
    account: accounts.mastodon?.platformId,
    action: 'comment',
    text: `To ${name}`,
    post_id: onMastodon.platform_post_id,
  });
  const comments = await made(api.get(`/v1/inbox/comments/${published.id}?account_id=${onMastodon.account_id}`));
  const [comment] = comments.data;
  const deliveries = await until(async () => {
    const { data } = await made(api.get(`/v1/webhooks/${webhook.id}/deliveries`));
    return data.length > 0 && data.every(({ status }: Body) => status === 'success') && data;
  }, 'the webhook is delivered');
  const replays = `/v1/webhooks/${webhook.id}/replays`;
  const replay = await made(api.post(replays, { kind: 'all', since: new Date(Date.now() - 3_600_000).toISOString() }));
  await until(async () => (await made(api.get(`${replays}/${replay.id}`))).status === 'completed', 'all is replayed');
  const mediaId = `med_${name}00000000000000000000`;
  await service.sql(
    `insert into media (tenant_id, id, filename, content_type, size_bytes, status) values ($1, $2, 'a.jpg', 'image/jpeg', 5, 'ready')`,
    [tenantId, mediaId],
  );
  await service.sql(
    `insert into conversations (tenant_id, id, account_id, page_id, platform, platform_id, participant_id)
     values ($1, $2, $3, $4, 'mastodon', 'p', 'someone')`,
    [tenantId, `conv_${name}`, onMastodon.account_id, `page_${name}`],
  );
  await service.sql(
    `insert into messages (tenant_id, id, account_id, conversation_id, platform, platform_id, direction, sender, created_at)
     values ($1, $2, $3, $4, 'mastodon', 'p', 'incoming', '{"id":"someone"}', now())`,
    [tenantId, `msg_${name}`, onMastodon.account_id, `conv_${name}`],
  );
  await service.sql(
    `insert into reviews (tenant_id, id, account_id, platform, platform_id, rating, author, created_at)
     values ($1, $2, $3, 'mastodon', 'p', 5, '{"id":"someone"}', now())`,
    [tenantId, `rev_${name}`, onMastodon.account_id],
  );
  await service.sql(
    `insert into callbacks (tenant_id, id, account_id, platform, key, payload, due_at, error)
     values ($1, $2, $3, 'mastodon', 'k', '{}', null, 'unreadable')`,
    [tenantId, `raw_${name}`, onMastodon.account_id],
  );
  const invite = await made(api.post('/v1/invites', { brand_id: brand.id, platform: 'instagram', expires_in_days: 7 }));
  const redirect = await made(api.post('/v1/oauth/redirect-uris', { uri: `https://${name}.example/connected` }));
  await made(
    api.put(`/v1/platforms/twitter/credentials/brand/${brand.id}`, { client_id: name, client_secret: 'a-secret' }),
  );
  const options = { brand_id: brand.id, redirect_uri: redirect.uri };
  const { connectionId } = await pendingConnection(workspace, 'google', options);
  await made(api.post('/v1/accounts/connect', { platform: 'instagram', brand_id: brand.id }));
  const page = await connectPage(workspace, options);
  const [number] = await service.app.connectSimulated(tenantId, ['whatsapp']);
  const numberId = number?.id as string;
  const [{ platform_id: platformNumber }] = await service.sql('select platform_id from accounts where id = $1', [
    numberId,
  ]);
  const person = await signedIn(service, workspace, { role: 'viewer' });
  // Only live keys and people invite.
  const invited = await made(
    workspace.liveApi.post('/v1/members/invitations', { email: `${name}@example.com`, role: 'viewer' }),
  );
  const key = await made(api.post('/v1/keys', { name: `${name}’s key`, brand_ids: [brand.id] }));
  const heldKey = await made(api.post('/v1/keys', { name: 'Held', sending: 'held' }));
  const waits = await made(
    createClient(service.url, heldKey.raw_key).post('/v1/posts', {
      text: `${name}’s wait`,
      media,
      targets: targets.slice(0, 1),
      publish_now: true,
    }),
  );
  const review = await made(api.post('/v1/reviews', { brand_id: brand.id, from: '2027-01-01', to: '2027-01-08' }));
  const template = await made(
    api.post(`/v1/platforms/whatsapp/accounts/${numberId}/templates`, {
      name: `of_${name.toLowerCase()}`,
      language: 'en_US',
      category: 'UTILITY',
      components: [{ type: 'BODY', text: 'Hello' }],
    }),
  );
  const exported = await made(api.post(`/v1/accounts/${onMastodon.account_id}/export`));
  await until(async () => {
    const { status } = await made(api.get(`/v1/exports/${exported.id}`));
    return status === 'completed';
  }, 'the export is done');
  return {
    held_id: [waits.held.id],
    review_link_id: [review.id],
    key_id: [key.id],
    user_id: [person.userId],
    invitation_id: [invited.id],
    export_id: [exported.id],
    phone_number_id: [numberId, platformNumber],
    template_id: [template.id],
    invite_id: [invite.id],
    redirect_uri_id: [redirect.id],
    connection_id: [connectionId],
    id: [`raw_${name}`, waits.held.id],
    post_id: [published.id, draft.id, scheduled.id, onMastodon.platform_post_id, comment.inbox_post_id],
    account_id: [onMastodon.account_id],
    brand_id: [brand.id],
    comment_id: [comment.id, comment.platform_id],
    webhook_id: [webhook.id],
    delivery_id: [deliveries[0].id],
    event_id: [deliveries[0].event_id],
    replay_id: [replay.id],
    media_id: [mediaId],
    login_id: [page.login_id],
    conversation_id: [`conv_${name}`],
    message_id: [`msg_${name}`],
    review_id: [`rev_${name}`],
    page_id: [`page_${name}`, page.platform_page_id],
    resource_id: [published.id, comment.id, onMastodon.account_id],
  };
}

/** A login that reaches two profiles, of which none was chosen yet. */
async function pendingConnection(workspace: TestWorkspace, platform: string, options: Body) {
  const profiles = [await newAccount(workspace, platform), await newAccount(workspace, platform)];
  const ids: string[] = profiles.map(({ platform_id: id }) => id);
  const { body } = await workspace.api.post('/v1/accounts/connect', { platform, ...options });
  const { url } = await consent(body.auth_url, { account: ids });
  return { connectionId: (await follow(url.href)).query.connection_id as string, ids };
}

/** A Facebook page, which comes with a login. */
async function connectPage(workspace: TestWorkspace, options: Body): Promise<Body> {
  const { connectionId, ids } = await pendingConnection(workspace, 'facebook', options);
  const chosen = await workspace.api.post(`/v1/accounts/pending/${connectionId}/select`, { page_ids: ids.slice(0, 1) });
  const { login_id } = (await workspace.api.get(`/v1/accounts/${chosen.body.account_id}`)).body;
  return { login_id, platform_page_id: ids[0] };
}

/** Names under which fields take the ids of things. */
const SAME_AS: Readonly<Record<string, string>> = {
  account_ids: 'account_id',
  brand_ids: 'brand_id',
  media_ids: 'media_id',
  post_ids: 'post_id',
  logo_media_id: 'media_id',
  source: 'media_id',
  reply_to_message_id: 'message_id',
};

/** Whether an id of nothing is a fault of the body (400) instead of a missing thing (404). */
function isPartOfBody({ path }: Endpoint, { name, thing }: IdField): boolean {
  const isFilter = path.startsWith('/v1/webhooks') && name === 'account_ids';
  return thing === 'media_id' || name === 'brand_ids' || name === 'post_ids' || isFilter;
}

/** An id-bearing field of a request, and how a value gets there. */
interface IdField {
  readonly place: 'params' | 'query' | 'body';
  readonly name: string;
  readonly thing: string;
  /** The body with the id in it; for the path and the query the name says it all. */
  readonly inBody?: (id: string) => unknown;
}

/** Every field of an operation that takes the id of a thing, however deep. */
function idFieldsOf(endpoint: Endpoint): IdField[] {
  const named = (place: 'params' | 'query') => (name: string) => ({ place, name, thing: SAME_AS[name] ?? name });
  return [
    ...endpoint.pathFields.filter((name) => !PLATFORMS_OWN.includes(name)).map(named('params')),
    ...Object.keys(endpoint.query).filter(isIdName).map(named('query')),
    ...Object.entries(endpoint.body).flatMap(([name, schema]) =>
      idsWithin(name, schema).map((found) => ({ ...found, inBody: (id: string) => ({ [name]: found.inBody?.(id) }) })),
    ),
  ];
}

/** Ids of a platform that the caller states; no record is looked up by them. */
const TOLD = ['platform_post_id', 'platform_account_id', 'page_ids', 'client_id'];
/** The same in bodies; in a query they filter what is ours. */
const TOLD_IN_BODIES = ['page_id', 'board_id'];

/** A mention may be on a post that is not ours, so the platform is asked about these. */
const TOLD_TO_PLATFORM: Readonly<Record<string, readonly string[]>> = { reply_to_mention: ['media_id', 'comment_id'] };

/** Ids that only the platform of the caller's account knows, in paths. */
const PLATFORMS_OWN = ['board_id', 'participant_id', 'platform_media_id', 'video_id'];

/** Only live keys have checkouts, and attackers here have test keys: billing.test.ts asks for those of others. */
const OF_LIVE_KEYS = ['session_id'];

function isIdName(name: string): boolean {
  return /(^|_)ids?$/.test(name) && !TOLD.includes(name) && !OF_LIVE_KEYS.includes(name);
}

function idsWithin(name: string, schema: Schema): IdField[] {
  if (schema.type === 'array' && schema.items !== undefined)
    return idsWithin(name, schema.items).map((found) => ({ ...found, inBody: (id) => [found.inBody?.(id)] }));
  if (schema.type === 'object')
    return Object.entries(schema.properties ?? {}).flatMap(([inner, part]) =>
      idsWithin(inner, part).map((found) => ({
        ...found,
        inBody: (id: string) => ({
          ...(inner === 'source' ? { source_type: 'media_id' } : {}),
          ...('fingerprint' in (schema.properties ?? {}) ? { fingerprint: 'text:x' } : {}),
          [inner]: found.inBody?.(id),
        }),
      })),
    );
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((shape) => idsWithin(name, shape));
  if (schema.type !== 'string' || TOLD_IN_BODIES.includes(name)) return [];
  if (!isIdName(name) && name !== 'source') return [];
  return [{ place: 'body', name, thing: SAME_AS[name] ?? name, inBody: (id) => id }];
}

export interface Attack {
  readonly client: Client;
  /** The attacker's ids, for the other fields; empty: the victim's ids in all fields. */
  readonly own: Things;
  readonly victim: Things;
  /** Statuses of rejections besides 404. */
  readonly rejections?: readonly number[];
  /** Things that belong to both. */
  readonly shared?: readonly string[];
}

/**
 * Sends the victim's ids with the attacker's key in every id-bearing field of the operation: 404 or an empty list, word
 * for word what an id of nothing gets. Returns how many requests that were.
 */
export async function attack(
  endpoint: Endpoint,
  { client, own, victim, rejections = [], shared = [] }: Attack,
): Promise<number> {
  const left = [...shared, ...(TOLD_TO_PLATFORM[endpoint.name] ?? [])];
  const fields = idFieldsOf(endpoint).filter(({ thing }) => !left.includes(thing));
  let count = 0;
  for (const field of fields) {
    const ids = victim[field.thing];
    if (ids === undefined)
      throw new Error(
        `${endpoint.name} takes the id ${field.name}: furnish() in test/isolation.ts must make such a thing`,
      );
    for (const id of ids) {
      const response = await send(client, endpoint, requestWith(endpoint, field, id, own, victim));
      const unknown = nowhere(field.name);
      const control = await send(client, endpoint, requestWith(endpoint, field, unknown, own, victim));
      const what = `${endpoint.name} with another tenant’s ${field.thing} ${id} in ${field.place}.${field.name}`;
      // A stream shows only what comes later; it must be like that of the unknown id.
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
      if (endpoint.name === 'decide_held_bulk')
        expect(response.body, what).toMatchObject({ data: [{ success: false, code: 'not_found' }] });
      else if (response.status === 200 && !isStream) expect(response.body, what).toMatchObject({ data: [], count: 0 });
      else if (!isStream)
        expect(
          [404, ...rejections, ...(isPartOfBody(endpoint, field) ? [400] : [])],
          `${what}: ${response.text}`,
        ).toContain(response.status);
      const likeControl = response.text.replaceAll(id, unknown).replace(response.headers.get('x-request-id') ?? '', '');
      expect(likeControl, what).toBe(control.text.replace(control.headers.get('x-request-id') ?? '', ''));
      count += 1;
    }
  }
  return count;
}

/** Sends a right request about a tenant's own things. */
export function askOwn(client: Client, endpoint: Endpoint, own: Things): Promise<ApiResponse> {
  return send(client, endpoint, requestWith(endpoint, undefined, '', own, own));
}

/** Operations that do not get as far as the field under attack on a published post; the second post is a draft. */
const CHANGES_DRAFTS = ['update_post'];

function requestWith(endpoint: Endpoint, field: IdField | undefined, id: string, own: Things, victim: Things): Request {
  const others = Object.fromEntries(
    endpoint.pathFields.map((name) => {
      const ids = own[name] ?? victim[name] ?? [];
      return [name, (CHANGES_DRAFTS.includes(endpoint.name) ? ids[1] : undefined) ?? ids[0] ?? nowhere(name)];
    }),
  );
  const body = sampleBody(endpoint);
  return {
    params: field?.place === 'params' ? { ...others, [field.name]: id } : others,
    query: { ...sampleQuery(endpoint), ...(field?.place === 'query' ? { [field.name]: id } : {}) },
    body: field?.inBody === undefined ? body : { ...body, ...(field.inBody(id) as object) },
  };
}

function send(client: Client, endpoint: Endpoint, request: Request): Promise<ApiResponse> {
  const to = addressOf(endpoint, request);
  if (endpoint.method === 'GET') return client.get(to);
  if (endpoint.method === 'DELETE') return client.delete(to);
  if (endpoint.method === 'PUT') return client.put(to, request.body);
  return endpoint.method === 'PATCH' ? client.patch(to, request.body) : client.post(to, request.body);
}
