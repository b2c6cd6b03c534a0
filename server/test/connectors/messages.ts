import { describe, expect, test } from 'vitest';
import type { Connector } from '../../src/core/connector.ts';
import { commentsOf, type InboundItem } from '../../src/core/inbound/callbacks.ts';
import type { MessageInput, PlatformMessage } from '../../src/core/messaging/messages.ts';
import { proveEffect } from './effects.ts';
import { proveFaults } from './faults.ts';
import { heardBy } from './inbound.ts';
import type { SimulatedAccount, Simulation } from './simulation.ts';
import { failureOf, groupOf, image, MISSING_ID, newText, perform } from './steps.ts';

/** Items that arrived since the first poll, on platforms that are polled. */
export async function polled(connector: Connector, account: SimulatedAccount, cursor?: string) {
  return await groupOf(connector.polling).poll(account.session, cursor, []);
}

/** Private messages: what visitors write is read, answers arrive once. */
export function proveMessages(
  connector: Connector,
  connect: () => Promise<SimulatedAccount>,
  simulation: () => Simulation,
): void {
  const messages = groupOf(connector.messages);

  /** A visitor has written; the message as the connector tells it. */
  const begin = async () => {
    const account = await connect();
    const before = connector.polling && !messages.list ? await polled(connector, account) : undefined;
    const text = newText('Good day');
    let platform_id = '';
    const write = async () => {
      ({ platform_id } = await account.visitorWrites('message', { text }));
    };
    const heard = messages.list
      ? await write().then(() => everyMessage(account))
      : connector.polling
        ? await write().then(async () => messagesOf((await polled(connector, account, before?.cursor)).items))
        : messagesOf((await heardBy(connector, simulation(), account, write, ({ length }) => length > 0)).items);
    const message = groupOf(heard.find(({ platformId }) => platformId === platform_id));
    const answer = (): MessageInput => ({
      conversationId: message.conversationId,
      participantId: message.participant.id,
      text: newText('Thank you'),
    });
    return { account, text, message, answer };
  };

  const everyMessage = async ({ session }: SimulatedAccount): Promise<PlatformMessage[]> => {
    const { items } = await groupOf(messages.conversations)(session);
    const lists = items.map(({ platformId }) => groupOf(messages.list)(session, platformId));
    return (await Promise.all(lists)).flatMap((list) => list.items);
  };

  describe('messages', () => {
    test('reads a message of a visitor', async () => {
      const { message, text, account } = await begin();
      expect(message).toMatchObject({ isOwn: false });
      expect(message.text).toContain(text.trim());
      expect(message.participant.id).not.toBe('');
      expect(Math.abs(message.createdAt.getTime() - account.session.now().getTime())).toBeLessThan(60_000);
    });

    test.runIf(messages.conversations)('lists the conversation with its other side', async () => {
      const { account, message } = await begin();
      const { items } = await groupOf(messages.conversations)(account.session);
      expect(items).toMatchObject([
        { platformId: message.conversationId, participant: { id: message.participant.id } },
      ]);
    });

    test('answers, and the answer is its own', async () => {
      const { account, answer } = await begin();
      const input = answer();
      const { platformId } = await perform(messages.send, account.session, input);
      // Some platforms put the reader's name before the text.
      const text = expect.stringContaining(groupOf(input.text));
      expect(await account.ledger('message')).toMatchObject([{ platform_id: platformId, text }]);
      if (!messages.list) return;
      const own = (await everyMessage(account)).filter(({ isOwn }) => isOwn);
      expect(own).toMatchObject([{ platformId, text: input.text }]);
    });

    test.runIf(messages.limits.attachments.includes('image'))('sends an image', async () => {
      const { account, answer } = await begin();
      const { text: _, ...input } = answer();
      const { platformId } = await perform(messages.send, account.session, { ...input, attachment: image });
      expect(await account.ledger('message')).toMatchObject([{ platform_id: platformId, media: [{}] }]);
    });

    if (messages.limits.isInteractive) {
      const choices = {
        'quick replies': { quick_replies: [{ title: 'Yes', payload: 'YES' }, { title: 'No' }] },
        buttons: { buttons: [{ type: 'url', title: 'Look', url: 'https://example.com/' }] },
        cards: { cards: [{ title: 'One', subtitle: 'of two', buttons: [{ type: 'postback', title: 'Go' }] }] },
      };
      for (const [name, interactive] of Object.entries(choices)) {
        test(`sends ${name}, and finds them when the answer was lost`, async () => {
          const { account, answer } = await begin();
          const input = { ...answer(), interactive };
          const since = new Date(account.session.now().getTime() - 120_000);
          await account.fault('accept_drop', { operation: 'send_message' });
          expect((await failureOf(perform(messages.send, account.session, input))).kind).toBe('unknown');
          if (messages.send.class !== 'C') return;
          const listed = await messages.send.list(account.session, input, since);
          const found = listed.filter((item) => messages.send.class === 'C' && messages.send.matches(input, item));
          const [entry, ...others] = await account.ledger('message');
          expect(others).toEqual([]);
          expect(found).toMatchObject([{ platformId: entry?.platform_id }]);
        });
      }

      test.each([
        { quick_replies: [{ title: 'more than twenty characters' }] },
        { buttons: [] },
        { buttons: [{ type: 'url', title: 'Nowhere' }] },
        { cards: [{ subtitle: 'without a title' }] },
        { carousel: [] },
      ])('rejects %j before it is sent', async (interactive) => {
        const { account, answer } = await begin();
        const error = await failureOf(perform(messages.send, account.session, { ...answer(), interactive }));
        expect(error).toMatchObject({ kind: 'rejected', facts: { field: 'interactive' } });
        expect(await account.ledger('message')).toEqual([]);
      });
    }

    test('cannot write to nobody', async () => {
      const { account } = await begin();
      const input = { conversationId: MISSING_ID, participantId: MISSING_ID, text: newText('Nobody') };
      const { kind } = await failureOf(perform(messages.send, account.session, input));
      expect(['not_found', 'rejected', 'forbidden']).toContain(kind);
      expect(await account.ledger('message')).toEqual([]);
    });

    proveEffect('a message', messages.send, async () => {
      const { account, answer } = await begin();
      return { account, input: answer(), kind: 'message' };
    });

    proveFaults('a message', { operation: 'send_message', ledger: 'message' }, async () => {
      const { account, answer } = await begin();
      return { account, run: () => perform(messages.send, account.session, answer()) };
    });
  });
}

function messagesOf(items: readonly InboundItem[]): PlatformMessage[] {
  expect(commentsOf(items)).toEqual([]);
  return items.flatMap((item) => (item.kind === 'message' ? [item.message] : []));
}
