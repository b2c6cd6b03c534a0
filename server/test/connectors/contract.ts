import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SimulatedPlatform } from '../../../simulator/src/core/platform.ts';
import type { Connector } from '../../src/core/connector.ts';
import type { Session } from '../../src/core/session.ts';
import { proveNumber, proveTemplates } from './business-messaging.ts';
import { proveEditing, proveRemoval } from './edits-and-removals.ts';
import { proveEffect } from './effects.ts';
import { proveErrors } from './errors.ts';
import { proveFaults } from './faults.ts';
import { proveHostileResponses } from './hostile-responses.ts';
import { proveArrivals } from './inbound.ts';
import { proveInbox } from './inbox.ts';
import { proveMetrics } from './metrics.ts';
import { proveThreads } from './post-threads.ts';
import { type SimulatedAccount, Simulation } from './simulation.ts';
import {
  contentFor,
  failureOf,
  groupOf,
  image,
  MISSING_ID,
  makeReady,
  newText,
  perform,
  shownImage,
  video,
  withBoards,
} from './steps.ts';

/**
 * A connector is done when this passes against its simulated platform. `morePlatforms` replace those of the same name
 * in the simulator.
 */
export function proveConnector(given: Connector, morePlatforms: readonly SimulatedPlatform[] = []): void {
  const connector = withBoards(given);
  let running: Simulation;
  const simulation = () => running;
  const connect = () => running.connect(connector);
  beforeAll(async () => {
    running = await Simulation.start(morePlatforms);
  });
  afterAll(() => running?.close());
  describe(connector.displayName, () => {
    proveProfile(connector, connect);
    if (connector.auth.refresh) proveRefresh(connector, simulation);
    if (connector.publishing) provePublishing(connector, connect);
    if (connector.thread) proveThreads(connector, connect);
    if (connector.removal) proveRemoval(connector, connect);
    if (connector.editing) proveEditing(connector, connect);
    if (connector.metrics) proveMetrics(connector, connect);
    if (connector.comments?.list) proveComments(connector, connect);
    proveInbox(connector, connect, simulation);
    if (connector.templates) proveTemplates(connector, connect, simulation);
    if (connector.phoneNumber) proveNumber(connector, connect);
    if (connector.publishing) proveErrors(connector, simulation);
    else proveReads(connector, connect);
    if (connector.inbound || connector.polling) proveArrivals(connector, simulation);
    proveHostileResponses(connector, simulation);
  });
}

function proveProfile(connector: Connector, connect: () => Promise<SimulatedAccount>): void {
  test('reads the profile behind the tokens', async () => {
    const account = await connect();
    const profile = await connector.auth.profile(account.session);
    expect(profile).toMatchObject({ platformId: account.id, username: account.username, name: account.name });
  });
}

function proveReads(connector: Connector, connect: () => Promise<SimulatedAccount>): void {
  proveFaults('the profile', { operation: 'profile' }, async () => {
    const account = await connect();
    return { account, run: () => connector.auth.profile(account.session) };
  });
}

function proveRefresh(connector: Connector, simulation: () => Simulation): void {
  const refresh = groupOf(connector.auth.refresh);

  test('refreshes the tokens', async () => {
    const { session } = await simulation().connect(connector);
    // Old enough for platforms that prolong tokens only after a day.
    await simulation().advance(25 * 3600);
    const tokens = await refresh(session);
    expect(new Date(groupOf(tokens.expiresAt)).getTime()).toBeGreaterThan(session.now().getTime());
    await expect(connector.auth.profile({ ...session, tokens })).resolves.toBeDefined();
  });

  test('tells a rejected refresh from other errors', async () => {
    const { session } = await simulation().connect(connector);
    const forged = { ...session, tokens: { accessToken: 'forged', refreshToken: 'forged' } };
    expect(await failureOf(refresh(forged))).toMatchObject({ kind: 'auth_expired', facts: { invalidGrant: true } });
    expect((await failureOf(connector.auth.profile(forged))).facts.invalidGrant).toBeUndefined();
  });
}

function provePublishing(connector: Connector, connect: () => Promise<SimulatedAccount>): void {
  const publishing = groupOf(connector.publishing);
  const { media, text } = connector.limits;

  test.runIf(!media.required)('publishes a text', async () => {
    const account = await connect();
    const content = contentFor(connector);
    const published = await perform(publishing, account.session, content);
    expect(await account.ledger('post')).toMatchObject([{ platform_id: published.platformId, text: content.text }]);
    expect(published.permalink).toMatch(/^https?:\/\//);
  });

  test('publishes a text with an image and its description', async () => {
    const account = await connect();
    const content = contentFor(connector, [image]);
    const { platformId } = await perform(publishing, account.session, content);
    const [post] = await account.ledger('post');
    const shown = content.media.map(() => shownImage(connector));
    expect(post).toMatchObject({ platform_id: platformId, text: content.text, media: shown });
  });

  test.runIf(media.imagesMax > 1)('publishes several images', async () => {
    const account = await connect();
    const images = Array.from({ length: Math.min(media.imagesMax, Math.max(media.imagesMin, 4)) }, () => image);
    await perform(publishing, account.session, contentFor(connector, images));
    expect((await account.ledger('post'))[0]?.media).toHaveLength(images.length);
  });

  test.runIf(media.videosMax > 0 && publishing.ready)('waits for a video that is not ready', async () => {
    const account = await connect();
    const content = contentFor(connector, [video]);
    await account.fault('not_ready', { polls: 2 });
    const prepared = groupOf(await publishing.prepare?.(account.session, content));
    const ready = groupOf(publishing.ready);
    expect(await ready(account.session, prepared)).toMatchObject({ state: 'not_ready' });
    expect(await account.ledger('post')).toEqual([]);
    expect(await makeReady({ ...publishing, prepare: async () => prepared }, account.session, content)).toEqual(
      prepared,
    );
    const { platformId } = await publishing.send(account.session, content, prepared, randomUUID());
    expect(await account.ledger('post')).toMatchObject([{ platform_id: platformId, media: [{}] }]);
  });

  test('rejects media that cannot be read', async () => {
    const account = await connect();
    const content = contentFor(connector, [{ type: 'image', url: 'https://simulator.test/files/missing.jpg' }]);
    expect((await failureOf(makeReady(publishing, account.session, content))).kind).toBe('rejected');
  });

  test('counts a plain text as it is', () => {
    expect(text.count?.('Hello world') ?? 11).toBe(11);
  });

  proveEffect('a post', publishing, async () => {
    const account = await connect();
    // An upload in steps has a state to read. Media fetched by address may have none before the send.
    const isRead = publishing.class === 'B' && media.videosMax > 0;
    return { account, input: contentFor(connector, [isRead ? video : image]), kind: 'post' };
  });
}

function proveComments(connector: Connector, connect: () => Promise<SimulatedAccount>): void {
  const comments = groupOf(connector.comments);
  const list = groupOf(comments.list);
  const publishPost = async () => {
    const account = await connect();
    const { platformId } = await perform(groupOf(connector.publishing), account.session, contentFor(connector));
    return { account, postId: platformId };
  };
  const listed = async ({ session }: { session: Session }, postId: string, id: string) =>
    groupOf((await list(session, postId)).items.find(({ platformId }) => platformId === id));

  test('reads the comments of visitors and the replies to them', async () => {
    const { account, postId } = await publishPost();
    expect((await list(account.session, postId)).items).toEqual([]);
    const text = newText('Nice');
    const first = await account.visitor(text, postId);
    const second = await account.visitor(newText('Indeed'), postId, first);
    const comment = await listed(account, postId, first);
    expect(comment).toMatchObject({ platformPostId: postId, isOwner: false });
    expect(comment.text).toContain(text);
    expect(comment).not.toHaveProperty('parentId');
    expect(comment.author.id).not.toBe('');
    expect(comment.author.username ?? comment.author.name).toBeTruthy();
    expect(Math.abs(comment.createdAt.getTime() - account.session.now().getTime())).toBeLessThan(60_000);
    expect(await listed(account, postId, second)).toMatchObject({ platformPostId: postId, parentId: first });
  });

  test('has no comments for a post that does not exist', async () => {
    const { session } = await connect();
    const unknown = list(session, MISSING_ID).then(
      ({ items }) => items,
      ({ kind }) => kind,
    );
    expect([[], 'not_found']).toContainEqual(await unknown);
  });

  const reply = comments.reply;
  if (!reply) return;

  test('replies to a comment, and the reply is its own', async () => {
    const { account, postId } = await publishPost();
    const parentId = await account.visitor(newText('Question'), postId);
    const text = newText('Answer');
    const { platformId } = await perform(reply, account.session, { platformPostId: postId, parentId, text });
    const [entry] = await account.ledger('reply');
    expect(entry).toMatchObject({ platform_id: platformId, in_reply_to: parentId });
    expect(entry?.text).toContain(text);
    expect(await listed(account, postId, platformId)).toMatchObject({ parentId, isOwner: true });
  });

  test('comments on the post itself', async () => {
    const { account, postId } = await publishPost();
    const input = { platformPostId: postId, text: newText('More') };
    const { platformId } = await perform(reply, account.session, input);
    const entries = (await account.ledger()).filter(({ in_reply_to }) => in_reply_to === postId);
    expect(entries).toMatchObject([{ platform_id: platformId, text: input.text }]);
    expect(await listed(account, postId, platformId)).not.toHaveProperty('parentId');
  });

  test('does not take a reply for a post', async () => {
    const { account, postId } = await publishPost();
    const { session } = account;
    const input = { platformPostId: postId, text: newText('Not a post') };
    await perform(reply, session, input);
    const publishing = groupOf(connector.publishing);
    if (publishing.class === 'D') return;
    const post = { ...contentFor(connector), text: input.text };
    const listed = await publishing.list(session, post, new Date(session.now().getTime() - 120_000));
    expect(listed.filter((item) => publishing.matches(post, item))).toEqual([]);
  });

  test('cannot reply to a missing post', async () => {
    const { account } = await publishPost();
    const input = { platformPostId: MISSING_ID, text: newText('Nobody') };
    const { kind } = await failureOf(perform(reply, account.session, input));
    expect(['not_found', 'rejected', 'forbidden']).toContain(kind);
    expect(await account.ledger('reply')).toEqual([]);
  });

  proveEffect('a reply', reply, async () => {
    const { account, postId } = await publishPost();
    const parentId = await account.visitor(newText('Question'), postId);
    const input = { platformPostId: postId, parentId, text: newText('Answer') };
    return { account, input, kind: 'reply', inReplyTo: parentId };
  });
}
