import { Rejected } from '../../core/calls/response.ts';
import type { VisitorAction, VisitorResult, Visitors } from '../../core/control/visitors.ts';
import type { MessageFields } from './conversations.ts';
import { type Messaging, messageOf, type Person, resultOf, tellOf, writeMessage } from './visitor-messages.ts';

/** The actions on messages that are the same wherever Meta has messages. */
export function messagingVisitors<Row extends MessageFields>(messaging: Messaging<Row>): Visitors {
  return {
    message: (action) => writeMessage(messaging, action),
    reaction: (action) => react(messaging, action),
    press: (action) => press(messaging, action),
    refer: (action) => refer(messaging, action),
    read: (action) => read(messaging, action),
    ...(messaging.rules.fields.deliveries !== undefined && { deliver: (action) => deliver(messaging, action) }),
  };
}

/** An emoji, or a name such as `love`. */
function react<Row extends MessageFields>(messaging: Messaging<Row>, action: VisitorAction): VisitorResult {
  const { world, store, rules } = messaging;
  return world.effect(() => {
    const person = messaging.person(action);
    const row =
      action.messageId === undefined
        ? lastOf(messaging, action, person)
        : messageOf(messaging, action, action.messageId);
    const isOn = action.text !== '';
    store.messages.put(row.id, { ...row, person_reaction: isOn ? nameOf(action.text) : null });
    const said = isOn ? { reaction: nameOf(action.text), emoji: emojiOf(action.text) } : {};
    tellOf(messaging, action, person, rules.fields.reactions, {
      reaction: { mid: row.id, action: isOn ? 'react' : 'unreact', ...said },
    });
    return { platform_id: row.id, username: person.username, user_id: person.id };
  });
}

const emojis: Readonly<Record<string, string>> = {
  love: '❤️',
  like: '👍',
  smile: '😆',
  wow: '😮',
  sad: '😢',
  angry: '😠',
};

function nameOf(text: string): string {
  const known = Object.keys(emojis).find((name) => name === text || emojis[name] === text);
  return known ?? 'other';
}

function emojiOf(text: string): string {
  return emojis[text] ?? text;
}

/** The click on a button of a template: a postback, which stands in the conversation like a message. */
function press<Row extends MessageFields>(messaging: Messaging<Row>, action: VisitorAction): VisitorResult {
  const { world, rules } = messaging;
  return world.effect(() => {
    const person = messaging.person(action);
    const title = action.text || (action.payload ?? 'Go');
    const row = messaging.put({
      account: action.account.platform_id,
      person: person.id,
      isFromPerson: true,
      text: title,
    });
    const postback = { mid: row.id, title, payload: action.payload ?? title };
    tellOf(messaging, action, person, rules.fields.postbacks, { postback });
    return resultOf(row, person);
  });
}

/** Comes by a link with a mark, as `m.me/page?ref=…`. */
function refer<Row extends MessageFields>(messaging: Messaging<Row>, action: VisitorAction): VisitorResult {
  return messaging.world.effect(() => {
    const person = messaging.person(action);
    const referral = { ref: action.payload ?? '', source: 'SHORTLINK', type: 'OPEN_THREAD' };
    tellOf(messaging, action, person, messaging.rules.fields.referrals, { referral });
    return { platform_id: person.id, username: person.username, user_id: person.id };
  });
}

/** Everything that the account has sent so far. */
function read<Row extends MessageFields>(messaging: Messaging<Row>, action: VisitorAction): VisitorResult {
  const { world, rules } = messaging;
  return world.effect(() => {
    const person = messaging.person(action);
    const row = lastOf(messaging, action, person);
    const value = rules.readBy === 'mid' ? { mid: row.id } : { watermark: row.created_at };
    tellOf(messaging, action, person, rules.fields.reads, { read: value });
    return { platform_id: row.id, username: person.username, user_id: person.id };
  });
}

function deliver<Row extends MessageFields>(messaging: Messaging<Row>, action: VisitorAction): VisitorResult {
  const { world, rules } = messaging;
  const { deliveries = '' } = rules.fields;
  return world.effect(() => {
    const person = messaging.person(action);
    const row = lastOf(messaging, action, person);
    tellOf(messaging, action, person, deliveries, { delivery: { mids: [row.id], watermark: row.created_at } });
    return { platform_id: row.id, username: person.username, user_id: person.id };
  });
}

/** The last message that the account has sent to this person. */
function lastOf<Row extends MessageFields>({ store }: Messaging<Row>, { account }: VisitorAction, person: Person): Row {
  const conversation = store.conversations
    .where('account', account.platform_id)
    .find((row) => row.person === person.id);
  const rows = store.messages.where('conversation', conversation?.id ?? '');
  const row = rows.findLast(({ from }) => from === account.platform_id);
  if (row) return row;
  throw new Rejected(404, 'The account has sent nothing to this person.');
}
