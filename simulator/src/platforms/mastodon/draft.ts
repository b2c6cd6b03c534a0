import type { Call, PlatformResponse } from '../../core/platform.ts';
import { failure, invalid } from './errors.ts';
import type { MediaRow, PollRow, StatusRow, Store, Visibility } from './store.ts';
import { countCharacters, idOf, mentionedIn } from './text.ts';

export const textLengthMax = 500;
export const mediaCountMax = 4;
export const pollLimits = { options: 4, characters: 50, minSeconds: 300, maxSeconds: 2_629_746 };

export type Draft = Pick<
  StatusRow,
  'text' | 'spoiler_text' | 'sensitive' | 'visibility' | 'language' | 'media' | 'mentions' | 'poll'
>;

/**
 * The content of a new or edited status, or the rejection. Of the status that is edited (`before`) only audience and
 * language stay when they are not said again: media, warning and poll go, as on the real server.
 */
export function readDraft(
  store: Store,
  call: Call,
  before?: StatusRow,
): { draft: Draft } | { rejection: PlatformResponse } {
  const text = (call.input('status') ?? '').replaceAll('\r\n', '\n').trim();
  const spoilerText = call.input('spoiler_text') ?? '';
  const mediaIds = call.inputs('media_ids');
  const visibility = before?.visibility ?? readVisibility(call);
  const poll = readPoll(store, call);
  if (!visibility) return { rejection: invalid('Visibility is not included in the list') };
  if (typeof poll === 'string') return { rejection: invalid(poll) };
  if (text === '' && spoilerText === '' && mediaIds.length === 0 && !poll)
    return { rejection: invalid("Text can't be blank") };
  if (countCharacters(text, spoilerText) > textLengthMax)
    return { rejection: invalid(`Text character limit of ${textLengthMax} exceeded`) };
  const rejection = rejectMedia(store, call, mediaIds, before);
  if (rejection) return { rejection };

  const draft = {
    text,
    spoiler_text: spoilerText,
    sensitive: isTrue(call.input('sensitive')) || spoilerText !== '',
    visibility,
    language: call.input('language') ?? before?.language ?? 'en',
    media: mediaIds,
    mentions: mentionedIn(text, store).map(idOf),
    poll: poll && before?.poll ? { ...poll, id: before.poll.id } : poll,
  };
  return { draft };
}

function readVisibility(call: Call): Visibility | undefined {
  const asked = call.input('visibility') || 'public';
  return (['public', 'unlisted', 'private', 'direct'] as const).find((visibility) => visibility === asked);
}

export function isTrue(value: string | undefined): boolean | undefined {
  return value === undefined ? undefined : !['false', '0', 'off', ''].includes(value);
}

/** A poll, null without one, or what is wrong with it. */
function readPoll(store: Store, call: Call): PollRow | string | null {
  const poll = call.body.poll as { options?: unknown; expires_in?: unknown; multiple?: unknown } | null | undefined;
  if (typeof poll !== 'object' || poll === null) return null;
  const options = Array.isArray(poll.options) ? poll.options.map(String) : [];
  const seconds = Number(poll.expires_in);
  if (options.length < 2) return 'Poll options must have more than one item';
  if (options.length > pollLimits.options) return `Poll options can't contain more than ${pollLimits.options} items`;
  if (options.some((option) => option.length > pollLimits.characters))
    return `Poll options can't be longer than ${pollLimits.characters} characters each`;
  if (!(seconds >= pollLimits.minSeconds)) return 'Poll expires at is too soon';
  if (seconds > pollLimits.maxSeconds) return 'Poll expires at is too far into the future';
  const isMultiple = isTrue(poll.multiple === undefined ? undefined : String(poll.multiple)) ?? false;
  return { id: store.newId(), options, multiple: isMultiple, expires_at: store.world.clock.now() + seconds * 1000 };
}

/** Texts as in the server's translations (media_attachments.validations). */
function rejectMedia(
  store: Store,
  call: Call,
  ids: readonly string[],
  before?: StatusRow,
): PlatformResponse | undefined {
  if (ids.length > mediaCountMax) return failure(422, `Cannot attach more than ${mediaCountMax} files`);
  const found = ids
    .flatMap((id) => store.media.get(id) ?? [])
    .filter((row) => row.account === call.account?.platform_id && (row.status === null || row.status === before?.id));
  const missing = ids.filter((id) => !found.some((row) => row.id === id));
  if (missing.length > 0)
    return failure(422, `Media ${missing.join(', ')} not found or already attached to another post`);
  const isAlone = ({ type }: MediaRow) => type !== 'image';
  if (found.length > 1 && found.some(isAlone))
    return failure(422, 'Cannot attach a video to a post that already contains images');
  if (found.some((row) => row.polls_left > 0))
    return failure(422, 'Cannot attach files that have not finished processing. Try again in a moment!');
  return undefined;
}
