import type { z } from 'zod';
import { rejectedCharacter } from './check-text.ts';
import type { Checked } from './checked-content.ts';
import { lengthRule, POST_LENGTHS } from './lengths.ts';
import { count, type Finding, type Rule } from './rule.ts';

/** Rules about a post as a whole. */
export const POST_RULES: readonly Rule<Checked>[] = [
  {
    id: 'text_ignored',
    severity: 'warning',
    find({ kind, limits }, { text, media }) {
      if (text.trim() === '') return undefined;
      if (kind.textIgnored === true) return { field: 'text', message: 'this kind of post shows no text.' };
      const isMade = limits.media.attachmentAlone && media.some(({ attachmentId }) => attachmentId !== undefined);
      return isMade
        ? { field: 'text', message: 'what lies there already has its own text; this one is not shown.' }
        : undefined;
    },
  },
  {
    id: 'title_required',
    severity: 'error',
    find({ limits: { title: sheet } }, { title, options }) {
      const other = sheet.option === undefined ? undefined : options[sheet.option];
      const isThere = title.trim() !== '' || (typeof other === 'string' && other.trim() !== '');
      return sheet.required && !isThere ? { field: 'title', message: 'a post needs a title.' } : undefined;
    },
  },
  {
    id: 'title_characters',
    severity: 'error',
    find: ({ limits }, { title }) => rejectedCharacter('title', title, limits.title.rejectedCharacters),
  },
  lengthRule('title_length', 'title', POST_LENGTHS.title_length),
  {
    id: 'title_ignored',
    severity: 'warning',
    find: ({ limits }, { title }) =>
      limits.title.lengthMax === 0 && title !== '' ? { field: 'title', message: 'posts have no titles.' } : undefined,
  },
  {
    id: 'visibility',
    severity: 'error',
    find({ limits }, { visibility }) {
      if (visibility === undefined || limits.visibility.some((known) => known === visibility)) return undefined;
      return {
        field: 'visibility',
        message: `there is no visibility ${visibility}; there is ${limits.visibility.join(', ')}.`,
      };
    },
  },
  {
    id: 'segment_count',
    severity: 'error',
    find(
      {
        connector,
        limits: {
          segments: { itemsMax },
        },
      },
      { segments },
    ) {
      if (connector.thread === undefined || itemsMax === 0 || segments.length <= itemsMax) return undefined;
      return {
        field: 'segments',
        message: `a thread has at most ${count(itemsMax, 'further part')}.`,
        limit: itemsMax,
      };
    },
  },
  {
    id: 'segments_ignored',
    severity: 'warning',
    find: ({ connector }, { segments }) =>
      connector.thread === undefined && segments.length > 0
        ? { field: 'segments', message: 'there are no threads; only the first part will be published.' }
        : undefined,
  },
  lengthRule('first_comment_length', 'first comment', POST_LENGTHS.first_comment_length),
  {
    id: 'first_comment_ignored',
    severity: 'warning',
    find: ({ connector, kind }, { firstComment }) =>
      firstComment !== '' && (connector.comments?.reply === undefined || kind.commentsIgnored === true)
        ? { field: 'first_comment', message: 'this post cannot have a first comment.' }
        : undefined,
  },
  {
    id: 'schedule_unsupported',
    severity: 'error',
    find: ({ limits }, { isScheduled }) =>
      isScheduled && limits.scheduling.mode === ''
        ? { field: 'scheduled_at', message: 'posts cannot be scheduled.' }
        : undefined,
  },
  {
    id: 'options',
    severity: 'error',
    find: ({ connector }, { options }) => optionFindings(connector.options, options, 'platform_data'),
  },
];

/** All faults of a platform's options, each with its path. */
export function optionFindings(
  schema: z.ZodType,
  options: Readonly<Record<string, unknown>>,
  place: string,
): Finding[] {
  const result = schema.safeParse(options);
  if (result.success) return [];
  return result.error.issues.map((issue) => {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
    const path = [...issue.path, ...unknown];
    const message = `${[...path, ''].join(': ')}${issue.message}.`.replace(/\.\.$/, '.');
    return { field: [place, ...path].join('.'), message };
  });
}
