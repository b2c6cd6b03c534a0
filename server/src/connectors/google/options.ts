import { z } from 'zod';
import type { Content } from '../../core/connector.ts';
import { checkedOptions } from '../shared/call-platform.ts';

const webAddress = z.url({ protocol: /^https?$/ }).max(2000);

const Day = z.strictObject({
  year: z.int().min(2000).max(9999),
  month: z.int().min(1).max(12),
  day: z.int().min(1).max(31),
});
const TimeOfDay = z.strictObject({
  hours: z.int().min(0).max(24),
  minutes: z.int().min(0).max(59).optional(),
  seconds: z.int().min(0).max(59).optional(),
  nanos: z.int().min(0).max(999_999_999).optional(),
});
const Schedule = z
  .strictObject({ startDate: Day, startTime: TimeOfDay.optional(), endDate: Day, endTime: TimeOfDay.optional() })
  .refine(endsAfterStart, { message: 'must not end before it starts', path: ['endDate'] });

const Event = z.strictObject({ title: z.string().trim().min(1).max(1500), schedule: Schedule });
const Offer = z.strictObject({
  couponCode: z.string().min(1).max(1500).optional(),
  redeemOnlineUrl: webAddress.optional(),
  termsConditions: z.string().min(1).max(5000).optional(),
});
const CallToAction = z.strictObject({
  actionType: z.enum(['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL']),
  url: webAddress.optional(),
});

/** `platform_data` of a local post, in Google's terms. */
export const options = z
  .strictObject({
    topicType: z
      .enum(['STANDARD', 'EVENT', 'OFFER', 'ALERT'])
      .optional()
      .meta({ description: 'Sort of post; STANDARD when absent' }),
    event: Event.optional().meta({ description: 'Title and time of an EVENT or an OFFER' }),
    offer: Offer.optional().meta({ description: 'Coupon, address and terms of an OFFER' }),
    alertType: z.enum(['COVID_19']).optional().meta({ description: 'What an ALERT is about' }),
    callToAction: CallToAction.optional().meta({
      description: 'Button below the post; CALL dials the number of the location, every other one leads to its url',
    }),
    languageCode: z
      .string()
      .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a BCP 47 language code')
      .optional()
      .meta({ description: 'Language of the text; that of the location when absent' }),
  })
  .superRefine((post, ctx) => {
    for (const [path, message] of contradictionsIn(post)) ctx.addIssue({ code: 'custom', path: [path], message });
  });

export type Options = z.output<typeof options>;

interface Said {
  readonly topicType?: string | undefined;
  readonly event?: object | undefined;
  readonly offer?: object | undefined;
  readonly alertType?: string | undefined;
  readonly callToAction?: { readonly actionType: string; readonly url?: string | undefined } | undefined;
}

/** Options that exclude one another. Google would drop some of them silently. */
function contradictionsIn({ topicType = 'STANDARD', event, offer, alertType, callToAction }: Said) {
  const found: [keyof Said, string][] = [];
  const isTimed = topicType === 'EVENT' || topicType === 'OFFER';
  if (isTimed && event === undefined) found.push(['event', `is required with topicType ${topicType}`]);
  if (!isTimed && event !== undefined) found.push(['event', 'belongs to topicType EVENT or OFFER']);
  if (offer !== undefined && topicType !== 'OFFER') found.push(['offer', 'belongs to topicType OFFER']);
  if ((alertType === undefined) === (topicType === 'ALERT'))
    found.push(['alertType', 'comes together with topicType ALERT']);
  if (callToAction === undefined) return found;
  if (topicType === 'OFFER') found.push(['callToAction', 'is not shown with an OFFER; use offer.redeemOnlineUrl']);
  if ((callToAction.actionType === 'CALL') !== (callToAction.url === undefined))
    found.push(['callToAction', 'has a url, except CALL, which has none']);
  return found;
}

interface Span {
  readonly startDate: z.output<typeof Day>;
  readonly startTime?: z.output<typeof TimeOfDay> | undefined;
  readonly endDate: z.output<typeof Day>;
  readonly endTime?: z.output<typeof TimeOfDay> | undefined;
}

function endsAfterStart({ startDate, startTime, endDate, endTime }: Span): boolean {
  const order = dayNumber(endDate) - dayNumber(startDate);
  if (order !== 0 || startTime === undefined || endTime === undefined) return order >= 0;
  return secondOf(endTime) >= secondOf(startTime);
}

const dayNumber = ({ year, month, day }: z.output<typeof Day>) => year * 10_000 + month * 100 + day;
const secondOf = ({ hours, minutes = 0, seconds = 0 }: z.output<typeof TimeOfDay>) =>
  hours * 3600 + minutes * 60 + seconds;

/** The content's options, checked again. */
export function optionsOf(content: Content): Options {
  return checkedOptions(options, content);
}
