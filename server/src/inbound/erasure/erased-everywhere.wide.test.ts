import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { signedRequest } from '../../../test/signed-callbacks.ts';
import { accountOf, comment, eventsOf, image, targetsOn, visitor, waiting } from '../../../test/steps.ts';
import { readTables } from '../../db/tables.ts';
import { connectPages } from '../../features/connecting/consent.fixture.ts';

const THEIRS = 'Quartzite';
const OURS = 'Obsidian';
const PERSON = 'zofia.walker';
/**
 * The ids of items on their platform stay, so that a late reading finds them erased, and so do those of our replies. Facebook's
 * posts begin with the id of their author, and Google has no other id of an author than that of the review.
 */
const STAYS: Readonly<Record<string, readonly string[]>> = {
  facebook: ['inbox_posts.platform_id', 'mentions.platform_id'],
  google: ['actions.platform_id', 'reviews.platform_id'],
};
const OWNER = '17841400000000001';

let service: TestService;
let database: pg.Client;

beforeAll(async () => {
  service = await startTestService();
  database = new pg.Client({ connectionString: service.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database?.end();
  await service?.close();
});

/** The columns of the whole database that hold one of the words, by the catalogue. Bytes are read as text, too. */
async function placesOf(words: readonly string[]): Promise<string[]> {
  const columns = (await readTables(database)).flatMap((table) =>
    table.columns.map(({ name, type }) => {
      const text = type === 'bytea' ? `encode("${name}", 'escape')` : `"${name}"::text`;
      return `select '${table.name}.${name}' as place from ${table.name} where exists (
        select from unnest($1::text[]) w where position(lower(w) in lower(${text})) > 0)`;
    }),
  );
  const { rows } = await database.query(columns.join(' union '), [words]);
  return rows.map(({ place }) => place).sort();
}

async function askErasure(ws: TestWorkspace, platform: string, personId: string): Promise<void> {
  // Google has no such callback. Others send ids, while some people are known by their names only.
  if (platform === 'google' || !/^(US\.)?\d+$/.test(personId))
    return void (await service.sql(
      `insert into erasures (tenant_id, id, platform, person_id) values ($1, 'del_' || md5($3), $2, $3)`,
      [ws.tenantId, platform, personId],
    ));
  const app = await ws.control('GET', `apps/${platform}`);
  const body = signedRequest(app.client_secret, { user_id: personId });
  const response = await fetch(`${service.url}/callbacks/test/${ws.world}/${platform}/erase`, { method: 'POST', body });
  expect(response.status).toBe(200);
}

async function erased(ws: TestWorkspace): Promise<void> {
  await until(async () => {
    const open = await service.sql('select 1 from erasures where tenant_id = $1 and done_at is null', [ws.tenantId]);
    return open.length === 0;
  }, 'everything is erased');
}

/** Everything that the person is called in the rows of the inbox, and our words to them. */
async function wordsAbout(ws: TestWorkspace): Promise<{ ids: string[]; words: string[] }> {
  const people = await service.sql(
    `select author as person from comments where tenant_id = $1 and not is_owner and text like $2
     union select author from mentions where tenant_id = $1 and text like $2 union select author from reviews where tenant_id = $1 and text like $2
     union select sender from messages where tenant_id = $1 and text like $2`,
    [ws.tenantId, `%${THEIRS}%`],
  );
  const numbers = await service.sql(
    `select input ->> 'to' as id from actions where tenant_id = $1 and kind = 'template'`,
    [ws.tenantId],
  );
  const all = [...people, ...numbers.map((person) => ({ person }))].flatMap(({ person: { id, name, username } }) => [
    id,
    name,
    username,
  ]);
  const words = [...new Set(all.filter((word) => word !== undefined && word !== ''))];
  return {
    ids: [...new Set([...people.map(({ person }) => person.id), ...numbers.map(({ id }) => id)])],
    words: [...words, THEIRS, OURS],
  };
}

/** A row of this action, or about it, in the tables that only restores and other cells write. */
async function addRareRows(ws: TestWorkspace, id: string, accountId: string, personId: string): Promise<void> {
  const words = JSON.stringify({ person: personId, text: OURS });
  await service.sql(
    `insert into restore_findings (tenant_id, action_id, account_id, finding, evidence, candidates, reason) values ($1, $2, $3, 'waiting', $4, '[]', $5)`,
    [ws.tenantId, id, accountId, words, OURS],
  );
  await service.sql(
    `update actions set journal = concat_ws(E'\\n', journal, '1772224000000 0 unknown ' || $3::text), error = jsonb_build_object('code', 'rejected', 'message', $3::text)
     where tenant_id = $1 and id = $2`,
    [ws.tenantId, id, words],
  );
  await service.sql(
    `insert into early_changes (tenant_id, account_id, item, platform_id, change, actor, at, data) values ($1, $2, 'message', 'm', 'reaction', $3, now(), '{}')`,
    [ws.tenantId, accountId, personId],
  );
  await service.sql(
    `insert into forwards (id, peer, path, headers, body, due_at) values ($1, 'http://127.0.0.1:9', '/', '{}', $2, now() + interval '1 day')`,
    [`raw_${id}`, Buffer.from(words)],
  );
}

/** Makes the person do and get everything that the platform knows; gives the kinds of our actions. */
async function history(ws: TestWorkspace, platform: string): Promise<string[]> {
  const { id: accountId } = accountOf(ws, platform);
  const { api } = ws;
  const does = (action: string, fields: Body = {}) =>
    visitor(ws, platform, action, { username: PERSON, ...fields }).catch((error: Error) => {
      if (/: (400|404|501) /.test(error.message)) return undefined;
      throw error;
    });
  const row = (table: string, platformId: string) =>
    until(async () => {
      const [found] = await service.sql(`select * from ${table} where tenant_id = $1 and platform_id = $2`, [
        ws.tenantId,
        platformId,
      ]);
      return found;
    }, `it is in ${table}`);
  const receiver = {
    url: `https://simulator.test/receiver/${platform}`,
    events: ['comment.received', 'dm.received', 'dm.sent', 'dm.status.sent', 'mention.received', 'review.received'],
  };
  await api.post('/v1/webhooks', receiver);
  const ours = async (path: string, body: Body) => {
    const { status, text } = await api.post(path, body);
    expect(status, text).toBe(200);
  };

  if (platform !== 'whatsapp' && platform !== 'google') {
    const { body: post } = await api.post(
      '/v1/posts',
      { text: 'Talk', media: [image], targets: targetsOn(ws, platform), publish_now: true },
      waiting,
    );
    const [{ platform_post_id: postId }] = post.targets;
    const made = await does('comment', { text: `${THEIRS} comment`, post_id: postId });
    const theirs = await row('comments', made?.platform_id);
    await ours(`/v1/inbox/comments/${post.id}`, { comment_id: theirs.id, text: `${OURS} reply` });
    const other = await row('comments', await comment(ws, platform, postId, 'From somebody else'));
    await ours(`/v1/inbox/comments/${post.id}`, { comment_id: other.id, text: 'Thank you all' });
    if (platform !== 'facebook')
      await ours(`/v1/inbox/comments/${post.id}`, { comment_id: other.id, text: `${OURS}: as @${PERSON} says` });
    if (platform !== 'threads')
      await ours(`/v1/inbox/comments/${post.id}/${theirs.id}/private-reply`, { text: `${OURS} private` });
    const exported = await api.post(`/v1/accounts/${accountId}/export`);
    await until(
      async () => (await api.get(`/v1/exports/${exported.body.id}`)).body.status === 'completed',
      'it is exported',
    );
    const [mention] = [await does('mention', { text: `${THEIRS} mention` })].filter((one) => one !== undefined);
    const seen = mention && (await row('mentions', mention.comment_id ?? mention.platform_id));
    if (platform !== 'threads' && seen !== undefined)
      await ours(`/v1/accounts/${accountId}/mentions/reply`, {
        media_id: seen.id,
        text: `${OURS} to a mention`,
      });
  }
  if (platform !== 'threads' && platform !== 'google') {
    const made = await does('message', { text: `${THEIRS} message` });
    const theirs = await row('messages', made?.platform_id);
    const conversation = `/v1/inbox/conversations/${theirs.conversation_id}`;
    await ours(`${conversation}/messages`, { text: `${OURS} message` });
    await does('reaction', { text: '❤' });
    await api.patch(conversation, { status: 'archived' }, { headers: { 'idempotency-key': `archive-${platform}` } });
  }
  if (platform === 'whatsapp') {
    const { wa_id: to } = await does('message', { text: `${THEIRS} again` });
    const at = `/v1/platforms/whatsapp/accounts/${accountId}`;
    const body = { type: 'BODY', text: 'Hello {{1}}, it is on its way.', example: { body_text: [['Jo']] } };
    const template = await api.post(`${at}/templates`, {
      name: 'on_its_way',
      language: 'en_US',
      category: 'UTILITY',
      components: [body],
    });
    await does('decide', { about: template.body.id, text: 'APPROVED' });
    const components = [{ type: 'body', parameters: [{ type: 'text', text: OURS }] }];
    await ours(`${at}/send-template`, { to, template_name: 'on_its_way', language: 'en_US', components });
  }
  if (platform === 'google') {
    const theirs = await row('reviews', (await does('review', { text: `${THEIRS} review`, rating: 4 }))?.platform_id);
    await ours(`/v1/inbox/reviews/${theirs.id}/reply`, { text: `${OURS} to a review` });
  }
  const actions = await service.sql(
    `select id, kind from actions where tenant_id = $1 and kind <> 'publish' order by id`,
    [ws.tenantId],
  );
  const { ids } = await wordsAbout(ws);
  await addRareRows(ws, actions[0].id, accountId, ids[0] as string);
  await until(async () => {
    const open = await service.sql(`select 1 from deliveries where tenant_id = $1 and status = 'pending'`, [
      ws.tenantId,
    ]);
    return open.length === 0;
  }, 'the events are delivered');
  // The endpoint repeats its requests.
  await service.sql(
    `update delivery_attempts t set response_body = e.data::text from deliveries d join events e on e.tenant_id = d.tenant_id and e.seq = d.event_seq
     where d.tenant_id = $1 and t.tenant_id = d.tenant_id and t.delivery_id = d.id`,
    [ws.tenantId],
  );
  return [...new Set(actions.map(({ kind }) => kind))].sort();
}

const KINDS = {
  facebook: ['mention_reply', 'message', 'private_reply', 'reply'],
  instagram: ['mention_reply', 'message', 'private_reply', 'reply'],
  threads: ['reply'],
  whatsapp: ['message', 'template'],
  google: ['review_reply'],
} as const;

/** WhatsApp names a person by any one of two ids. */
const CASES = Object.entries(KINDS).flatMap(([platform, kinds]) =>
  platform === 'whatsapp'
    ? [/^US\./, /^\d+$/].map((asked) => ({ platform, kinds, asked }))
    : [{ platform, kinds, asked: /./ }],
);

for (const { platform, kinds, asked } of CASES)
  test(`nothing of a person is left in any table: ${platform}, asked by an id like ${asked}`, async () => {
    const ws = await service.workspace({ plan: 'enterprise', platforms: [platform as keyof typeof KINDS] });
    expect(await history(ws, platform)).toEqual(kinds);
    const { ids: all, words } = await wordsAbout(ws);
    const ids = all.filter((id) => asked.test(id));
    if (platform === 'whatsapp') expect([all.length, ids.length]).toEqual([2, 1]);
    const before = await placesOf(words);
    expect(before).toEqual(
      expect.arrayContaining([
        'actions.input',
        'actions.journal',
        'delivery_attempts.response_body',
        'events.data',
        'forwards.body',
        'restore_findings.evidence',
      ]),
    );
    const { id: accountId } = accountOf(ws, platform);
    if (platform === 'threads') await claimName(accountId);
    for (const id of platform === 'threads' ? [OWNER] : ids) await askErasure(ws, platform, id);
    await erased(ws);
    await service.sql(`delete from accounts where id = 'acc_owner'`);
    // A request about the real platforms removes them; the callbacks of worlds go to no other cell.
    await service.sql('delete from forwards');
    await until(
      async () =>
        (await service.sql(`select 1 from exports where tenant_id = $1 and due_at is not null`, [ws.tenantId]))
          .length === 0,
      'the exports have ended',
    );
    // Another export reads everything on the platform again.
    if (platform !== 'whatsapp' && platform !== 'google') {
      const { id: exportId } = (await ws.api.post(`/v1/accounts/${accountId}/export`)).body;
      const done = await until(async () => {
        const { body } = await ws.api.get(`/v1/exports/${exportId}`);
        return body.status === 'completed' && body;
      }, 'it is exported again');
      const file = await (await fetch(done.result.jsonl_url)).text();
      expect(file).toContain('From somebody else');
      expect(words.filter((word) => file.toLowerCase().includes(word.toLowerCase()))).toEqual([]);
    }

    expect((await placesOf(words)).filter((place) => !STAYS[platform]?.includes(place))).toEqual([]);
    const actions = await service.sql(
      `select status, platform_id is not null as has_id from actions where tenant_id = $1`,
      [ws.tenantId],
    );
    for (const action of actions) expect(action).toEqual({ status: 'published', has_id: true });
    if (platform === 'whatsapp' || platform === 'google') return;
    const texts = await service.sql(
      `select text from comments where tenant_id = $1 and deleted_at is null order by text`,
      [ws.tenantId],
    );
    expect(texts.map(({ text }) => text)).toEqual(['From somebody else', 'Thank you all']);
  });

/** Everything on the platform is read again, as for a new account. */
async function readAgain(accountId: string): Promise<void> {
  await service.sql(
    `update accounts set poll_cursor = case when platform = 'facebook' then '2000-01-01' end, history_cursor = null, polled_at = null,
       created_at = '2000-01-01', poll_due_at = now() where id = $1`,
    [accountId],
  );
  await until(async () => {
    const [row] = await service.sql(
      `select polled_at is not null and (platform <> 'facebook'
         or history_cursor::jsonb ->> 'page' is null and history_cursor::jsonb -> 'open' = '[]') as is_read from accounts where id = $1`,
      [accountId],
    );
    return row.is_read;
  }, 'the account was read again');
}

/** Makes the person act before now, and the callback come now. */
async function actLate(ws: TestWorkspace, platform: string, action: string, fields: Body): Promise<void> {
  const count = async () =>
    (
      await service.sql('select count(*)::int as all, count(due_at)::int as open from callbacks where tenant_id = $1', [
        ws.tenantId,
      ])
    )[0];
  const before = await count();
  await visitor(ws, platform, action, { username: PERSON, ...fields });
  await until(async () => {
    const now = await count();
    return now.all > before.all && now.open === 0;
  }, 'the callback is read');
}

// Facebook is last, because there the person writes again.
for (const platform of ['whatsapp', 'google', 'facebook'] as const)
  test(`nothing that comes late brings an erased person back: ${platform}`, async () => {
    const ws = await service.workspace({ platforms: [platform] });
    await history(ws, platform);
    const { id: accountId } = accountOf(ws, platform);
    const { ids, words } = await wordsAbout(ws);
    const [message] = await service.sql(
      `select platform_id from messages where tenant_id = $1 and direction = 'incoming' order by created_at limit 1`,
      [ws.tenantId],
    );
    if (platform === 'facebook') {
      // No callback reports these. They are first read after the erasure.
      const [post] = await service.sql(`select platform_id from actions where tenant_id = $1 and kind = 'publish'`, [
        ws.tenantId,
      ]);
      for (const action of ['message', 'comment'])
        await visitor(ws, platform, action, {
          username: PERSON,
          text: `${THEIRS} unreported`,
          silent: true,
          post_id: post.platform_id,
        });
    }
    const at = new Date().toISOString();
    for (const id of ids) await askErasure(ws, platform, id);
    await erased(ws);

    if (platform !== 'google') {
      await actLate(ws, platform, 'message', { text: `${THEIRS} late`, at });
      await actLate(ws, platform, 'read', { at });
    }
    if (platform === 'facebook') await actLate(ws, platform, 'edit', { id: message.platform_id, text: THEIRS, at });
    if (platform !== 'whatsapp') await readAgain(accountId);
    await service.sql('delete from forwards');
    expect((await placesOf(words)).filter((place) => !STAYS[platform]?.includes(place))).toEqual([]);

    if (platform !== 'facebook') return;
    expect((await ws.api.post('/v1/test/clock', { advance: 'PT1H' })).status).toBe(200);
    await visitor(ws, platform, 'message', { username: PERSON, text: 'Hello again' });
    const listed = await until(async () => {
      const { body } = await ws.api.get(`/v1/inbox/conversations?account_id=${accountId}`);
      return body.data.length > 0 && body.data;
    }, 'the conversation is there');
    expect(listed).toMatchObject([{ last_message: 'Hello again', unread_count: 1 }]);
    const { body } = await ws.api.get(`/v1/inbox/conversations/${listed[0].id}/messages`);
    expect(body.data.map(({ text }: Body) => text)).toEqual(['Hello again']);
  });

/** Threads reports names only. The owner of a name is known when their account is connected here. */
async function claimName(accountId: string): Promise<void> {
  await service.sql(
    `insert into accounts (tenant_id, id, brand_id, platform, platform_id, name, username, credentials, disconnected_at)
     select tenant_id, 'acc_owner', brand_id, platform, $2, '', $3, '', now() from accounts where id = $1`,
    [accountId, OWNER, PERSON],
  );
}

test('nothing of a login is left in any table when its person is erased', async () => {
  const ws = await service.workspace({ platforms: ['facebook'] });
  const other = accountOf(ws, 'facebook').id;
  const { ids } = await connectPages(ws);
  const [login] = await service.sql('select * from shared_logins where tenant_id = $1', [ws.tenantId]);
  const tokens = await service.sql('select credentials from accounts where id = any ($1)', [ids]);
  const words = [login.platform_id, login.credentials, ...tokens.map(({ credentials }) => credentials)];

  // The platform reports that the app was removed, but lets us in. The row of this callback stays.
  const { client_secret: secret } = await ws.control('GET', 'apps/facebook');
  const body = signedRequest(secret, { user_id: login.platform_id });
  await fetch(`${service.url}/callbacks/test/${ws.world}/facebook`, { method: 'POST', body });
  const removals = () =>
    service.sql(`select due_at from callbacks where tenant_id = $1 and key like 'access_removed:%'`, [ws.tenantId]);
  await until(async () => {
    const rows = await removals();
    return rows.length === 2 && rows.every(({ due_at }) => due_at === null);
  }, 'the removals are looked at');
  expect(await placesOf(words)).toEqual([
    'accounts.credentials',
    'shared_logins.credentials',
    'shared_logins.platform_id',
  ]);

  await askErasure(ws, 'facebook', login.platform_id);
  await erased(ws);
  expect(await placesOf(words)).toEqual([]);
  for (const id of ids) {
    expect((await ws.api.get(`/v1/accounts/${id}`)).status).toBe(404);
    expect((await eventsOf(ws.api, id)).filter(({ type }) => type === 'account.disconnected')).toMatchObject([
      { metadata: { account_id: id, platform: 'facebook', reason: 'access_revoked' } },
    ]);
  }
  expect((await ws.api.get(`/v1/accounts/${other}`)).status).toBe(200);
});
