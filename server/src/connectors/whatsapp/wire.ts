import { z } from 'zod';
import { eachValid, lenient } from '../shared/call-platform.ts';
import { graphPage } from '../shared/meta/paging.ts';
import { graphId, text } from '../shared/meta/wire.ts';

// Responses of the Cloud API. Lenient about fields that we can do without, strict about fields that decide.

/** Message ids are base64, with `+`, `/` and `=`. */
const messageId = z.string().min(1).max(500);

/** `GET /debug_token`: which business accounts a token reaches. */
export const debugged = z.object({
  data: z.object({
    is_valid: z.boolean(),
    error: lenient(z.object({ message: text })),
    scopes: lenient(z.array(z.string())),
    granular_scopes: lenient(z.array(z.object({ scope: z.string(), target_ids: lenient(z.array(graphId)) }))),
  }),
});

export const NUMBER_FIELDS =
  'id,display_phone_number,verified_name,status,code_verification_status,quality_rating,messaging_limit_tier,platform_type';

export const number = z.object({
  id: graphId,
  display_phone_number: z.string().min(1).max(50),
  verified_name: text,
  status: text,
  code_verification_status: text,
  quality_rating: text,
  messaging_limit_tier: text,
  platform_type: text,
});
export type WireNumber = z.infer<typeof number>;
export const numberPage = graphPage(number);

export const PROFILE_FIELDS = 'about,address,description,email,profile_picture_url,websites,vertical';

const profile = z.object({
  about: text,
  address: text,
  description: text,
  email: text,
  profile_picture_url: text,
  websites: lenient(z.array(z.string())),
  vertical: text,
});
export type WireProfile = z.infer<typeof profile>;

/** Flat in real responses, or below `business_profile` as in the documented schema. */
export const profiles = z.object({
  data: z
    .tuple([z.union([z.object({ business_profile: profile }).transform((one) => one.business_profile), profile])])
    .rest(z.unknown()),
});

/** The response to a sent message. Messages to the id of a person have a `user_id` in place of `wa_id`. */
export const sent = z.object({
  contacts: lenient(z.array(z.object({ input: text, wa_id: text, user_id: text }))),
  messages: z.tuple([z.object({ id: messageId, message_status: text })]).rest(z.unknown()),
});

export const TEMPLATE_FIELDS = 'id,name,status,category,language,components';

const component = z.record(z.string(), z.json());

export const template = z.object({
  id: graphId,
  name: z.string().min(1),
  status: z.string().min(1),
  category: z.string().min(1),
  language: z.string().min(1),
  components: z.array(component).catch([]),
});
export type WireTemplate = z.infer<typeof template>;
export const templatePage = z.object({ data: eachValid(template), paging: graphPage(z.unknown()).shape.paging });

export const createdTemplate = z.object({ id: graphId, status: z.string().min(1), category: text });

// Callbacks: https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages

export const callback = z.object({ object: z.literal('whatsapp_business_account'), entry: z.array(z.unknown()) });

export const contact = z.object({
  profile: lenient(z.object({ name: text, username: text })),
  wa_id: text,
  user_id: text,
});
export type WireContact = z.infer<typeof contact>;

export const value = z.object({
  metadata: z.object({ phone_number_id: graphId }),
  contacts: lenient(z.array(z.unknown())),
  messages: lenient(z.array(z.unknown())),
  /** Messages that were written in the phone's own app. */
  message_echoes: lenient(z.array(z.unknown())),
  statuses: lenient(z.array(z.unknown())),
});

/** A message of a person; its type is the name of the field with the body. */
export const message = z.object({
  id: messageId,
  from: text,
  from_user_id: text,
  to: text,
  timestamp: z.unknown(),
  type: z.string().max(50),
  context: lenient(z.object({ id: lenient(messageId) })),
  referral: lenient(z.record(z.string(), z.unknown())),
  reaction: lenient(z.object({ message_id: messageId, emoji: text })),
  edit: lenient(z.object({ original_message_id: messageId, message: z.unknown() })),
  revoke: lenient(z.object({ original_message_id: messageId })),
});
/** These fields identify a message. The others may have any form. */
export const messageHead = message.pick({ id: true, from: true, from_user_id: true, timestamp: true, type: true });
export type WireMessage = z.infer<typeof message>;

export const status = z.object({
  id: messageId,
  status: z.string(),
  timestamp: z.unknown(),
  recipient_id: text,
  recipient_user_id: text,
  biz_opaque_callback_data: text,
  errors: lenient(
    eachValid(
      z.object({
        code: z.union([z.number(), z.string()]),
        title: text,
        message: text,
        error_data: lenient(z.object({ details: text })),
      }),
    ),
  ),
});
export const statusHead = status.pick({ id: true, status: true, timestamp: true });
export type WireStatus = z.infer<typeof status>;
