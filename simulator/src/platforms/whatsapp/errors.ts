import { GraphError } from '../meta/errors.ts';

/** Codes of the Cloud API: https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes */
function cloudError(code: number, message: string, details: string, status?: number): GraphError {
  return new GraphError({ code, message: `(#${code}) ${message}`, details, ...(status !== undefined && { status }) });
}

export const requiredMissing = (name: string) =>
  cloudError(131008, 'Required parameter is missing', `Parameter ${name} is required.`);
export const badValue = (details: string) => cloudError(131009, 'Parameter value is not valid', details);
export const unsupportedType = (type: string) =>
  cloudError(131051, 'Unsupported message type', `Message type ${type} is currently not supported.`);
export const toOneself = () =>
  cloudError(131021, 'Recipient cannot be sender', 'The sender and the recipient are the same number.');
export const mediaNotFetched = (details: string) => cloudError(131053, 'Media upload error', details);
export const notRegistered = () =>
  cloudError(133010, 'Account not registered', 'The number is not registered on the platform.');
export const notVerified = () =>
  cloudError(133006, 'Phone number re-verification needed', 'The number must be verified before it is registered.');
export const wrongPin = () => cloudError(133005, 'Two step verification PIN mismatch', 'The PIN is not right.');
export const tooManyPins = () =>
  cloudError(133008, 'Too many two step verification PIN guesses', 'Try again after 3600 seconds.');
export const wrongCode = () =>
  new GraphError({ code: 136025, message: '(#136025) Verify code error', userMessage: 'The code is not right.' });
export const alreadyVerified = () =>
  new GraphError({ code: 136024, message: '(#136024) Request code error', userMessage: 'This number is verified.' });

export const templateMissing = (name: string, language: string) =>
  cloudError(
    132001,
    'Template name does not exist in the translation',
    `template name (${name}) does not exist in ${language}`,
    404,
  );
export const templatePaused = () =>
  cloudError(132015, 'Template is paused', 'The template is paused due to low quality.');
export const templateDisabled = () => cloudError(132016, 'Template is disabled', 'The template was paused too often.');
export const parameterCount = (details: string) =>
  cloudError(132000, 'Number of parameters does not match the expected number of params', details);

/** Errors that come later in a status callback instead of the response. */
export interface Failure {
  readonly code: number;
  readonly title: string;
  readonly details: string;
}

export const windowClosed: Failure = {
  code: 131047,
  title: 'Re-engagement message',
  details:
    'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
};
export const undeliverable: Failure = {
  code: 131026,
  title: 'Message undeliverable',
  details: 'Message Undeliverable.',
};

export const rejectedNow = ({ code, title, details }: Failure) => cloudError(code, title, details);

/** Errors of the making of templates come as subcodes of 100. */
export function templateError(subcode: number, userMessage: string): GraphError {
  return new GraphError({
    code: 100,
    subcode,
    message: 'Invalid parameter',
    isTransient: false,
    userTitle: 'Message template could not be saved',
    userMessage,
  });
}
