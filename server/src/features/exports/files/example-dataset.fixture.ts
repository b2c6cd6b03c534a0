import type { Dataset, DatasetComment, DatasetDay, DatasetHead, DatasetItem } from '../dataset.ts';

export interface ExampleSizes {
  readonly items: number;
  readonly days: number;
  readonly comments: number;
}

interface Changes {
  readonly head?: Partial<DatasetHead>;
  readonly items?: readonly DatasetItem[];
  readonly days?: readonly DatasetDay[];
  readonly comments?: readonly DatasetComment[];
}

const CREATED_AT = new Date('2026-03-01T09:30:00Z');

/** A dataset that is made while it is read. Given lists replace the made ones. */
export function exampleDataset(sizes: ExampleSizes, changes: Changes = {}): Dataset {
  return {
    head: {
      exportId: 'exp_1',
      createdAt: CREATED_AT,
      account: {
        id: 'acc_1',
        platform: 'bluesky',
        platformName: 'Bluesky',
        username: 'nordlicht.coffee',
        displayName: 'Nordlicht Coffee Roasters',
      },
      brand: { name: 'Nordlicht', timezone: 'Europe/Berlin' },
      missing: [],
      ...changes.head,
    },
    items: () => each(changes.items ?? made(sizes.items, exampleItem)),
    days: () => each(changes.days ?? made(sizes.days, (at) => exampleDay(at, sizes.days))),
    comments: () => each(changes.comments ?? made(sizes.comments, (at) => exampleComment(at, sizes.items))),
  };
}

async function* each<T>(list: Iterable<T>): AsyncIterable<T> {
  yield* list;
}

function* made<T>(count: number, make: (at: number) => T): Iterable<T> {
  for (let at = 0; at < count; at++) yield make(at);
}

const TITLES = [
  'How we roast a washed Ethiopian',
  'Latte art in sixty seconds',
  'Why the grinder matters more than the machine',
  'A day on the farm in Huila, and what it taught us about patience, weather and the price of a good cup of coffee',
  'Кофе по-турецки: просто и вкусно',
  'Καφές στη χόβολη ☕',
  'قهوة عربية في المنزل (الجزء 2)',
  'קפה קר ביתי!',
  '🔥 New blend, who dis? 👩‍🌾',
];

export function exampleItem(at: number): DatasetItem {
  const views = 1_200 + ((at * 7_919) % 48_000);
  return {
    platformId: `v${String(at).padStart(5, '0')}`,
    title: `${TITLES[at % TITLES.length]}`,
    description: `Part ${at + 1}. ${'Water, time and temperature. '.repeat(6)}`,
    url: `https://videos.test/watch/${at}`,
    createdAt: new Date(CREATED_AT.getTime() - (at + 1) * 30 * 3_600_000),
    durationSeconds: 35 + ((at * 17) % 600),
    width: 1080,
    height: 1920,
    metrics: {
      views,
      likes: Math.floor(views / 17),
      comments: at % 40,
      ...(at % 5 === 0 ? {} : { shares: at % 23 }),
      average_watch_seconds: 12.5 + (at % 9),
    },
    transcript:
      at % 6 === 5
        ? { missing: 'The platform has no captions for it.' }
        : { text: `Welcome back to the roastery, part ${at + 1}. `.repeat(20), language: 'en' },
  };
}

function exampleDay(at: number, days: number): DatasetDay {
  const date = new Date(CREATED_AT.getTime() - (days - at) * 86_400_000).toISOString().slice(0, 10);
  const wave = 1 + Math.sin(at / 5) / 3 + (at % 7 === 5 ? 0.5 : 0);
  const views = Math.round(2_400 * wave + at * 21);
  return { date, metrics: { views, followers: 18_200 + at * 13, likes: Math.round(views / 16) } };
}

function exampleComment(at: number, items: number): DatasetComment {
  return {
    platformId: `c${at}`,
    itemPlatformId: `v${String(at % Math.max(1, items)).padStart(5, '0')}`,
    ...(at % 4 === 3 && { parentPlatformId: `c${at - 1}` }),
    author: `reader_${at % 997}`,
    text:
      at % 3 === 0 ? 'This is the best explanation I have seen so far. Thank you!' : `Which grinder is that? (${at})`,
    createdAt: new Date(CREATED_AT.getTime() - at * 61_000),
    ...(at % 10 !== 9 && { likes: (at * 31) % 240 }),
  };
}
