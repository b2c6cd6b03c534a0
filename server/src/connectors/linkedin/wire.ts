import { z } from 'zod';
import { lenient, optionalText } from '../shared/call-platform.ts';
import { MEDIA_URN } from './urn.ts';

// Responses of LinkedIn. Lenient about fields that we can do without, strict about fields that decide.

const word = lenient(z.union([z.string().min(1).max(100), z.number().transform(String)]));

/** `{"status":403,"serviceErrorCode":100,"code":"ACCESS_DENIED","message":"…"}`, with or without either code. */
export const Rejection = z.object({ code: word, serviceErrorCode: word, message: lenient(z.string().min(1)) });

/** An error response of the token endpoint. */
export const TokenProblem = z.object({ error: z.string(), error_description: optionalText });

export const TokenResponse = z.object({
  access_token: z.string().min(1),
  expires_in: lenient(z.int().positive().max(1e9)),
  refresh_token: lenient(z.string().min(1)),
});

/** https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 */
export const UserInfo = z.object({
  sub: z.string().regex(/^[\w-]{1,100}$/),
  name: z.string().min(1),
  picture: optionalText,
});
export type UserInfo = z.output<typeof UserInfo>;

export const Me = z.object({ vanityName: z.string().min(1), localizedHeadline: optionalText });

const mediaUrn = z.string().regex(MEDIA_URN);

export const StartedImage = z.object({ value: z.object({ uploadUrl: z.string().min(1), image: mediaUrn }) });

const part = z.object({
  uploadUrl: z.string().min(1),
  firstByte: z.int().nonnegative(),
  lastByte: z.int().nonnegative(),
});

export const StartedVideo = z.object({
  value: z.object({
    video: mediaUrn,
    uploadToken: z.string().default(''),
    uploadInstructions: z.array(part).min(1),
  }),
});
export type UploadPart = z.output<typeof part>;

/** WAITING_UPLOAD, PROCESSING, AVAILABLE or PROCESSING_FAILED; an unknown state counts as processing. */
export const MediaStatus = z.object({ status: z.string().min(1), processingFailureReason: optionalText });
