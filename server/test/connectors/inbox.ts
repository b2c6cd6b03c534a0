import { describe, expect, test } from 'vitest';
import type { Connector } from '../../src/core/connector.ts';
import type { InboundItem } from '../../src/core/inbound/callbacks.ts';
import type { CommentRef, Comments, PlatformMention } from '../../src/core/messaging/inbox.ts';
import type { Session } from '../../src/core/session.ts';
import { proveEffect } from './effects.ts';
import { proveFaults } from './faults.ts';
import { polled, proveMessages } from './messages.ts';
import type { SimulatedAccount, Simulation } from './simulation.ts';
import { contentFor, failureOf, groupOf, MISSING_ID, newText, perform } from './steps.ts';

type Connect = () => Promise<SimulatedAccount>;

/** The inbox beside posts and comments: messages, reviews, mentions, and the changes of comments. */
export function proveInbox(connector: Connector, connect: Connect, simulation: () => Simulation): void {
  const { comments, messages, reviews, mentions } = connector;
  if (comments?.hiding || comments?.removal || comments?.liking || comments?.privateReply)
    proveCommentChanges(connector, comments, connect);
  if (messages) proveMessages(connector, connect, simulation);
  if (reviews) proveReviews(connector, connect);
  if (mentions) proveMentions(connector, connect);
}

function proveCommentChanges(connector: Connector, comments: Partial<Comments>, connect: Connect): void {
  const { hiding, liking, removal, privateReply } = comments;
  const begin = async () => {
    const account = await connect();
    const { platformId: platformPostId } = await perform(
      groupOf(connector.publishing),
      account.session,
      contentFor(connector),
    );
    const commentId = await account.visitor(newText('Rude'), platformPostId);
    const ref = { platformPostId, commentId };
    const ofKind = async (kind: string) =>
      (await account.ledger(kind)).filter(({ platform_id }) => platform_id === commentId);
    return { account, ref, ofKind };
  };

  describe('comments, changed', () => {
    for (const [name, mark, on, off] of [
      ['hides', hiding, 'hide', 'unhide'],
      ['likes', liking, 'like', 'unlike'],
    ] as const) {
      if (!mark) continue;
      test(`${name} a comment and takes it back, the same for all repeats`, async () => {
        const { account, ref, ofKind } = await begin();
        for (let time = 0; time < 2; time += 1) await perform(mark, account.session, { ...ref, isOn: true });
        expect((await ofKind(on)).length).toBeGreaterThan(0);
        expect(await ofKind(off)).toEqual([]);
        for (let time = 0; time < 2; time += 1) await perform(mark, account.session, { ...ref, isOn: false });
        expect((await ofKind(off)).length).toBeGreaterThan(0);
      });

      test(`${name}: what does not exist is not_found`, async () => {
        const { account, ref } = await begin();
        const missing = { ...ref, commentId: MISSING_ID, isOn: true };
        expect(['not_found', 'forbidden', 'rejected']).toContain(
          (await failureOf(perform(mark, account.session, missing))).kind,
        );
      });
    }

    test.runIf(hiding)('a hidden comment is marked as hidden where it is still listed', async () => {
      const { account, ref } = await begin();
      await perform(groupOf(hiding), account.session, { ...ref, isOn: true });
      const { items: listed } = await groupOf(comments.list)(account.session, ref.platformPostId);
      const comment = listed.find(({ platformId }) => platformId === ref.commentId);
      expect(comment?.isHidden ?? true).toBe(true);
    });

    if (privateReply) {
      test('answers a comment in private, once', async () => {
        const { account, ref } = await begin();
        const input = { ...ref, text: newText('In private') };
        const { platformId } = await perform(privateReply, account.session, input);
        expect(await account.ledger('message')).toMatchObject([{ platform_id: platformId, text: input.text }]);
        const again = { ...ref, text: newText('Again') };
        expect((await failureOf(perform(privateReply, account.session, again))).kind).toBe('rejected');
      });

      proveEffect('a private reply', privateReply, async () => {
        const { account, ref } = await begin();
        return { account, input: { ...ref, text: newText('In private') }, kind: 'message' };
      });
    }

    test.runIf(removal)('takes a comment down, once for all repeats', async () => {
      const { account, ref } = await begin();
      const { session } = account;
      const commentId = await removable(comments, session, ref);
      for (let time = 0; time < 3; time += 1) await perform(groupOf(removal), session, { ...ref, commentId });
      const entries = (await account.ledger('delete')).filter(({ platform_id }) => platform_id === commentId);
      expect(entries).toMatchObject([{ operation: 'delete_comment' }]);
      const { items: listed } = await groupOf(comments.list)(session, ref.platformPostId);
      expect(listed.map(({ platformId }) => platformId)).not.toContain(commentId);
    });
  });
}

/** A comment that may be taken down: the visitor's, or an own answer where only those may be. */
export async function removable(comments: Partial<Comments>, session: Session, ref: CommentRef): Promise<string> {
  if (comments.allows?.('removal', { isOwner: false }) !== false) return ref.commentId;
  const { platformPostId, commentId: parentId } = ref;
  const response = { platformPostId, parentId, text: newText('Mine') };
  return (await perform(groupOf(comments.reply), session, response)).platformId;
}

function proveReviews(connector: Connector, connect: Connect): void {
  const reviews = groupOf(connector.reviews);
  const begin = async () => {
    const account = await connect();
    const text = newText('Good');
    const { platform_id } = await account.visitorWrites('review', { text, rating: 4 });
    const read = async () => {
      const { items } = await reviews.list(account.session);
      return groupOf(items.find(({ platformId }) => platformId === platform_id));
    };
    const response = (words: string, reviewId = platform_id) =>
      perform(reviews.reply, account.session, { reviewId, text: words });
    return { account, text, reviewId: platform_id, read, response };
  };

  describe('reviews', () => {
    test('reads a review with its stars', async () => {
      const { text, read } = await begin();
      const review = await read();
      expect(review).toMatchObject({ rating: 4, text });
      expect(review.author.name ?? review.author.username).toBeTruthy();
      expect(review).not.toHaveProperty('reply');
    });

    test('replies to it once, then replaces the reply', async () => {
      const { account, reviewId, read, response } = await begin();
      const [first, second] = [newText('Thanks'), newText('Many thanks')];
      for (let time = 0; time < 2; time += 1) await response(first);
      expect((await read()).reply?.text).toBe(first);
      await response(second);
      expect((await read()).reply?.text).toBe(second);
      expect((await account.ledger('reply')).at(-1)).toMatchObject({ in_reply_to: reviewId, text: second });
    });

    test('a reply to a missing review fails', async () => {
      const { account, reviewId, response } = await begin();
      const missing = `${reviewId.slice(0, reviewId.lastIndexOf('/') + 1)}${MISSING_ID}`;
      expect((await failureOf(response('Nobody', missing))).kind).toBe('not_found');
      expect(await account.ledger('reply')).toEqual([]);
    });

    proveFaults('an answer to a review', { operation: 'reply', ledger: 'reply' }, async () => {
      const { account, response } = await begin();
      return { account, run: () => response(newText('Thanks')) };
    });
  });
}

function proveMentions(connector: Connector, connect: Connect): void {
  const mentions = groupOf(connector.mentions);
  const begin = async () => {
    const account = await connect();
    const before = mentions.list || !connector.polling ? undefined : await polled(connector, account);
    const text = newText('Look at this');
    const { platform_id, post_id } = await account.visitorWrites('mention', { text });
    const ref = { mentionId: platform_id, ...(post_id === undefined ? {} : { platformPostId: post_id }) };
    const heard = mentions.read
      ? [await mentions.read(account.session, ref)]
      : mentions.list
        ? (await mentions.list(account.session)).items
        : mentionsOf((await polled(connector, account, before?.cursor)).items);
    return { account, text, mention: groupOf(heard.find(({ platformId }) => platformId === platform_id)) };
  };

  describe.runIf(mentions.list || mentions.read || connector.polling)('mentions', () => {
    test('reads the mentions of the account', async () => {
      const { mention, text } = await begin();
      expect(mention.text).toContain(text.trim());
      expect(mention.author.username ?? mention.author.name ?? mention.author.id).toBeTruthy();
    });

    test.runIf(mentions.read)('reads nothing that does not mention it', async () => {
      const { account } = await begin();
      for (const mentionId of [MISSING_ID, '1){id}', '../me']) {
        const { kind } = await failureOf(groupOf(mentions.read)(account.session, { mentionId }));
        expect(['not_found', 'rejected', 'forbidden']).toContain(kind);
      }
    });

    if (!mentions.reply) return;
    const reply = mentions.reply;

    test('answers in public', async () => {
      const { account, mention } = await begin();
      const text = newText('Thank you');
      const { platformId } = await perform(reply, account.session, replyTo(mention, text));
      const [entry] = await account.ledger('reply');
      expect(entry).toMatchObject({ platform_id: platformId });
      expect(entry?.text).toContain(text);
    });

    proveEffect('an answer to a mention', reply, async () => {
      const { account, mention } = await begin();
      return { account, input: replyTo(mention, newText('Thank you')), kind: 'reply' };
    });
  });
}

export function replyTo({ platformId, platformPostId }: PlatformMention, text: string) {
  return { mentionId: platformId, ...(platformPostId === undefined ? {} : { platformPostId }), text };
}

function mentionsOf(items: readonly InboundItem[]): PlatformMention[] {
  return items.flatMap((item) => (item.kind === 'mention' ? [item.mention] : []));
}
