import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Connector } from '../../src/core/connector.ts';
import { commentsOf, type Inbound, type InboundItem } from '../../src/core/inbound/callbacks.ts';
import type { PlatformComment } from '../../src/core/messaging/inbox.ts';
import type { AppCredentials } from '../../src/core/session.ts';
import { randomRuns } from '../random-runs.ts';
import { anyMutation, mutate } from './response-mutations.ts';
import { shapes } from './result-schemas.ts';
import type { SimulatedAccount, Simulation } from './simulation.ts';
import { contentFor, groupOf, newText, perform } from './steps.ts';

/** A visitor's comment comes in by itself: by callback where the platform pushes, else by polling. */
export function proveArrivals(connector: Connector, simulation: () => Simulation): void {
  const { publishing } = connector;
  if (publishing === undefined) {
    // A platform without posts has no comments; people send messages there.
    if (connector.inbound) describe('arrivals', () => proveMessageCallbacks(connector, simulation));
    return;
  }
  const publishPost = async () => {
    const account = await simulation().connect(connector);
    const published = await perform(publishing, account.session, contentFor(connector));
    return { account, postId: published.platformId };
  };
  describe('arrivals', () => {
    if (connector.polling && connector.reviews) provePolledReviews(connector, simulation);
    else if (connector.polling) provePolling(connector, simulation, publishPost);
    if (connector.inbound) proveCallbacks(connector, simulation, publishPost);
  });
}

type Arrange = () => Promise<{ account: SimulatedAccount; postId: string }>;

function idsOf(items: readonly InboundItem[]): string[] {
  return commentsOf(items).map(({ platformId }) => platformId);
}

function provePolledReviews(connector: Connector, simulation: () => Simulation): void {
  test('polls the reviews of visitors until the cursor has passed them', async () => {
    const account = await simulation().connect(connector);
    const { poll } = groupOf(connector.polling);
    const text = newText('Good');
    await account.visitorWrites('review', { text, rating: 5 });
    const first = await poll(account.session, undefined, []);
    expect(first.items).toMatchObject([{ kind: 'review', review: { text, rating: 5 } }]);
    await simulation().advance(600);
    const later = await poll(account.session, first.cursor, []);
    expect((await poll(account.session, later.cursor, [])).items).toEqual([]);
  });
}

function provePolling(connector: Connector, simulation: () => Simulation, publishPost: Arrange): void {
  const { poll } = groupOf(connector.polling);

  test('polls the comments of visitors until the cursor has passed them', async () => {
    const { account, postId } = await publishPost();
    const { session } = account;
    const other = await perform(groupOf(connector.publishing), session, contentFor(connector));
    const posts = [postId, other.platformId];
    const empty = await poll(session, undefined, posts);
    expect(empty.items).toEqual([]);

    const text = newText('Nice');
    const first = await account.visitor(text, postId);
    const second = await account.visitor(newText('Indeed'), postId, first);
    const third = await account.visitor(newText('Here too'), other.platformId);
    const polled = await poll(session, empty.cursor, posts);
    expect(idsOf(polled.items)).toEqual([first, second, third]);
    const comments = commentsOf(polled.items);
    expect(comments[0]).toMatchObject({ platformPostId: postId, isOwner: false });
    expect(comments[0]?.text).toContain(text);
    expect(comments[1]).toMatchObject({ platformPostId: postId, parentId: first });
    expect(comments[2]).toMatchObject({ platformPostId: other.platformId });

    await simulation().advance(600);
    const settled = await poll(session, polled.cursor, posts);
    const fourth = await account.visitor(newText('Late'), postId);
    const last = await poll(session, settled.cursor, posts);
    expect(idsOf(last.items)).toEqual([fourth]);
  });

  test.runIf(connector.comments?.list)('polled comments equal the listed ones', async () => {
    const { account, postId } = await publishPost();
    await account.visitor(newText('Nice'), postId);
    const { items } = await poll(account.session, undefined, [postId]);
    const { items: listed } = await groupOf(connector.comments?.list)(account.session, postId);
    const withoutRaw = ({ raw: _, ...comment }: PlatformComment) => comment;
    expect(commentsOf(items).map(withoutRaw)).toEqual(listed.map(withoutRaw));
  });
}

interface Callback {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** A callback address that answers the handshake with the connector and keeps what arrives. */
export async function receive(connector: Connector, verifyToken: string) {
  const inbound = groupOf(connector.inbound);
  const callbacks: Callback[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const challenge = inbound.handshake?.(Object.fromEntries(url.searchParams), verifyToken);
    if (request.method === 'GET') return response.writeHead(challenge === undefined ? 403 : 200).end(challenge);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      callbacks.push({ body: Buffer.concat(chunks), headers: request.headers as Record<string, string> });
      response.end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  return { url, callbacks, [Symbol.dispose]: () => void server.close() };
}

function proveCallbacks(connector: Connector, simulation: () => Simulation, publishPost: Arrange): void {
  const inbound = groupOf(connector.inbound);
  const verifyToken = 'a-verify-token';

  /** The callback that an act of a visitor leads to. */
  const hearOf = async <Acted>(account: SimulatedAccount, act: () => Promise<Acted>) => {
    await connector.auth.subscribe?.(account.session);
    using receiver = await receive(connector, verifyToken);
    const options = { callback_url: receiver.url, verify_token: verifyToken };
    await simulation().control('PUT', `/apps/${connector.platform}`, options);
    const acted = await act();
    const callback = await expect
      .poll(() => receiver.callbacks[0], { timeout: 5000 })
      .toBeDefined()
      .then(() => receiver.callbacks[0]);
    return { acted, callback: groupOf(callback) };
  };

  const hear = async () => {
    const { account, postId } = await publishPost();
    const text = newText('Nice');
    const { acted: commentId, callback } = await hearOf(account, () => account.visitor(text, postId));
    return { account, postId, commentId, text, callback };
  };

  test.runIf(connector.mentions)('a callback brings the mention, or where to read it', async () => {
    const account = await simulation().connect(connector);
    const text = newText('Look');
    const { acted, callback } = await hearOf(account, () => account.visitorWrites('mention', { text }));
    const { session } = account;
    const notices = inbound.split(JSON.parse(callback.body.toString()));
    expect(notices).toMatchObject([{ platformAccountId: account.id }]);
    const [item, ...others] = inbound.parse(groupOf(notices[0]), session.account);
    expect(others).toEqual([]);
    const told = item?.kind === 'mention_notice' ? item.mention : undefined;
    const mention = item?.kind === 'mention' ? item.mention : await connector.mentions?.read?.(session, groupOf(told));
    expect(mention).toMatchObject({ platformId: acted.platform_id });
    expect(mention?.text).toContain(text.trim());
    expect(mention?.author.username ?? mention?.author.name).toBeTruthy();
  });

  test('a callback brings the comment, signed and with a key of its own', async () => {
    const { account, postId, commentId, text, callback } = await hear();
    const { session } = account;
    expect(inbound.verify(callback.body, callback.headers, session.app)).toBe(true);
    const split = () => inbound.split(JSON.parse(callback.body.toString()));
    const [notice, ...others] = split();
    expect(others).toEqual([]);
    expect(groupOf(notice)).toMatchObject({ platformAccountId: account.id });
    expect(split()[0]?.key).toBe(notice?.key);
    const [comment] = commentsOf(inbound.parse(groupOf(notice), session.account));
    expect(comment).toMatchObject({ platformId: commentId, platformPostId: postId, isOwner: false });
    expect(comment?.text).toContain(text);
  });

  test('one flipped bit of body or signature is rejected', async () => {
    const { account, callback } = await hear();
    assertSigned(inbound, account.session.app, callback);
  });

  test(CHANGED, async () => {
    const { account, callback } = await hear();
    assertReadable(inbound, account, callback);
  });

  test('a handshake with another token is rejected', () => {
    const query = { 'hub.mode': 'subscribe', 'hub.verify_token': 'wrong', 'hub.challenge': '1' };
    expect(inbound.handshake?.(query, verifyToken)).toBeUndefined();
  });
}

function assertSigned(inbound: Inbound, app: AppCredentials, callback: Callback): void {
  for (let bit = 0; bit < callback.body.length * 8; bit += 97) {
    const body = Buffer.from(callback.body);
    body.writeUInt8(body.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(inbound.verify(body, callback.headers, app)).toBe(false);
  }
  const signatures = Object.entries(callback.headers).filter(([name]) => name.includes('signature'));
  expect(signatures).not.toEqual([]);
  const flipped = signatures.map(([name, value]) => [name, value.slice(0, -1) + (value.endsWith('0') ? '1' : '0')]);
  expect(inbound.verify(callback.body, { ...callback.headers, ...Object.fromEntries(flipped) }, app)).toBe(false);
  const bare = Object.entries(callback.headers).filter(([name]) => !name.includes('signature'));
  expect(inbound.verify(callback.body, Object.fromEntries(bare), app)).toBe(false);
  expect(inbound.verify(callback.body, callback.headers, { ...app, clientSecret: 'another' })).toBe(false);
}

/** Items that arrived by callback during `act`, for platforms that report messages only by callback. */
export async function heardBy(
  connector: Connector,
  simulation: Simulation,
  account: SimulatedAccount,
  act: () => Promise<unknown>,
  isEnough: (items: readonly InboundItem[]) => boolean,
) {
  const inbound = groupOf(connector.inbound);
  const verifyToken = 'a-verify-token';
  await connector.auth.subscribe?.(account.session);
  using receiver = await receive(connector, verifyToken);
  const options = { callback_url: receiver.url, verify_token: verifyToken };
  await simulation.control('PUT', `/apps/${connector.platform}`, options);
  await act();
  const notices = () =>
    receiver.callbacks
      .flatMap(({ body }) => inbound.split(JSON.parse(body.toString())))
      .filter(({ platformAccountId }) => platformAccountId === account.id);
  const items = () => notices().flatMap((notice) => inbound.parse(notice, account.session.account));
  await expect.poll(() => isEnough(items()), { timeout: 5000 }).toBe(true);
  return { items: items(), notices: notices(), callbacks: receiver.callbacks };
}

function proveMessageCallbacks(connector: Connector, simulation: () => Simulation): void {
  const inbound = groupOf(connector.inbound);
  const hear = async () => {
    const account = await simulation().connect(connector);
    const text = newText('Good day');
    let id = '';
    const write = async () => {
      id = (await account.visitorWrites('message', { text })).platform_id;
    };
    const heard = await heardBy(connector, simulation(), account, write, (items) => items.length > 0);
    return { account, text, id, ...heard };
  };

  test('a callback brings the message, signed and with a key of its own', async () => {
    const { account, text, id, items, notices, callbacks } = await hear();
    expect(items).toMatchObject([{ kind: 'message', message: { platformId: id, isOwn: false, text } }]);
    const [callback] = callbacks;
    expect(inbound.verify(groupOf(callback).body, groupOf(callback).headers, account.session.app)).toBe(true);
    const again = inbound.split(JSON.parse(groupOf(callback).body.toString()));
    expect(again.map(({ key }) => key)).toEqual(notices.map(({ key }) => key));
    shapes.polled.parse({ items });
  });

  test('one flipped bit of body or signature is rejected', async () => {
    const { account, callbacks } = await hear();
    assertSigned(inbound, account.session.app, groupOf(callbacks[0]));
  });

  test(CHANGED, async () => {
    const { account, callbacks } = await hear();
    assertReadable(inbound, account, groupOf(callbacks[0]));
  });
}

const CHANGED = 'every changed callback gives items or nothing, never an error';

function assertReadable(inbound: Inbound, { session }: SimulatedAccount, { body }: Callback): void {
  const response = { status: 200, headers: {}, text: body.toString(), json: JSON.parse(body.toString()) };
  const property = fc.property(anyMutation, (mutation) => {
    const { json } = mutate(response, mutation);
    const items = inbound.split(json).flatMap((notice) => inbound.parse(notice, session.account));
    shapes.polled.parse({ items });
  });
  fc.assert(property, { numRuns: randomRuns(1000) });
}
