import { GraphError } from '../meta/errors.ts';

/** Publishing errors: https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/error-codes */
function publishError(
  code: number,
  subcode: number,
  message: string,
  userTitle: string,
  userMessage: string,
): GraphError {
  return new GraphError({ message, code, subcode, isTransient: false, userTitle, userMessage });
}

export const notFetched = (url: string) =>
  publishError(
    9004,
    2207052,
    'Only photo or video can be accepted as media type.',
    "Media download has failed. The media URI doesn't meet our requirements.",
    `The media could not be fetched from this URI: ${url}`,
  );

export const imageTooLarge = () =>
  publishError(
    36000,
    2207004,
    'The image size is too large.',
    'Image size too large',
    'The image is too large to download. It should be less than 8 MiB.',
  );

export const imageFormat = (contentType: string) =>
  publishError(
    36001,
    2207005,
    'The image format is not supported.',
    'Unsupported image format',
    `The image format ${contentType} is not supported. Supported formats are: JPEG.`,
  );

export const aspectRatio = (ratio: number) =>
  publishError(
    36003,
    2207009,
    'The aspect ratio is not supported.',
    'Invalid aspect ratio',
    `The submitted image with aspect ratio ${ratio.toFixed(2)} cannot be published. Please submit an image with a valid aspect ratio.`,
  );

export const captionTooLong = (length: number) =>
  publishError(
    36004,
    2207010,
    'The caption was too long.',
    'Caption too long',
    `The caption was ${length} characters long. The maximum number of characters permitted for a caption is 2,200.`,
  );

export const tooManyTags = (what: string, most: number) =>
  publishError(
    100,
    2207040,
    'Invalid parameter',
    'Too many tags',
    `Cannot use more than ${most} ${what} per created media.`,
  );

export const unknownMediaType = (type: string) =>
  publishError(
    100,
    2207023,
    'Invalid parameter',
    'Unknown media type',
    `The media type ${type} is unknown. Use REELS for a single video.`,
  );

export const carouselProblem = (why: string) =>
  publishError(100, 2207028, 'Invalid parameter', 'Carousel problem', why);

export const thumbOffset = (seconds: number | null) =>
  publishError(
    1,
    2207057,
    'Invalid thumbnail offset',
    'Invalid thumbnail offset',
    `Thumbnail offset must be greater than or equal to 0 and less than video duration${seconds === null ? '' : `, i.e. ${seconds * 1000}`}.`,
  );

export const publishLimit = () =>
  publishError(
    9,
    2207042,
    'Application request limit reached',
    'Daily publishing limit',
    'You reached maximum number of posts that is allowed to be published by Content Publishing API.',
  );

export const containerMissing = (id: string) =>
  publishError(
    24,
    2207008,
    'The requested resource does not exist',
    'Media builder not found',
    `The media builder with creation id = ${id} does not exist or has been expired.`,
  );

/** Which code a container that was published already gets is not documented; this is the plausible one that misleads most. */
export const alreadyPublished = (id: string) =>
  publishError(
    24,
    2207006,
    'The requested resource does not exist',
    'Media not found',
    `The media with id ${id} cannot be found.`,
  );

export const containerExpired = () =>
  publishError(
    -2,
    2207020,
    'The media has expired.',
    'Media expired',
    'The media you are trying to access has expired. Please try to upload again.',
  );

export const notReady = () =>
  publishError(
    9007,
    2207027,
    'Media ID is not available',
    'Media not ready',
    'The media is not ready for publishing, please wait for a moment.',
  );

export const videoFormat = () =>
  publishError(
    352,
    2207026,
    'The video format is not supported.',
    'Unsupported video format',
    'The video format is not supported. Please check the specifications for supported formats.',
  );

export const outsideWindow = () =>
  new GraphError({
    message: '(#10) This message is sent outside of allowed window.',
    code: 10,
    subcode: 2534022,
  });
