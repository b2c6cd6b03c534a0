import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Connector } from '../../src/core/connector.ts';
import { PlatformError } from '../../src/core/platform-error.ts';
import type { PlatformHttp, PlatformResponse, Session } from '../../src/core/session.ts';
import { randomRuns } from '../random-runs.ts';
import { decide, newName, sampleTemplate, templateMessage } from './business-messaging.ts';
import { removable, replyTo } from './inbox.ts';
import { changesOf, readsOf } from './reads-and-changes.ts';
import { anyMutation, mutate } from './response-mutations.ts';
import { shapes } from './result-schemas.ts';
import type { SimulatedAccount, Simulation } from './simulation.ts';
import {
  type AnyEffect,
  contentFor,
  groupOf,
  image,
  makeReady,
  newPostText,
  newText,
  perform,
  video,
} from './steps.ts';

/** Mutations of real responses for each connector, spread over its steps; `MUTATIONS=10000` for more. */
const RUNS = Number(process.env.MUTATIONS ?? randomRuns(500));

interface Step {
  readonly session: Session;
  readonly name: string;
  /** The error kind of a lost or unreadable response; platforms differ for a refresh. */
  readonly doubt?: 'unknown' | 'either';
  readonly shape: z.ZodType;
  readonly run: (session: Session) => Promise<unknown>;
}

export function proveHostileResponses(connector: Connector, simulation: () => Simulation): void {
  describe('hostile responses', () => {
    test(`${RUNS} of them give a valid value or a PlatformError`, async () => {
      const steps = await arrangeSteps(connector, simulation());
      const recordings = new Map<string, { step: Step; responses: readonly PlatformResponse[] }>();
      for (const step of steps) {
        const responses = await record(step);
        if (responses.length > 0) recordings.set(step.name, { step, responses });
      }
      const anyCase = fc.record({
        name: fc.constantFrom(...recordings.keys()),
        call: fc.nat({ max: 100 }),
        mutation: anyMutation,
      });
      const property = fc.asyncProperty(anyCase, async ({ name, call, mutation }) => {
        const { step, responses } = groupOf(recordings.get(name));
        const index = call % responses.length;
        const mutated = mutate(groupOf(responses[index]), mutation);
        const http = replay(responses.with(index, mutated));
        const outcome = await step.run({ ...step.session, http }).catch((error: unknown) => {
          if (error instanceof PlatformError) return error;
          throw error;
        });
        if (!(outcome instanceof PlatformError)) return void step.shape.parse(outcome);
        const isInDoubt = mutated.status < 300 || mutated.status >= 500;
        if (step.doubt === 'unknown' && isInDoubt) expect(outcome.kind).toBe('unknown');
        if (step.doubt === undefined) expect(outcome.kind).not.toBe('unknown');
      });
      await fc.assert(property, { numRuns: RUNS });
    });
  });
}

/** Every call of the connector, on an account where there is something to read. */
async function arrangeSteps(connector: Connector, simulation: Simulation): Promise<readonly Step[]> {
  const { auth, publishing, thread, removal, editing, metrics, comments, polling } = connector;
  const { messages, reviews, mentions, templates, phoneNumber } = connector;
  const steps: Step[] = [];
  const add = ({ session }: SimulatedAccount, step: Omit<Step, 'session'>) => steps.push({ session, ...step });

  const aged = await simulation.connect(connector);
  if (auth.refresh) {
    await simulation.advance(25 * 3600);
    add(aged, { name: 'refresh', doubt: 'either', shape: shapes.tokens, run: auth.refresh });
  }
  const account = await simulation.connect(connector);
  const { session } = account;
  add(account, { name: 'profile', shape: shapes.profile, run: auth.profile });
  const since = new Date(session.now().getTime() - 120_000);
  const addEffect = async <Input>(name: string, effect: AnyEffect<Input>, input: Input) => {
    const { prepare, ready } = effect;
    const prepared = await makeReady(effect, session, input);
    if (prepare) add(account, { name: `prepare ${name}`, shape: shapes.prepared, run: (s) => prepare(s, input) });
    if (ready) add(account, { name: `ready ${name}`, shape: shapes.readiness, run: (s) => ready(s, prepared) });
    const send = (s: Session) => effect.send(s, input, prepared, `key-of-${name}`);
    add(account, { name: `send ${name}`, doubt: 'unknown', shape: shapes.published, run: send });
    if (effect.class === 'B') {
      add(account, { name: `state ${name}`, shape: shapes.state, run: (s) => effect.state(s, prepared) });
    }
    if ('list' in effect) {
      add(account, { name: `list ${name}`, shape: shapes.listed, run: (s) => effect.list(s, input, since) });
    }
  };
  if (messages) {
    const { platform_id: id, user_id: writer } = await account.visitorWrites('message', { text: newText('Hello') });
    const written = (await messages.conversations?.(session))?.items[0];
    const conversationId = written?.platformId ?? writer ?? id;
    const participantId = written?.participant.id ?? writer ?? id;
    const { conversations, list } = messages;
    if (conversations)
      add(account, { name: 'conversations', shape: shapes.conversations, run: (s) => conversations(s) });
    if (list) add(account, { name: 'messages', shape: shapes.messages, run: (s) => list(s, conversationId) });
    await addEffect('message', messages.send, { conversationId, participantId, text: newText('Thanks') });
  }
  if (reviews) {
    const { platform_id: reviewId } = await account.visitorWrites('review', { text: newText('Good'), rating: 5 });
    add(account, { name: 'reviews', shape: shapes.reviews, run: (s) => reviews.list(s) });
    await addEffect('review reply', reviews.reply, { reviewId, text: newText('Thanks') });
  }
  if (mentions?.list) {
    const { list, reply } = mentions;
    await account.visitorWrites('mention', { text: newText('Look') });
    add(account, { name: 'mentions', shape: shapes.mentions, run: (s) => list(s) });
    const mention = groupOf((await list(session)).items[0]);
    if (reply) await addEffect('mention reply', reply, replyTo(mention, newText('Thanks')));
  }
  if (mentions?.read) {
    const { read, reply } = mentions;
    const { platform_id: mentionId, post_id } = await account.visitorWrites('mention', { text: newText('Look') });
    const ref = { mentionId, ...(post_id === undefined ? {} : { platformPostId: post_id }) };
    add(account, { name: 'mention', shape: shapes.mention, run: (s) => read(s, ref) });
    if (reply) await addEffect('mention reply', reply, { ...ref, text: newText('Thanks') });
  }
  if (templates) {
    const made = await templates.create(session, sampleTemplate(newName()));
    add(account, { name: 'templates', shape: shapes.templates, run: (s) => templates.list(s, { limit: 5 }) });
    add(account, { name: 'template', shape: shapes.template, run: (s) => templates.get(s, made.id) });
    await decide(simulation, account, made.id);
    await addEffect('template message', templates.send, templateMessage((await templates.get(session, made.id)).name));
  }
  if (phoneNumber) {
    add(account, { name: 'number', shape: shapes.numberStatus, run: phoneNumber.status });
    add(account, { name: 'business profile', shape: shapes.businessProfile, run: phoneNumber.profile });
  }
  if (!publishing) return steps;

  const media = connector.limits.media.videosMax > 0 ? video : image;
  await addEffect('post', publishing, contentFor(connector, [media]));

  const { platformId: postId } = await perform(publishing, session, contentFor(connector));
  const part = { content: contentFor(connector), parentId: postId, rootId: postId };
  if (thread) await addEffect('part', thread, part);
  if (editing) await addEffect('edit', editing, { platformId: postId, text: newPostText(connector, 'Better') });
  if (removal) await addEffect('removal', removal, await perform(publishing, session, contentFor(connector)));
  if (metrics) {
    add(account, { name: 'metrics', shape: shapes.metrics, run: (s) => metrics(s, { platformId: postId }) });
  }
  const { postsMetrics, accountMetrics, dailyMetrics, archive } = connector;
  if (archive) add(account, { name: 'archive', shape: shapes.archive, run: (s) => archive.list(s) });
  const captions = archive?.captions;
  if (captions) add(account, { name: 'captions', shape: shapes.captions, run: (s) => captions(s, postId) });
  if (postsMetrics)
    add(account, { name: 'metrics of posts', shape: shapes.postsMetrics, run: (s) => postsMetrics.read(s, [postId]) });
  if (accountMetrics) add(account, { name: 'account metrics', shape: shapes.accountMetrics, run: accountMetrics });
  if (dailyMetrics) {
    const day = session.now().toISOString().slice(0, 10);
    add(account, { name: 'daily metrics', shape: shapes.dailyMetrics, run: (s) => dailyMetrics.read(s, day, day) });
  }
  for (const [name, read] of await readsOf(connector, account, postId))
    add(account, { name: `read ${name}`, shape: shapes.read, run: read });
  const boardId = String(session.account.metadata.board);
  for (const [index, [change, input]] of changesOf(connector, postId, boardId).entries())
    await addEffect(`change ${index}`, change, input as never);
  const poll = (posts: readonly string[]) => {
    if (polling) add(account, { name: 'poll', shape: shapes.polled, run: (s) => polling.poll(s, undefined, posts) });
  };
  if (!comments && (reviews || !polling)) {
    poll([postId]);
    return steps;
  }

  const commentId = await account.visitor(newText('Nice'), postId);
  await account.visitor(newText('Indeed'), postId, commentId);
  const list = comments?.list;
  if (list) add(account, { name: 'comments', shape: shapes.comments, run: (s) => list(s, postId) });
  poll([postId]);
  const input = { platformPostId: postId, parentId: commentId, text: newText('Thanks') };
  if (comments?.reply) await addEffect('reply', comments.reply, input);
  const ref = { platformPostId: postId, commentId };
  if (comments?.hiding) await addEffect('hiding', comments.hiding, { ...ref, isOn: true });
  if (comments?.liking) await addEffect('liking', comments.liking, { ...ref, isOn: true });
  if (comments?.removal) {
    const removed = { ...ref, commentId: await removable(comments, session, ref) };
    await addEffect('comment removal', comments.removal, removed);
  }
  return steps;
}

async function record(step: Step): Promise<readonly PlatformResponse[]> {
  const responses: PlatformResponse[] = [];
  const real = step.session.http;
  const http: PlatformHttp = {
    async send(request) {
      const response = await real.send(request);
      responses.push(response);
      return response;
    },
  };
  step.shape.parse(await step.run({ ...step.session, http }));
  return responses;
}

/** Gives the responses in order, and the last one again to whoever asks on; a client that never stops is a failure too. */
function replay(responses: readonly PlatformResponse[]): PlatformHttp {
  let calls = 0;
  return {
    async send() {
      calls += 1;
      if (calls > 200) throw new Error('The connector asks without end.');
      return groupOf(responses[Math.min(calls, responses.length) - 1]);
    },
  };
}
