import { Rejected } from '../../core/calls/response.ts';
import type { OwnThing, VisitorAction, VisitorResult } from '../../core/control/visitors.ts';
import { addMessage } from './add-message.ts';
import { plain } from './entities.ts';
import { sampleFile } from './files.ts';
import { messageName } from './ledger.ts';
import { chatView, messageView, userView } from './message-view.ts';
import { botOf, visitor } from './people.ts';
import { pushUpdate } from './push-update.ts';
import type { Media, Message, Person, Store } from './store.ts';
import { result } from './visitors.ts';

const files: Readonly<Record<string, { type: Media['type']; sample: string }>> = {
  image: { type: 'photo', sample: 'sample.jpg' },
  video: { type: 'video', sample: 'sample.mp4' },
  audio: { type: 'audio', sample: 'sample.mp4' },
  file: { type: 'document', sample: 'sample.png' },
};

/** A person who writes to the bot has started it. From then on the bot may write back. `kind`: a text or a file. */
export function message(store: Store, action: VisitorAction): VisitorResult {
  const { account, kind = 'text', messageId } = action;
  const file = files[kind];
  if (!file && kind !== 'text') throw new Rejected(400, `kind must be one of: text, ${Object.keys(files).join(', ')}.`);
  return store.world.effect(() => {
    const person = opened(store, action);
    const answered = messageId === undefined ? null : named(store, person, messageId).id;
    const media = file ? { type: file.type, file_id: sampleFile(store, file.type, action.url ?? file.sample) } : null;
    const draft = { from: person.id, ...plain(action.text), reply_to: answered, media };
    const written = addMessage(store, person.id, draft);
    pushUpdate(store, account.platform_id, 'message', written, action.visibleAt());
    return privateResult(store, written, person);
  });
}

/** Opens the chat by a link with a mark: https://core.telegram.org/bots/features#deep-linking */
export function refer(store: Store, action: VisitorAction): VisitorResult {
  return message(store, { ...action, text: `/start ${action.payload ?? ''}`.trim(), kind: 'text' });
}

/** Presses a button below a message of the bot, by default the last one. */
export function press(store: Store, action: VisitorAction): VisitorResult {
  return store.world.effect(() => {
    const person = visitor(store, action.username);
    const about = botMessage(store, action, person);
    const id = store.world.ids.digits('4', 18);
    pushUpdate(store, action.account.platform_id, 'callback_query', {
      id,
      from: userView(store, person.id),
      message: messageView(store, about),
      chat_instance: store.world.ids.digits('3', 18),
      data: action.payload ?? action.text,
    });
    return privateResult(store, about, person);
  });
}

/** An emoji below a message of the bot. The bot hears of it when it asked for `message_reaction`. */
export function reaction(store: Store, action: VisitorAction): VisitorResult {
  return store.world.effect(() => {
    const person = visitor(store, action.username);
    const about = botMessage(store, action, person);
    const emojis = (list: Message['reactions']) =>
      list.filter(({ from }) => from === person.id).map(({ emoji }) => ({ type: 'emoji', emoji }));
    const others = about.reactions.filter(({ from }) => from !== person.id);
    const reactions = action.text === '' ? others : [...others, { from: person.id, emoji: action.text }];
    store.messages.put(about.key, { ...about, reactions });
    pushUpdate(store, action.account.platform_id, 'message_reaction', {
      chat: chatView(store, about.chat),
      message_id: about.id,
      user: userView(store, person.id),
      date: Math.floor(store.world.clock.now() / 1000),
      old_reaction: emojis(about.reactions),
      new_reaction: emojis(reactions),
    });
    return privateResult(store, about, person);
  });
}

/** Another text for a message of a visitor's, in private or in the discussion group. */
export function edit(store: Store, action: OwnThing): VisitorResult {
  const { row, person } = own(store, action);
  return store.world.effect(() => {
    const after = { ...row, ...plain(action.text), edit_date: store.world.clock.now() };
    store.messages.put(row.key, after);
    pushUpdate(store, action.account.platform_id, 'edited_message', after);
    return { ...result(after, person), platform_id: messageName(store, after), text: action.text };
  });
}

/** The message is gone; bots never hear of it. */
export function remove(store: Store, action: OwnThing): VisitorResult {
  const { row, person } = own(store, action);
  return store.world.effect(() => {
    store.messages.delete(row.key);
    return { ...result(row, person), platform_id: messageName(store, row) };
  });
}

function own(store: Store, { account, id }: OwnThing): { row: Message; person: Person } {
  const group = store.chats.get(account.platform_id)?.linked ?? '';
  const key = id.includes('/') ? id.replace('/', ' ') : `${group} ${id}`;
  const row = store.messages.get(key);
  const person = row && store.people.get(row.from);
  if (!row) throw new Rejected(404, `No message ${id}.`);
  if (!person) throw new Rejected(409, 'No visitor has written this message.');
  return { row, person };
}

function opened(store: Store, { account, username }: VisitorAction): Person {
  const person = visitor(store, username);
  store.members.put(`${botOf(store, account.platform_id).id} ${person.id}`, { status: 'member' });
  return person;
}

function botMessage(store: Store, { account, messageId }: VisitorAction, person: Person): Message {
  if (messageId !== undefined) return named(store, person, messageId);
  const bot = botOf(store, account.platform_id);
  const last = store.messages.where('chat', person.id).findLast(({ from }) => from === bot.id);
  if (last) return last;
  throw new Rejected(404, 'The bot has sent nothing to this person.');
}

/** `chat/number`, or the number alone. */
function named(store: Store, person: Person, name: string): Message {
  const row = store.messages.get(`${person.id} ${name.split('/').at(-1)}`);
  if (row) return row;
  throw new Rejected(404, `No message ${name}.`);
}

function privateResult(store: Store, row: Message, person: Person): VisitorResult {
  return { ...result(row, person), platform_id: messageName(store, row), user_id: person.id };
}
