import { json } from '../../../simulator/src/core/calls/response.ts';
import type { Call, OpenPlatform, PlatformResponse, SimulatedPlatform } from '../../../simulator/src/core/platform.ts';
import type { Account, LedgerMedia, World } from '../../../simulator/src/core/world/world.ts';

/**
 * A tiny platform from which nothing can be read back, for `classDConnector`. It stands in the place of a platform of
 * that kind, so that it has a name that accounts may bear. It takes everything twice that is sent twice.
 */
export const classDPlatform: SimulatedPlatform = {
  name: 'whatsapp',
  displayName: 'Class D',
  hosts: { api: [] },
  coverage: [],
  open,
};

interface MediaRow extends LedgerMedia {
  readonly id: string;
}

interface PostRow {
  readonly id: string;
  readonly account: string;
  readonly text: string;
  readonly parent: string | null;
  readonly media: readonly LedgerMedia[];
  readonly at: number;
}

const failure = (status: number, error: string, headers = {}): PlatformResponse => json({ error }, status, headers);

function open(world: World): OpenPlatform {
  const media = world.table<MediaRow>('media');
  const posts = world.table<PostRow>('posts', 'account');

  function upload(call: Call): PlatformResponse {
    const [file] = call.files;
    const type = file === undefined ? null : world.media.facts(file.bytes).contentType;
    if (file === undefined || type === null) return failure(422, 'The file is neither image nor video.');
    const alt = call.input('alt');
    const row = { id: world.ids.snowflake(), type, url: world.media.save(file.bytes, type), ...(alt ? { alt } : {}) };
    call.effect(() => media.put(row.id, row));
    return json({ id: row.id }, 201);
  }

  function publish(call: Call): PlatformResponse {
    const { platform_id: account } = call.account as Account;
    const parent = call.input('parent_id') ?? null;
    const attached = call.inputs('media_ids').map((id) => media.get(id));
    if (parent !== null && posts.get(parent)?.account !== account) return failure(404, 'No such post.');
    if (attached.includes(undefined)) return failure(422, 'No such media.');
    const text = call.input('text') ?? '';
    const files = attached.flatMap((row) => (row === undefined ? [] : [row])).map(({ id: _, ...file }) => file);
    // A post on a page of the account carries the page's name.
    const page = call.input('page_id');
    const id = page === undefined ? world.ids.snowflake() : `${page}_${world.ids.snowflake()}`;
    const row = { id, account, text, parent, media: files, at: world.clock.now() };
    call.effect(() => {
      posts.put(row.id, row);
      const place = parent === null ? {} : { in_reply_to: parent };
      call.record({ kind: 'post', platform_id: row.id, text, media: files, ...place });
    });
    return json({ id: row.id }, 201);
  }

  const at = { host: 'api' } as const;
  return {
    routes: [
      { ...at, method: 'GET', path: '/me', operation: 'profile', handle: ({ account }) => json(account) },
      { ...at, method: 'POST', path: '/media', operation: 'upload_media', handle: upload },
      { ...at, method: 'POST', path: '/posts', operation: 'publish', handle: publish },
    ],
    errors: {
      unauthorized: () => failure(401, 'The token is no good.'),
      throttled: (_call, { retryAfterSeconds }) =>
        failure(429, 'Slow down.', { 'retry-after': String(retryAfterSeconds) }),
      serverError: (_call, status) => failure(status, 'Out of order.'),
      notFound: () => failure(404, 'No such address.'),
      malformed: () => failure(400, 'Not understood.'),
    },
    identify: (call) => /^Bearer (.+)$/i.exec(call.headers.authorization ?? '')?.[1],
    createAccount({ username = `class_d${world.accounts.all().length + 1}`, name = 'Class D' }) {
      const picture_url = world.media.sample('avatar.png');
      const account = {
        platform_id: world.ids.snowflake(),
        username,
        name,
        picture_url,
        created_at: world.clock.now(),
      };
      world.accounts.put(account);
      return account;
    },
    connect: ({ platform_id }) => ({
      access_token: world.tokens.issue({ kind: 'access', account: platform_id }).value,
    }),
    visitors: {},
    posts: ({ platform_id }) =>
      posts
        .where('account', platform_id)
        .map(({ id, text, media, at }) => ({ platform_id: id, text, media, at: world.clock.iso(at), comments: [] }))
        .reverse(),
  };
}
