import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SimulatedAccount, Simulation } from '../../../test/connectors/simulation.ts';
import { groupOf, perform } from '../../../test/connectors/steps.ts';
import { startTestService, type TestService, until } from '../../../test/harness.ts';
import { accountOf, fault, ledgerOf, targetsOn, waiting } from '../../../test/steps.ts';
import type { Content } from '../../core/connector.ts';
import type { Session } from '../../core/session.ts';
import { fakeSession } from '../shared/meta/session.fake.ts';
import { mastodon } from './index.ts';
import { isKeyHonoured, isServerDue, readServer } from './server.ts';

const SERVERS = ['gotosocial', 'minimal'] as const;

describe('through the API', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service?.close());
  const journalOf = async (tenantId: string) =>
    await service.sql(
      `select t.state, t.detail from actions x, journal_of(x) t
        where x.tenant_id = $1 order by x.created_at, t.attempt, t.step`,
      [tenantId],
    );

  test.each([...SERVERS, 'mastodon'])('a post whose answer was lost on %s goes out once', async (server) => {
    const ws = await service.workspace({ platforms: ['mastodon'], server });
    for (const [kind, text] of [
      ['accept_drop', '# News\n\n- **one**\n- two'],
      ['drop_before', '- **one** more'],
    ] as const) {
      await fault(ws, 'mastodon', { kind });
      const post = { text, targets: targetsOn(ws, 'mastodon'), publish_now: true };
      const { body } = await ws.api.post('/v1/posts', post, waiting);
      const entries = (await ledgerOf(ws, 'mastodon')).filter((entry) => entry.text === text);
      expect(entries, kind).toHaveLength(1);
      const target = { status: 'published', platform_post_id: entries[0].platform_id };
      expect(body.targets, kind).toMatchObject([target]);
    }
    // The server was asked what it is while it was connected, and not again before a publication.
    const account = accountOf(ws, 'mastodon').platformId;
    const { calls } = await ws.control('GET', `calls?platform=mastodon&account=${account}&operation=limits`);
    expect(calls).toHaveLength(server === 'minimal' ? 2 : 1);
    const classes = (await journalOf(ws.tenantId)).flatMap(({ detail }) => detail.class ?? []);
    expect([...new Set(classes)]).toEqual([server === 'mastodon' ? 'A' : 'C']);
  });

  test('the server is asked again by polling when what is known of it is old', async () => {
    const ws = await service.workspace({ platforms: ['mastodon'], server: 'gotosocial' });
    const { id } = accountOf(ws, 'mastodon');
    const old = { server: { software: 'mastodon', version: '4.5.0', read_at: '2020-01-01T00:00:00.000Z' } };
    await service.sql('update accounts set metadata = metadata || $2::jsonb where id = $1', [id, JSON.stringify(old)]);
    const metadata = await until(async () => {
      const [row] = await service.sql('select metadata from accounts where id = $1', [id]);
      return row.metadata.server.software === 'gotosocial' && row.metadata;
    }, 'the server is read anew');
    expect(metadata).toMatchObject({ url: expect.any(String), server: { version: expect.stringMatching(/^0\./) } });
  });
});

describe('the connector', () => {
  let simulation: Simulation;
  beforeAll(async () => {
    simulation = await Simulation.start();
  });
  afterAll(() => simulation?.close());

  /** An account with the metadata that connecting gives it. */
  async function on(server: string): Promise<{ account: SimulatedAccount; session: Session }> {
    const account = await simulation.connect(mastodon, server);
    const { metadata = {} } = await mastodon.auth.profile(account.session);
    return { account, session: { ...account.session, account: { ...account.session.account, metadata } } };
  }
  const content = (text: string): Content => ({ text, media: [], options: {} });

  test('a profile says what its server is', async () => {
    for (const [server, isHonoured] of [
      ['mastodon', true],
      ['gotosocial', false],
      ['minimal', false],
    ] as const) {
      const { session } = await on(server);
      expect(isKeyHonoured(session.account), server).toBe(isHonoured);
      expect(isServerDue(session), server).toBe(false);
      expect(session.account.metadata, server).toMatchObject({ server: { version: expect.stringMatching(/^\d/) } });
    }
  });

  test.each<[boolean, unknown]>([
    [true, { software: 'mastodon', version: '4.6.0-nightly.2026-01-01+glitch' }],
    [true, { software: 'hometown', version: '4.2.12+hometown-1.1.1' }],
    [false, { software: 'mastodon', version: '2.7.2 (compatible; Other 1.0)' }],
    [false, { software: 'gotosocial', version: '0.17.3' }],
    [false, { software: 'mastodon' }],
    [false, { version: '4.5.0' }],
    [false, undefined],
    [false, 'mastodon'],
  ])('the key counts: %s, on %j', (isHonoured, facts) => {
    const server = typeof facts === 'object' ? { ...facts, read_at: '2026-01-01T00:00:00Z' } : facts;
    expect(isKeyHonoured({ metadata: { server } })).toBe(isHonoured);
  });

  test('words that a database rejects are not taken from a server', async () => {
    const { session } = fakeSession(() => ({ json: { version: '4.5.0\0', software: { name: 'mastodon\ud800' } } }));
    const facts = await readServer({ ...session, hosts: { api: 'https://m.test' } });
    expect(facts).toEqual({ server: { read_at: expect.any(String) } });
  });

  test('a server that does not say what it is now keeps what is known, and polling goes on', async () => {
    const { account, session } = await on('gotosocial');
    const { server } = session.account.metadata as { server: object };
    const metadata = { server: { ...server, read_at: '2020-01-01T00:00:00Z' } };
    await account.visitorWrites('mention', { text: 'Look at this' });
    await account.fault('server_error', { operation: 'limits', status: 503, times: 0 });
    const old = { ...session, account: { ...session.account, metadata } };
    const polled = await groupOf(mastodon.polling).poll(old, undefined, []);
    expect(polled.items).toHaveLength(1);
    expect(polled.metadata).toBeUndefined();
    await account.clearFaults();
    expect((await groupOf(mastodon.polling).poll(old, undefined, [])).metadata).toMatchObject({
      server: { software: 'gotosocial' },
    });
  });

  test.each(SERVERS)('on %s a status is found among those that look like it', async (server) => {
    const { session } = await on(server);
    const publishing = groupOf(mastodon.publishing);
    if (publishing.class === 'D') throw new Error('not listed');
    const since = new Date(session.now().getTime() - 60_000);
    const ours = content('**Hello** [you](https://a.example/x)\n1. one\n2. _two_ @jane@friends.example');
    const others = ['Hello you', '**Hello** [you](https://a.example/x) one two @jane and more', 'one\ntwo'];
    for (const text of others) await perform(publishing, session, content(text));
    const { platformId } = await perform(publishing, session, ours);
    const found = (await publishing.list(session, ours, since)).filter((item) => publishing.matches(ours, item));
    expect(found.map((item) => item.platformId)).toEqual([platformId]);
  });

  test('a source tells two statuses apart that look the same', async () => {
    const { session } = await on('gotosocial');
    const publishing = groupOf(mastodon.publishing);
    if (publishing.class === 'D') throw new Error('not listed');
    const since = new Date(session.now().getTime() - 60_000);
    await perform(publishing, session, content('**Sale** today'));
    const ours = content('Sale today');
    const { platformId } = await perform(publishing, session, ours);
    const found = (await publishing.list(session, ours, since)).filter((item) => publishing.matches(ours, item));
    expect(found.map((item) => item.platformId)).toEqual([platformId]);
  });

  test.each(SERVERS)('on %s conversations are not supported, and everything else works', async (server) => {
    const { account, session } = await on(server);
    const messages = groupOf(mastodon.messages);
    await expect(messages.conversations?.(session)).rejects.toMatchObject({ kind: 'not_supported' });
    await account.visitorWrites('message', { text: 'Do you open today?' });
    await account.visitorWrites('mention', { text: 'Look at this' });
    const { items } = await groupOf(mastodon.polling).poll(session, undefined, []);
    expect(items.map(({ kind }) => kind)).toEqual(['message', 'mention']);
    const [first] = items;
    const participantId = first?.kind === 'message' ? first.message.participant.id : '';
    const text = 'Until **nine**';
    const conversation = { conversationId: participantId, participantId };
    const { platformId } = await perform(messages.send, session, { ...conversation, text });
    const [entry] = await account.ledger('message');
    expect(entry).toMatchObject({ platform_id: platformId, text: expect.stringContaining(text) });
    if (messages.send.class === 'D') throw new Error('not listed');
    const since = new Date(session.now().getTime() - 60_000);
    const sent = { ...conversation, text };
    const listed = await messages.send.list(session, sent, since);
    expect(listed.filter((item) => messages.send.class !== 'D' && messages.send.matches(sent, item))).toHaveLength(1);
  });
});
