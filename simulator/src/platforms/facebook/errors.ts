import { GraphError, invalidParameter } from '../meta/errors.ts';

/** https://developers.facebook.com/docs/graph-api/guides/error-handling */
function publishError(code: number, subcode: number | undefined, message: string, userTitle: string): GraphError {
  return new GraphError({
    message: `(#${code}) ${message}`,
    code,
    ...(subcode !== undefined && { subcode }),
    isTransient: false,
    userTitle,
    userMessage: message,
  });
}

export const pageTokenNeeded = () =>
  new GraphError({ message: '(#210) A page access token is required to request this resource.', code: 210 });

export const duplicatePost = () => publishError(506, 1455006, 'Duplicate status message', 'Duplicate status update');

export const photoMissing = () => publishError(324, undefined, 'Missing or invalid image file', 'Missing image file');

export const photoInvalid = () => publishError(324, 2069019, 'Missing or invalid image file', 'Invalid image file');

export const photoTooBig = () =>
  publishError(
    1,
    1366046,
    'Photos should be smaller than 4 MB and saved as JPG, PNG, GIF, TIFF, HEIF or WebP files.',
    "Can't Read Files",
  );

export const photosUsed = () => publishError(100, 1366051, 'These photos were already posted.', 'Already posted');

export const videoNotFetched = () =>
  publishError(389, undefined, 'Unable to fetch video file from URL.', 'Video not fetched');

export const videoFormat = () =>
  publishError(
    6001,
    undefined,
    'The video file you selected is in a format that we do not support.',
    'Unsupported video',
  );

export const videoUpload = (why: string) =>
  publishError(6000, 1363030, `There was a problem uploading your video file: ${why}`, 'Video upload');

export const reelLimit = () =>
  publishError(368, 1390008, "You can't post reels that fast. Try again later.", 'You are posting too fast');

export const scheduleTime = () =>
  invalidParameter('The specified scheduled publish time is invalid: it must be 10 minutes to 30 days from now');

export const outsideWindow = () =>
  new GraphError({
    message:
      '(#10) This message is sent outside of allowed window. Learn more about the new policy here: https://developers.facebook.com/docs/messenger-platform/policy-overview',
    code: 10,
    subcode: 2018278,
  });

export const noSuchPerson = () => invalidParameter('No matching user found', 2018001);
