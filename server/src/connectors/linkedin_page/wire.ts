import { z } from 'zod';
import { COMMENT_URN, POST_URN } from '../linkedin/urn.ts';
import { lenient, metricCount, optionalText, platformCount } from '../shared/call-platform.ts';

// Responses of LinkedIn about organisations. Lenient about fields that we can do without, strict about fields that
// decide.

/** LinkedIn gives times in milliseconds since 1970. */
const time = z
  .int()
  .transform((ms) => new Date(ms))
  .refine((date) => date.getTime() > Date.UTC(2000) && date.getTime() < Date.UTC(2200), 'not a plausible time');

export const paging = lenient(
  z.object({
    links: lenient(z.array(z.object({ rel: optionalText }))),
    total: lenient(z.int()),
  }),
);

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/organization-lookup-api */
export const Organization = z.object({
  id: z
    .union([z.int().nonnegative(), z.string()])
    .transform(String)
    .pipe(z.string().regex(/^\d{1,20}$/)),
  localizedName: z.string().min(1),
  vanityName: lenient(z.string().min(1)),
  localizedWebsite: optionalText,
});
export type Organization = z.output<typeof Organization>;

/** A post as its readers see it; a deleted post of ours gives 404. */
export const Post = z.object({
  id: z.string().regex(POST_URN),
  commentary: z.string().default(''),
  createdAt: time,
  publishedAt: lenient(time),
  lastModifiedAt: lenient(time),
  lifecycleState: optionalText,
  content: lenient(
    z.object({
      media: z.unknown(),
      article: z.unknown(),
      multiImage: lenient(z.object({ images: z.array(z.unknown()) })),
    }),
  ),
});
export type Post = z.output<typeof Post>;

/** The start of a day in a series: midnight UTC, in milliseconds. */
const timeRange = lenient(z.object({ start: time }));

const netCount = z
  .int()
  .transform((count) => Math.max(count, 0))
  .pipe(metricCount);

const statistics = z.object({
  timeRange,
  share: optionalText,
  ugcPost: optionalText,
  totalShareStatistics: z.object({
    // LinkedIn counts changes, so a like that was taken back may give a negative number.
    likeCount: lenient(netCount),
    commentCount: lenient(netCount),
    shareCount: lenient(netCount),
    impressionCount: lenient(metricCount),
    uniqueImpressionsCount: lenient(metricCount),
    clickCount: lenient(metricCount),
  }),
});
export type Statistics = z.output<typeof statistics>;
export const StatisticsPage = z.object({ elements: z.array(statistics) });

/** New followers of a day less those who left it. */
export const FollowerGains = z.object({
  elements: z.array(
    z.object({
      timeRange,
      followerGains: z.object({ organicFollowerGain: lenient(z.int()), paidFollowerGain: lenient(z.int()) }),
    }),
  ),
});

const comment = z.object({
  commentUrn: z.string().regex(COMMENT_URN),
  actor: z.string().regex(/^urn:li:[a-zA-Z]{1,40}:[\w-]{1,100}$/),
  parentComment: lenient(z.string().regex(COMMENT_URN)),
  message: z.object({ text: z.string().default('') }),
  created: z.object({ time }),
  likesSummary: lenient(z.object({ totalLikes: lenient(platformCount) })),
  commentsSummary: lenient(
    z.object({ totalFirstLevelComments: lenient(platformCount), aggregatedTotalComments: lenient(platformCount) }),
  ),
});
export type WireComment = z.output<typeof comment>;

/** A comment with the raw JSON of LinkedIn. */
export const Comment = z.unknown().transform((raw, ctx): { value: WireComment; raw: unknown } => {
  const parsed = comment.safeParse(raw);
  if (parsed.success) return { value: parsed.data, raw };
  ctx.addIssue({ code: 'custom', message: 'not a comment' });
  return z.NEVER;
});

export const CreatedComment = z.object({ commentUrn: z.string().regex(COMMENT_URN) });

export const Person = z.object({ localizedFirstName: z.string().min(1), localizedLastName: optionalText });

/** A notice about our posts: the comment that it announces, if it announces one. */
export const Notice = lenient(
  z.object({ generatedActivity: z.string().regex(COMMENT_URN) }).transform((notice) => notice.generatedActivity),
);
