import { sql } from 'kysely';
import { newId } from '../../src/core/ids.ts';
import type { Person } from '../../src/core/messaging/inbox.ts';
import type { Runner } from '../../src/db/query.ts';
import { takePrivateReply } from '../../src/features/comments/comment.repository.ts';
import { storeComments } from '../../src/features/comments/index.ts';
import { storeMessages } from '../../src/features/conversations/index.ts';
import * as ownMessages from '../../src/features/conversations/messages/own-message.repository.ts';
import { record } from '../../src/features/events/index.ts';
import type { Inbox, InboxAccount } from '../../src/features/inbox/index.ts';
import { storeReviews } from '../../src/features/reviews/index.ts';
import { DIRECT_ACTOR } from '../direct-actor.ts';
import type { AccountItems, Item } from './account-items.ts';
import { TEXT } from './case.ts';

export type Send = 'reply' | 'message' | 'private_reply' | 'mention_reply' | 'review_reply' | 'template';

export const ANSWER = 'Thank you';
/** Both messages of a request say the same, so that only the evidence tells them apart. */
const MESSAGES = [ANSWER, ANSWER];
const OLD_SECONDS = 600;
const PERSON: Person = { id: 'person', name: 'Jo' };
const CONVERSATION = 'conversation';

/** The inputs of the actions of one request, and the rows that are written with them. */
interface Asked {
  readonly inputs: readonly Record<string, unknown>[];
  readonly alongside?: (tx: Runner, actionIds: readonly string[]) => Promise<void>;
}

/** Lets arrive what is answered, on the platform and in our rows, and asks for the response. */
export const SENDS: Readonly<Record<Send, (inbox: Inbox, fake: AccountItems) => Promise<Asked>>> = {
  async reply(_inbox, fake) {
    const post = fake.place(TEXT, OLD_SECONDS);
    return { inputs: [{ platformPostId: post.id, text: ANSWER }] };
  },

  async message(inbox) {
    const item = { ...arrived(), conversationId: CONVERSATION, participant: PERSON, isOwn: false, attachments: [] };
    await storeMessages(inbox.tx, [{ inbox, item }]);
    return {
      inputs: MESSAGES.map((text) => ({ conversationId: CONVERSATION, participantId: PERSON.id, text })),
      async alongside(tx, actionIds) {
        const rows = MESSAGES.map((text, index) => ({
          id: newId('msg'),
          actionId: actionIds[index] ?? '',
          text,
          attachments: [],
          metadata: {},
        }));
        await ownMessages.insert(
          tx,
          inbox,
          await onlyRow(tx, inbox, 'conversations'),
          { id: 'own', name: 'Own' },
          rows,
          DIRECT_ACTOR,
        );
      },
    };
  },

  async private_reply(inbox, fake) {
    const post = fake.place(TEXT, OLD_SECONDS);
    const comment = { ...arrived(), platformPostId: post.id, author: PERSON, isOwner: false };
    await storeComments(inbox.tx, [{ inbox, item: comment }]);
    return {
      inputs: [{ platformPostId: post.id, commentId: comment.platformId, text: ANSWER }],
      async alongside(tx) {
        await takePrivateReply(tx, inbox.tenantId, await onlyRow(tx, inbox, 'comments'));
      },
    };
  },

  async mention_reply() {
    return { inputs: [{ mentionId: 'mention', platformPostId: 'their-post', text: ANSWER }] };
  },

  async template() {
    return { inputs: [{ to: PERSON.id, templateName: ANSWER, language: 'en_US', components: [] }] };
  },

  async review_reply(inbox, fake) {
    const review = fake.place(TEXT, OLD_SECONDS);
    const item = { ...arrived(), platformId: review.id, author: PERSON, rating: 5 };
    await storeReviews(inbox.tx, [{ inbox, item }]);
    return { inputs: [{ reviewId: review.id, text: ANSWER }] };
  },
};

/** The platform tells of a message that the account sent. */
export async function storeEcho(inbox: Inbox, { id, text }: Item): Promise<void> {
  const side = { conversationId: CONVERSATION, participant: PERSON, isOwn: true, attachments: [] };
  const item = { ...side, platformId: id, text, createdAt: new Date(), raw: null };
  const events = await storeMessages(inbox.tx, [{ inbox, item }]);
  await record(inbox.tx, inbox.tenantId, events);
}

function arrived() {
  return { platformId: 'arrived', text: TEXT, createdAt: new Date(Date.now() - OLD_SECONDS * 1000), raw: null };
}

async function onlyRow(tx: Runner, { tenantId }: InboxAccount, table: 'conversations' | 'comments'): Promise<string> {
  const row = await tx.first(sql<{ id: string }>`select id from ${sql.table(table)} where tenant_id = ${tenantId}`);
  return row?.id ?? '';
}
