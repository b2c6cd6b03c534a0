import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { chooserOf } from './choose.ts';
import { rejection } from './errors.ts';

const BYTES_MAX = 25 * 1024 * 1024;
const SENTENCES = 4;

const WHO = ['We', 'My friends', 'Two farmers', 'The whole team', 'Our neighbours'];
const WHAT = ['talk about', 'taste', 'repair', 'explain', 'look for', 'laugh about'];
const WHICH = ['the old machine', 'a cup of coffee', 'the first harvest', 'this recipe', 'the new shop', 'the weather'];

/** Hears sentences that only the bytes of the sound decide. */
export function transcribe(call: Call): PlatformResponse {
  const [file] = call.files.filter(({ field }) => field === 'file');
  if (file === undefined) return rejection('A file is needed.', 'file');
  if (file.bytes.length > BYTES_MAX) return rejection('The file has more than 25 MB.', 'file');
  if (file.bytes.length === 0) return rejection('The file is empty.', 'file');
  if (call.input('model') === undefined) return rejection('A model is needed.', 'model');
  const choose = chooserOf(file.bytes);
  const text = Array.from({ length: SENTENCES }, () => `${choose(WHO)} ${choose(WHAT)} ${choose(WHICH)}.`).join(' ');
  const format = call.input('response_format') ?? 'json';
  if (format === 'text') return { status: 200, body: `${text}\n`, contentType: 'text/plain' };
  if (format === 'verbose_json')
    return json({ task: 'transcribe', language: 'english', duration: 5, text, segments: [] });
  if (format === 'json') return json({ text });
  return rejection('The format is one of json, text and verbose_json.', 'response_format');
}
