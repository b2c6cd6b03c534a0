import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { chooserOf } from './choose.ts';
import { rejection } from './errors.ts';

const IMAGE = /^data:image\/(?:jpeg|png|webp|gif);base64,([A-Za-z0-9+/=]+)$/;

interface Part {
  readonly type?: string;
  readonly image_url?: { readonly url?: string };
}

/** Answers about pictures in the form that was asked for. Only the bytes of the pictures decide the words. */
export function describePictures(call: Call): PlatformResponse {
  const model = call.input('model');
  if (model === undefined) return rejection('A model is needed.', 'model');
  const messages = Array.isArray(call.body.messages) ? call.body.messages : [];
  if (messages.length === 0) return rejection('Messages are needed.', 'messages');
  const pictures: Buffer[] = [];
  for (const part of messages.flatMap(({ content }) => (Array.isArray(content) ? content : [])) as readonly Part[]) {
    if (part.type !== 'image_url') continue;
    const bytes = Buffer.from(IMAGE.exec(part.image_url?.url ?? '')?.[1] ?? '', 'base64');
    if (bytes.length === 0) return rejection('An image is not base64 of a known type.', 'messages');
    pictures.push(bytes);
  }
  const choose = chooserOf(...pictures);
  const format = call.body.response_format as { readonly json_schema?: { readonly schema?: Schema } } | undefined;
  const schema = format?.json_schema?.schema;
  const content = schema === undefined ? sentence(choose) : JSON.stringify(madeOf(schema, choose));
  return json({
    id: 'chatcmpl-simulated',
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [
      { index: 0, message: { role: 'assistant', content, refusal: null }, logprobs: null, finish_reason: 'stop' },
    ],
    usage: { prompt_tokens: 85 * pictures.length, completion_tokens: 60, total_tokens: 85 * pictures.length + 60 },
  });
}

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

type Choose = ReturnType<typeof chooserOf>;

const THINGS = ['a bowl', 'two hands', 'a street at night', 'a dog', 'green hills', 'a bicycle', 'a cup'];
const MOODS = ['calm', 'bright', 'fast', 'warm', 'quiet'];

/** A value that satisfies the schema. */
function madeOf(schema: Schema, choose: Choose): unknown {
  if (schema.enum !== undefined) return choose(schema.enum);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, of]) => [name, madeOf(of, choose)]),
      );
    case 'array':
      return [madeOf(schema.items ?? {}, choose), madeOf(schema.items ?? {}, choose)];
    case 'number':
    case 'integer':
      return choose([1, 2, 3]);
    case 'boolean':
      return choose([true, false]);
    default:
      return sentence(choose);
  }
}

function sentence(choose: Choose): string {
  return `A ${choose(MOODS)} picture of ${choose(THINGS)}`;
}
