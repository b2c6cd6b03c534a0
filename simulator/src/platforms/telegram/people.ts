import { randomInt } from 'node:crypto';
import { Rejected } from '../../core/calls/response.ts';
import type { AccountOptions } from '../../core/platform.ts';
import type { Account, TokenPair } from '../../core/world/world.ts';
import type { Bot, Chat, Person, Store } from './store.ts';

const usernamePattern = /^[a-z]\w{1,31}$/i;

/** An account is a channel with a discussion group; the account's bot administers both. */
export function createAccount(store: Store, { username, name }: AccountOptions): Account {
  const { world } = store;
  const channelName = username?.replace(/^@/, '') ?? freeName(store);
  if (!usernamePattern.test(channelName))
    throw new Rejected(400, 'A username has 2 to 32 letters, digits and underscores.');
  if (nameTaken(store, channelName)) throw new Rejected(409, `@${channelName} is taken.`);
  const number = 1_000_000_000 + randomInt(1_000_000_000);
  const [channelId, groupId] = [`-100${number}`, `-100${number + 1_000_000_000}`];
  const title = name ?? titleOf(channelName);
  const botId = world.ids.digits('7', 10);
  const channel: Chat = {
    id: channelId,
    type: 'channel',
    title,
    username: channelName,
    linked: groupId,
    last_message: 1,
  };
  const group: Chat = {
    ...channel,
    last_message: 1000,
    id: groupId,
    type: 'supergroup',
    title: `${title} talk`,
    username: '',
    linked: channelId,
  };
  const bot: Bot = {
    id: botId,
    token: `${botId}:${world.ids.text('AA', 33)}`,
    channel: channelId,
    name: title,
    username: `${channelName}_bot`,
    last_update: 100_000_000 + randomInt(1_000_000),
  };
  const account: Account = {
    platform_id: channelId,
    username: channelName,
    name: title,
    picture_url: world.media.sample('avatar.png'),
    created_at: world.clock.now(),
  };
  world.effect(() => {
    store.chats.put(channelId, channel);
    store.chats.put(groupId, group);
    store.bots.put(botId, bot);
    world.accounts.put(account);
  });
  return account;
}

/** A bot's token never expires. Connecting anew gives the same one, unless it was revoked: then BotFather makes another. */
export function connect(store: Store, account: Account): TokenPair {
  const bot = botOf(store, account.platform_id);
  const { tokens, ids } = store.world;
  return store.world.effect(() => {
    const known = tokens.find(bot.token);
    if (known && !known.revoked) return { access_token: bot.token };
    const value = known ? `${bot.id}:${ids.text('AA', 33)}` : bot.token;
    store.bots.put(bot.id, { ...bot, token: value });
    return { access_token: tokens.issue({ kind: 'access', account: account.platform_id, value }).value };
  });
}

export function botOf(store: Store, channel: string): Bot {
  const [bot] = store.bots.where('channel', channel);
  if (!bot) throw new Error(`No bot administers ${channel}.`);
  return bot;
}

/** The visitor of this name, made on first sight; without a name always the same one. Runs inside an effect. */
export function visitor(store: Store, username = 'jane'): Person {
  const bare = username.replace(/^@/, '').toLowerCase();
  if (!usernamePattern.test(bare)) throw new Rejected(400, 'A username has 2 to 32 letters, digits and underscores.');
  const [known] = store.people.where('username', bare);
  if (known) return known;
  const person: Person = { id: store.world.ids.digits('5', 9), first_name: titleOf(bare), username: bare };
  store.people.put(person.id, person);
  const chat: Chat = {
    id: person.id,
    type: 'private',
    title: person.first_name,
    username: bare,
    linked: '',
    last_message: 0,
  };
  store.chats.put(person.id, chat);
  return person;
}

function nameTaken(store: Store, username: string): boolean {
  return store.chats.all().some((chat) => chat.username.toLowerCase() === username.toLowerCase());
}

function freeName(store: Store): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? 'acme' : `acme${number}`;
    if (!nameTaken(store, name)) return name;
  }
}

function titleOf(username: string): string {
  return username
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
