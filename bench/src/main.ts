import { parseArgs } from 'node:util';
import { createPost } from './cases/create-post.ts';
import { media } from './cases/media.ts';
import { quotaCheck } from './cases/quota-check.ts';
import { readPosts } from './cases/read-posts.ts';
import { sizes } from './cases/sizes.ts';
import { soak } from './cases/soak.ts';
import { start } from './cases/start.ts';
import { streams } from './cases/streams.ts';
import { sweepMs } from './cases/sweep.ts';
import { webhooksSlow } from './cases/webhooks-slow.ts';
import { worlds } from './cases/worlds.ts';
import { deliveries } from './deliveries/run.ts';
import { fairness } from './fairness/run.ts';
import { growth } from './growth/run.ts';
import { inbound } from './inbound/run.ts';
import { machines } from './machines/run.ts';
import { comparisonTable, figuresTable, sizesTable } from './report.ts';
import { save, section } from './results.ts';
import { withBed } from './run/bed.ts';
import { schedule } from './schedule/run.ts';
import { standstill } from './standstill/run.ts';

const cases: Readonly<Record<string, { title: string; run: (rounds: number) => Promise<string[]> }>> = {
  read: {
    title: 'Reading posts',
    run: (rounds) => withBed(async (bed) => tables(await readPosts(bed, rounds))),
  },
  create: {
    title: 'Creating posts',
    run: (rounds) => withBed(async (bed) => tables(await createPost(bed, rounds))),
  },
  start: {
    title: 'Start and idle memory',
    async run(rounds) {
      const { seconds, megabytes } = await start(rounds);
      return [
        figuresTable('Until `/health/ready` answers 200', 'seconds', seconds),
        figuresTable('Memory, idle (PSS)', 'MB', megabytes),
      ];
    },
  },
  media: {
    title: 'Uploads of 100 MB, 50 at once',
    async run(rounds) {
      const { ratio, megabytesPerSecond, cpuMsPerMegabyte, megabytes } = await media(rounds);
      return [
        figuresTable('As a ratio to a pipe', 'ratio', ratio),
        figuresTable('Throughput', 'MiB/s', megabytesPerSecond),
        figuresTable('CPU of the process', 'ms per MiB', cpuMsPerMegabyte),
        figuresTable('Growth of memory (RSS)', 'MiB', megabytes),
      ];
    },
  },
  quota: {
    title: 'Creating posts with an optional server for quotas',
    run: async (rounds) => [
      figuresTable('99th percentile, 16 at a time, by the state of the server', 'ms', await quotaCheck(rounds)),
    ],
  },
  streams: {
    title: 'A thousand event streams',
    run: async (rounds) => [figuresTable('Growth of memory (RSS)', 'MiB', await streams(rounds))],
  },
  'webhooks-slow': {
    title: 'Deliveries to 100 fast endpoints beside a hanging and a dripping one',
    async run(rounds) {
      const { ms, ratio } = await webhooksSlow(rounds);
      return [
        figuresTable('From the event to its arrival, 99th percentile', 'ms', ms),
        figuresTable('As a ratio', 'ratio', { 'beside two slow ones': ratio }),
      ];
    },
  },
  sizes: {
    title: 'Sizes and sweeps',
    async run(rounds) {
      const { rows, ms } = await sweepMs(rounds);
      return [
        sizesTable(await sizes()),
        figuresTable('A sweep with nothing to remove', 'ms', { [`beside ${rows.toLocaleString('en')} rows`]: ms }),
      ];
    },
  },
  soak: {
    title: 'Ten minutes of mixed load',
    async run() {
      const figures = Object.entries(await soak());
      const megabytes = Object.fromEntries(figures.map(([name, { megabytes }]) => [name, megabytes]));
      const counts = figures.map(([name, { calls }]) => {
        const each = Object.entries(calls).map(([status, count]) => `${count} ${status}`);
        return `${name}: ${each.join(', ')}.\n`;
      });
      return [
        figuresTable('Memory of the process (PSS), the simulator included, by minute', 'MB', megabytes),
        ...counts,
      ];
    },
  },
  deliveries: { title: 'Webhook deliveries', run: deliveries },
  fairness: { title: 'A small tenant beside floods of others', run: fairness },
  worlds: {
    title: 'A thousand idle worlds of the simulator',
    async run(rounds) {
      const { seconds, megabytes } = await worlds(rounds);
      return [
        figuresTable('From the start of the process until it listens', 'seconds', seconds),
        figuresTable('Memory, idle (PSS)', 'MB', megabytes),
      ];
    },
  },
  growth: { title: 'Lists at a thousand, a hundred thousand and a million rows', run: growth },
  machines: { title: 'Processes for requests, with and without PgBouncer', run: machines },
  inbound: {
    title: 'From a callback of a platform to the webhook of a customer',
    run: async (rounds) => tables(await inbound(rounds)),
  },
  standstill: { title: 'Hostile requests, one after the other', run: standstill },
  schedule: { title: 'Many targets due at once', run: schedule },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, save: { type: 'boolean', default: false } },
});
const wanted = positionals.length === 0 ? Object.keys(cases) : positionals;
const unknown = wanted.filter((name) => !Object.hasOwn(cases, name));
const rounds = Number(values.rounds);
if (unknown.length > 0 || !Number.isInteger(rounds) || rounds < 1) {
  console.error(`npm run bench -- [${Object.keys(cases).join('] [')}] [--rounds 5] [--save]`);
  process.exit(1);
}
const sections: string[] = [];
for (const name of wanted) {
  const { title, run } = cases[name] as (typeof cases)[string];
  const text = section(title, `npm run bench -- ${name} --rounds ${rounds}`, await run(rounds));
  sections.push(text);
  console.log(text);
}
if (values.save) save(sections);

function tables(results: Record<string, Parameters<typeof comparisonTable>[1]>): string[] {
  return Object.entries(results).map(([title, comparison]) => comparisonTable(title, comparison));
}
