import { z } from 'zod';
import { exampleId } from '../example.ts';
import { type Platform, PlatformWord } from '../platforms.ts';
import { defineEvent, type ExampleFacts } from './define-event.ts';
import { lateBySeconds, Target, TargetError } from './target.ts';

const POST = exampleId('post');
const FAILURE = {
  code: 'platform_error',
  message: 'The platform could not be reached.',
  category: 'platform',
  caused_by: 'platform',
  retryable: true,
  remedy: 'The platform could not be reached for minutes. Retry later.',
} as const;

const ScheduledPost = z
  .object({
    post_id: z.string(),
    status: z.literal('scheduled'),
    scheduled_at: z.string(),
    scheduled_local: z.string().optional().meta({ description: 'The wall time in `timezone` that was asked for' }),
    timezone: z.string().optional(),
    targets: z.array(z.object({ account_id: z.string(), platform: PlatformWord })),
  })
  .meta({ id: 'ScheduledPost' });

const PostOutcome = z
  .object({
    post_id: z.string(),
    status: z.enum(['published', 'partial', 'failed']),
    late_by_seconds: lateBySeconds,
    results: z.array(Target).meta({ description: 'The targets of the post' }),
  })
  .meta({ id: 'PostOutcome' });

const UnconfirmedTarget = z
  .object({ post_id: z.string(), account_id: z.string(), platform: PlatformWord, error: TargetError })
  .meta({ id: 'UnconfirmedTarget' });

const UpdatedPost = z
  .object({
    post_id: z.string(),
    status: z.string(),
    changed_fields: z.array(z.string()).meta({ description: 'The fields of the request' }),
  })
  .meta({ id: 'UpdatedPost' });

const DeletedPost = z.object({ post_id: z.string(), was_status: z.string() }).meta({ id: 'DeletedPost' });

const UnpublishedPost = z
  .object({
    post_id: z.string(),
    account_id: z.string().nullable().meta({ description: 'The account that the request named; null: all or several' }),
    unpublished_count: z.number().int(),
  })
  .meta({ id: 'UnpublishedPost' });

const RetriedPost = z.object({ post_id: z.string(), retried_count: z.number().int() }).meta({ id: 'RetriedPost' });

const on = ({ platform }: ExampleFacts) => ({ account_id: exampleId('acc'), platform: platform as Platform });
const published = (about: ExampleFacts) => ({
  ...on(about),
  status: 'published' as const,
  platform_post_id: 'example-post',
  published_at: about.at,
});
const failed = (about: ExampleFacts) => ({ ...on(about), status: 'failed' as const, error: FAILURE });

/** Events of posts (contract, 14.2). */
export const postEvents = {
  'post.scheduled': defineEvent('A post was scheduled', ScheduledPost, (about) => ({
    post_id: POST,
    status: 'scheduled' as const,
    scheduled_at: about.at,
    targets: [on(about)],
  })),
  'post.published': defineEvent('Every target of a post was published', PostOutcome, (about) => ({
    post_id: POST,
    status: 'published' as const,
    results: [published(about)],
  })),
  'post.partial': defineEvent('Some targets of a post were published, others were not', PostOutcome, (about) => ({
    post_id: POST,
    status: 'partial' as const,
    results: [published(about), failed(about)],
  })),
  'post.failed': defineEvent('No target of a post was published', PostOutcome, (about) => ({
    post_id: POST,
    status: 'failed' as const,
    results: [failed(about)],
  })),
  'post.unconfirmed': defineEvent(
    'It could not be proven whether a target was published',
    UnconfirmedTarget,
    (about) => ({ post_id: POST, ...on(about), error: { ...FAILURE, code: 'unconfirmed', retryable: false } }),
  ),
  'post.updated': defineEvent('A post was changed', UpdatedPost, () => ({
    post_id: POST,
    status: 'scheduled',
    changed_fields: ['text'],
  })),
  'post.deleted': defineEvent('A post was deleted', DeletedPost, () => ({ post_id: POST, was_status: 'published' })),
  'post.unpublished': defineEvent('A post was taken down', UnpublishedPost, () => ({
    post_id: POST,
    account_id: null,
    unpublished_count: 1,
  })),
  'post.retried': defineEvent('Failed targets of a post are tried again', RetriedPost, () => ({
    post_id: POST,
    retried_count: 1,
  })),
};
