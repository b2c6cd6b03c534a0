import { z } from 'zod';
import type { Connector } from '../../core/connector.ts';
import { PlatformName } from '../../core/platforms.ts';
import { compact } from '../../lib/compact.ts';
import { inboxEvents, inboxEventsOf } from './inbox-events.ts';
import { Limits, toLimits } from './limits.ts';
import { MessageLimits, toMessageLimits } from './message-limits.ts';

/** The abilities of a connector, computed from the presence of its groups. */
const ABILITIES = {
  publish: ({ publishing }) => publishing !== undefined,
  schedule: ({ publishing, limits }) => publishing !== undefined && limits.scheduling.mode !== '',
  pages: ({ destinations }) => destinations === 'pages',
  boards: ({ destinations }) => destinations === 'boards',
  thread: ({ thread }) => thread !== undefined,
  edit: ({ editing }) => editing !== undefined,
  delete: ({ removal }) => removal !== undefined,
  first_comment: ({ comments }) => comments?.reply !== undefined,
  metrics: ({ metrics }) => metrics !== undefined,
  exports: ({ archive }) => archive !== undefined,
  account_metrics: ({ accountMetrics }) => accountMetrics !== undefined,
  daily_metrics: ({ dailyMetrics }) => dailyMetrics !== undefined,
  comments: ({ comments }) => comments !== undefined,
  replies: ({ comments }) => comments !== undefined,
  reply: ({ comments }) => comments?.reply !== undefined,
  delete_comment: ({ comments }) => comments?.removal !== undefined,
  hide: ({ comments }) => comments?.hiding !== undefined,
  like: ({ comments }) => comments?.liking !== undefined,
  edit_comment: ({ comments }) => comments?.editing !== undefined,
  moderate_comments: ({ comments }) => comments?.moderation !== undefined,
  private_reply: ({ comments }) => comments?.privateReply !== undefined,
  messages: ({ messages }) => messages !== undefined,
  quick_replies: ({ messages }) => messages?.limits.isInteractive === true,
  reviews: ({ reviews }) => reviews !== undefined,
  mentions: ({ mentions }) => mentions !== undefined,
  reply_to_mention: ({ mentions }) => mentions?.reply !== undefined,
  templates: ({ templates }) => templates !== undefined,
} as const satisfies Record<string, (connector: Connector) => boolean>;

type Ability = keyof typeof ABILITIES;
export const ABILITY_NAMES = Object.keys(ABILITIES) as [Ability, ...Ability[]];

export const PlatformItem = z
  .object({
    platform: PlatformName,
    display_name: z.string(),
    version: z.object({
      name: z.string(),
      sunset_at: z
        .string()
        .meta({ format: 'date' })
        .optional()
        .meta({ description: 'The day on which the platform ends this version, where announced' }),
    }),
    connect: z.object({
      kind: z.enum(['oauth', 'token', 'embedded_signup']),
      own_app: z.boolean().meta({ description: 'Needs the credentials of an app of your own' }),
    }),
    capabilities: z.record(z.enum(ABILITY_NAMES), z.boolean()),
    inbound: z
      .array(z.enum(['push', 'poll']))
      .meta({ description: 'How comments and messages of other people reach us' }),
    recovery_class: z
      .enum(['A', 'B', 'C', 'D'])
      .optional()
      .meta({ description: 'How a publication is proven after a lost response; absent without publishing' }),
    events: z
      .array(z.enum(inboxEvents))
      .meta({ description: 'What happens on the platform and reaches us as an event' }),
    limits: Limits,
    messages: MessageLimits.optional().meta({
      description: 'What a direct message may carry; absent without messages',
    }),
  })
  .meta({ id: 'PlatformDetail' });

export function toPlatformItem(connector: Connector): z.infer<typeof PlatformItem> {
  const { version, connecting, publishing, inbound, polling } = connector;
  const can = Object.fromEntries(ABILITY_NAMES.map((name) => [name, ABILITIES[name](connector)])) as Record<
    Ability,
    boolean
  >;
  return compact({
    platform: connector.platform,
    display_name: connector.displayName,
    version: compact({ name: version.name, sunset_at: version.sunsetAt }),
    connect: { kind: connecting.kind, own_app: connecting.ownApp !== undefined },
    capabilities: can,
    inbound: [...(inbound === undefined ? [] : ['push' as const]), ...(polling === undefined ? [] : ['poll' as const])],
    recovery_class: publishing?.class,
    events: inboxEventsOf(connector),
    limits: toLimits(connector.limits),
    messages: connector.messages && toMessageLimits(connector.messages),
  });
}
