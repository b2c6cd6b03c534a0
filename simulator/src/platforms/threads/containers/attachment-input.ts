import type { Call } from '../../../core/platform.ts';
import { invalidParameter } from '../../meta/errors.ts';
import { objectInput } from '../../meta/input.ts';
import type { Poll, TextAttachment } from '../store.ts';

const optionNames = ['option_a', 'option_b', 'option_c', 'option_d'] as const;
const optionMax = 25;
const plaintextMax = 10_000;

/** Attachments of text posts only, each in a parameter with an object: polls, long texts, GIFs. */
function textOnly(call: Call, name: string, isText: boolean): Readonly<Record<string, unknown>> | undefined {
  const value = objectInput(call, name);
  if (value && !isText) throw invalidParameter(`Param ${name} is only supported for text posts`);
  return value;
}

export function readPoll(call: Call, isText: boolean): Poll | null {
  const value = textOnly(call, 'poll_attachment', isText);
  if (!value) return null;
  const options = optionNames.flatMap((name) =>
    typeof value[name] === 'string' ? [[name, value[name]] as const] : [],
  );
  const isInOrder = options.every(([name], index) => name === optionNames[index]);
  if (options.length < 2 || !isInOrder)
    throw invalidParameter('Param poll_attachment must have option_a and option_b, then option_c and option_d');
  if (options.some(([, text]) => text.trim() === '' || [...text].length > optionMax))
    throw invalidParameter(`The options of poll_attachment must have 1 to ${optionMax} characters`);
  return Object.fromEntries(options) as unknown as Poll;
}

export function readTextAttachment(call: Call, isText: boolean): TextAttachment | null {
  const value = textOnly(call, 'text_attachment', isText);
  if (!value) return null;
  const { plaintext, link_attachment_url } = value;
  if (typeof plaintext !== 'string' || plaintext === '' || [...plaintext].length > plaintextMax)
    throw invalidParameter(`Param text_attachment[plaintext] must have 1 to ${plaintextMax} characters`);
  return { plaintext, ...(typeof link_attachment_url === 'string' && { link_attachment_url }) };
}

/** GIFs are named by the id that their provider has for them. */
export function readGif(call: Call, isText: boolean): string | null {
  const value = textOnly(call, 'gif_attachment', isText);
  if (!value) return null;
  const { gif_id, provider } = value;
  if (typeof gif_id !== 'string' || gif_id === '') throw invalidParameter('Param gif_attachment[gif_id] is required');
  if (provider !== 'GIPHY' && provider !== 'TENOR')
    throw invalidParameter('Param gif_attachment[provider] must be one of {GIPHY, TENOR}');
  return provider === 'GIPHY' ? `https://media.giphy.com/media/${gif_id}/giphy.gif` : `https://tenor.com/${gif_id}.gif`;
}
