import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consent, newAccount } from '../../src/features/connecting/consent.fixture.ts';
import { HAPROXY, startHaproxy } from '../deploy/haproxy.fixture.ts';
import { freePorts, type ReverseProxy, trustTestCertificates } from '../deploy/proxy.fixture.ts';
import {
  type Body,
  type Client,
  createClient,
  startTestService,
  type TestService,
  type TestWorkspace,
  until,
} from '../harness.ts';
import { freePort } from '../kill/child-process.ts';
import { operate } from '../operator.ts';
import { accountOf, comment, targetsOn, waiting } from '../steps.ts';

const NAMES = ['eu1', 'eu2'] as const;
const APP = { META_APP_ID: '12345', META_APP_SECRET: 'a secret of all cells' };
/** The time of a callback, in seconds. */
const AT = 1_772_370_400;
const BACKUP_PASSPHRASE = 'a sentence that nobody guesses';

/** A cell with a customer, who reaches it through the common proxy. */
interface Cell {
  readonly name: string;
  readonly service: TestService;
  readonly ws: TestWorkspace;
  readonly api: Client;
}

if (HAPROXY === undefined) console.log('left out: two cells need haproxy');

describe.skipIf(HAPROXY === undefined)('two cells behind one proxy', () => {
  let cells: Cell[] = [];
  let proxy: ReverseProxy;
  let place: Omit<Parameters<typeof startHaproxy>[0], never>;

  beforeAll(async () => {
    trustTestCertificates();
    const ports = [await freePort(), await freePort()] as const;
    place = { ...(await freePorts()), services: ports.map((port) => `http://127.0.0.1:${port}`) };
    const origin = `https://localhost:${place.tlsPort}`;
    cells = await Promise.all(
      NAMES.map(async (name, number) => {
        const service = await startTestService({
          CELL: name,
          CELL_PEERS: place.services[1 - number] as string,
          PORT: String(ports[number]),
          PUBLIC_URL: origin,
          TRUSTED_PROXIES: '127.0.0.1',
          SIMULATOR: 'off',
          ...APP,
        });
        const ws = await service.workspace({ platforms: ['facebook'] });
        return { name, service, ws, api: createClient(origin, ws.api.key) };
      }),
    );
    proxy = await startHaproxy(place, '');
  });
  afterAll(async () => {
    await proxy?.stop();
    for (const { service } of cells) await service.close();
  });

  const publish = (cell: Cell, text: string) =>
    cell.api.post('/v1/posts', { text, targets: targetsOn(cell.ws, 'facebook'), publish_now: true }, waiting);

  test('the tour works in both: publish, a comment, an answer', async () => {
    for (const cell of cells) {
      const { name, ws, api } = cell;
      expect(api.key).toMatch(new RegExp(`^hub_test_${name}_[0-9a-z]{59}$`));
      const post = await publish(cell, `Hello from ${name}`);
      expect({ status: post.status, post: post.body.status }, post.text).toEqual({ status: 201, post: 'published' });
      await comment(ws, 'facebook', post.body.targets[0].platform_post_id, 'Nice');
      const path = `/v1/inbox/comments/${post.body.id}`;
      const [found] = await until(async () => {
        const { data } = (await api.get(path)).body;
        return data?.length > 0 && (data as Body[]);
      }, 'the comment is there');
      const reply = { account_id: accountOf(ws, 'facebook').id, comment_id: found.id, text: 'Thank you' };
      const response = await api.post(path, reply);
      expect(response.status, response.text).toBe(200);
    }
  });

  test('logins, invites and addresses of files lead to the cell that made them', async () => {
    for (const { name, ws, api } of cells) {
      const account = await newAccount(ws, 'instagram');
      const begun = await api.post('/v1/accounts/connect', {
        platform: 'instagram',
        redirect_uri: 'https://agency.test/back',
      });
      expect(begun.body.state, begun.text).toMatch(new RegExp(`^${name}\\.[0-9a-f]{32}$`));
      const there = await consent(begun.body.auth_url, { account: account.platform_id });
      expect(there.url.origin).toBe(proxy.origin);
      const back = await fetch(there.url, { redirect: 'manual' });
      expect(new URL(back.headers.get('location') ?? '').searchParams.get('status')).toBe('success');
      expect(back.headers.get('set-cookie')).toContain(`hubbub_cell=${name}`);

      const { id: brand_id } = (await api.post('/v1/brands', { name: 'Acme' })).body;
      const invite = await api.post('/v1/invites', { brand_id, platform: 'threads', expires_in_days: 1 });
      expect(invite.body.token, invite.text).toMatch(new RegExp(`^${name}\\.`));
      const page = await fetch(invite.body.url, { headers: { accept: 'application/json' } });
      expect(await page.json()).toMatchObject({ status: 'active', brand_name: 'Acme' });

      const upload = (await api.get('/v1/media/upload-url?media_type=text/plain&filename=a.txt')).body;
      expect(upload.upload_url).toContain(`cell=${name}`);
      const put = await fetch(upload.upload_url, {
        method: 'PUT',
        body: 'words',
        headers: { 'content-type': 'text/plain' },
      });
      expect(put.status).toBe(200);
    }
  });

  test('a callback of a live app reaches every cell that has the account, also one that is away', async () => {
    const [first, second] = cells as [Cell, Cell];
    for (const { service, ws } of cells) {
      const { id: brand } = (await ws.liveApi.post('/v1/brands', { name: 'Live' })).body;
      await service.sql(
        `insert into accounts (tenant_id, id, brand_id, platform, platform_id, name, username, credentials, poll_due_at)
         select tenant_id, 'acc_live', id, 'facebook', '4711', 'Live', 'live', '', null from brands where id = $1`,
        [brand],
      );
    }
    const seen = ({ service }: Cell) => service.sql("select 1 from callbacks where account_id = 'acc_live'");
    const send = async (id: string) => {
      const value = {
        item: 'comment',
        verb: 'add',
        post_id: '4711_1',
        comment_id: id,
        message: 'Hi',
        created_time: AT,
        from: { id: '7', name: 'Jo' },
      };
      const body = JSON.stringify({
        object: 'page',
        entry: [{ id: '4711', time: AT, changes: [{ field: 'feed', value }] }],
      });
      const signature = `sha256=${createHmac('sha256', APP.META_APP_SECRET).update(body).digest('hex')}`;
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
      return (await fetch(`${proxy.origin}/callbacks/facebook`, { method: 'POST', body, headers })).status;
    };
    expect(await send('1')).toBe(200);
    for (const cell of cells) await until(async () => (await seen(cell)).length === 1, `${cell.name} has it`);

    await second.service.restart(async () => {
      expect(await send('2')).toBe(200);
      expect(await first.service.sql('select peer from forwards')).toEqual([{ peer: second.service.url }]);
    });
    await until(async () => (await seen(second)).length === 2, 'it has the other one, too');
    await until(async () => (await first.service.sql('select from forwards')).length === 0, 'nothing waits');
    // None went around.
    expect(await second.service.sql('select from forwards')).toEqual([]);
    expect(await seen(first)).toHaveLength(2);
    // The proxy has noticed that the cell was away, and that it is back.
    await until(
      async () =>
        (await fetch(`${proxy.origin}/v1/accounts`, { headers: { authorization: `Bearer ${second.api.key}` } })).ok,
      'the proxy leads to it again',
    );
  });

  test('a workspace moves while the other cell works, and its keys and invites go along', async () => {
    const [from, to] = cells as [Cell, Cell];
    const before = (await from.api.get('/v1/posts')).body.data.map(({ id }: Body) => id);
    const archive = join(from.service.dataDir, 'moved');
    const secrets = { BACKUP_PASSPHRASE };
    const moving = (async () => {
      await operate(from.service, ['workspaces', 'export', from.ws.id, archive, '--with-secrets', '--stop'], secrets);
      await operate(to.service, ['workspaces', 'import', archive], secrets);
      await operate(to.service, ['restore', 'resume', '--workspace', from.ws.id, '--yes'], secrets);
    })();
    let isOver = false;
    void moving.finally(() => {
      isOver = true;
    });
    for (let count = 0; !isOver || count < 2; count += 1) {
      const post = await publish(to, `Meanwhile ${count}`);
      expect({ status: post.status, post: post.body.status }, post.text).toEqual({ status: 201, post: 'published' });
    }
    await moving;

    const maps = await Promise.all(
      cells.map(({ name, service }) => operate(service, ['cells', 'directory'], { CELL: name })),
    );
    await proxy.stop();
    // Where both still know a key, the new place comes first.
    proxy = await startHaproxy(
      place,
      `${[...maps]
        .reverse()
        .map(({ text }) => text)
        .join('\n')}\n`,
    );
    await operate(from.service, ['workspaces', 'delete', from.ws.id, '--only-here']);
    const after = await from.api.get('/v1/posts');
    expect(
      after.body.data?.map(({ id }: Body) => id),
      after.text,
    ).toEqual(before);
    expect((await to.api.get('/v1/usage')).status).toBe(200);
  });
});
