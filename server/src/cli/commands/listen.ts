import { ApiError } from '../../core/errors.ts';
import { EVENT_TYPES } from '../../core/event.ts';
import { assertOwnSecret, newWebhookSecret } from '../../features/webhooks/index.ts';
import { closest } from '../../lib/closest.ts';
import { defineCommand, UsageError } from '../command.ts';
import { forward, type Try } from '../listen/forward.ts';
import { readStream } from '../listen/stream.ts';
import { accessOptions, withTenant } from '../tenant/access.ts';
import { type Json, newestSeq } from '../tenant/api.ts';

export const listen = defineCommand({
  name: 'listen',
  summary: "Post a tenant's events, signed as webhooks, to a program on this machine until Ctrl-C",
  example: '--forward http://localhost:3000/hook --workspace acme',
  options: {
    forward: {
      about: 'The address that gets the events, such as http://localhost:3000/hook',
      value: 'URL',
      isRequired: true,
    },
    ...accessOptions,
    events: { about: 'Only these types, such as comment.received,dm.received; default: all', value: 'E,…' },
    secret: {
      about: 'The secret that signs, as of an endpoint (whsec_…); default: a new one, which is printed',
      value: 'S',
    },
    after: { about: 'Begin after the event with this seq; default: with the next event', value: 'N' },
  },

  async run({ options, config, print }) {
    const url = addressOf(options.forward);
    const types = typesOf(options.events);
    const secret = secretOf(options.secret);
    const given = seqOf(options.after);
    const controller = new AbortController();
    const { signal } = controller;
    const stop = () => controller.abort();
    return withTenant(config, options, ['analytics:read'], async (access) => {
      process.once('SIGINT', stop).once('SIGTERM', stop);
      const after = given ?? (await newestSeq(access));
      print(`Secret  ${secret}\nEvents of ${access.url()} go to ${url}. Ctrl-C ends it.`, { url, secret, after });
      const tell = (text: string) => print(text, { note: text });
      const counts = { accepted: 0, refused: 0 };
      for await (const event of readStream({ access, after, signal, tell })) {
        if (types !== undefined && !types.includes(event.type)) continue;
        const isAccepted = await forward(event, { url, secret, userAgent: config.userAgent }, signal, (one) =>
          print(lineOf(event, one), { id: event.id, seq: event.seq, type: event.type, ...one }),
        );
        if (signal.aborted) break;
        counts[isAccepted ? 'accepted' : 'refused'] += 1;
      }
      const left =
        counts.refused === 0 ? '' : ` ${counts.refused} were given up; listen with --after sends them again.`;
      return { text: `${counts.accepted} events were accepted.${left}`, json: counts };
    }).finally(() => process.off('SIGINT', stop).off('SIGTERM', stop));
  },
});

function lineOf(event: Json, { isAccepted, outcome, durationMs, pauseSeconds }: Try): string {
  const time = new Date().toTimeString().slice(0, 8);
  const what = [time, `#${event.seq}`, event.type, event.summary].join('  ');
  if (isAccepted) return `${what}  ${outcome}  ${durationMs} ms`;
  const next =
    pauseSeconds === undefined
      ? `given up; --after ${event.seq - 1} sends it again`
      : `trying again in ${pauseSeconds} s`;
  return `${what}  ${outcome}  ${durationMs} ms  ${next}`;
}

function addressOf(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new UsageError(
      `--forward must be an address such as http://localhost:3000/hook, not ${JSON.stringify(text)}.`,
    );
  return text;
}

function typesOf(list: string | undefined): readonly string[] | undefined {
  const words = list?.split(',').map((word) => word.trim());
  for (const word of words ?? []) {
    if (Object.hasOwn(EVENT_TYPES, word)) continue;
    const guess = closest(word, Object.keys(EVENT_TYPES));
    const hint = guess === undefined ? 'See them with: npm run hubbub -- trigger --list' : `Did you mean ${guess}?`;
    throw new UsageError(`--events: there is no event ${JSON.stringify(word)}. ${hint}`);
  }
  return words;
}

/** Throws CommandError for a secret that an endpoint could not have either. */
function secretOf(given: string | undefined): string {
  if (given === undefined) return newWebhookSecret();
  try {
    assertOwnSecret(given);
  } catch (error) {
    throw error instanceof ApiError ? new UsageError(`--secret: ${error.message}`) : error;
  }
  return given;
}

function seqOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new UsageError('--after must be the seq of an event, or 0 for the oldest.');
  return Number(text);
}
