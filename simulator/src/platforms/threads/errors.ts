import { GraphError } from '../meta/errors.ts';

/**
 * https://developers.facebook.com/docs/threads/troubleshooting/error-codes names the words; codes and subcodes that it
 * does not give are those of the same failure on Instagram.
 */
function threadsError(
  code: number,
  subcode: number | undefined,
  message: string,
  userTitle: string,
  userMessage: string,
): GraphError {
  return new GraphError({
    message,
    code,
    ...(subcode !== undefined && { subcode }),
    isTransient: false,
    userTitle,
    userMessage,
  });
}

export const notFetched = (url: string) =>
  threadsError(
    9004,
    2207052,
    'The media could not be fetched from this URI',
    "Media download has failed. The media URI doesn't meet our requirements.",
    `The media could not be fetched from this URI: ${url}`,
  );

export const imageTooLarge = () =>
  threadsError(36000, 2207004, 'The image size is too large.', 'Image size too large', 'It should be less than 8 MiB.');

export const imageFormat = (contentType: string) =>
  threadsError(
    36001,
    2207005,
    'The image format is not supported.',
    'Unsupported image format',
    `The image format ${contentType} is not supported. Supported formats are: JPEG, PNG.`,
  );

export const aspectRatio = (ratio: number) =>
  threadsError(
    36003,
    2207009,
    'The aspect ratio is not supported.',
    'Invalid aspect ratio',
    `The submitted image with aspect ratio ${ratio.toFixed(2)} cannot be published.`,
  );

export const tooManyLinks = () =>
  threadsError(
    100,
    undefined,
    'Invalid parameter',
    'THREADS_API__LINK_LIMIT_EXCEEDED',
    'A post can have at most 5 links, counting its text and its link attachment.',
  );

export const invalidCountryCodes = () =>
  threadsError(
    100,
    undefined,
    'Invalid parameter',
    'THREADS_API__GEO_GATING_INVALID_COUNTRY_CODES',
    'Country codes are two letters as in ISO 3166-1.',
  );

/** For a container that is unknown, unfinished or used up: Threads does not tell which. */
export const mediaNotFound = (id: string) =>
  threadsError(
    24,
    4279009,
    'The requested resource does not exist',
    'Media Not Found',
    `The media with id ${id} cannot be found.`,
  );

export const quotaUsedUp = (what: string) =>
  threadsError(
    9,
    2207042,
    'Application request limit reached',
    'Daily limit reached',
    `This profile has reached the number of ${what} that the API takes in 24 hours.`,
  );
