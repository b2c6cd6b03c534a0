import { z } from 'zod';
import type { Missing, Transcript } from '../../core/analysis/media-analysis.ts';
import { toStorable } from '../../lib/storable-text.ts';
import { AiFault, type AiService } from './ai-service.ts';

/** Speech of an hour takes a service some minutes. */
const TIMEOUT_MS = 180_000;
/** Ten hours of fast speech. */
const TEXT_LENGTH_MAX = 600_000;
const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;

const Heard = z.object({ text: z.string(), language: z.unknown().optional() });

/** Writes down the speech in the sound (M4A). Throws AiFault. */
export async function transcribe(
  service: AiService,
  model: string,
  sound: Uint8Array,
  signal: AbortSignal,
): Promise<Transcript | Missing> {
  const multipart = [
    { name: 'model', value: model },
    { name: 'response_format', value: 'json' },
    { name: 'file', file: sound, filename: 'sound.m4a', type: 'audio/mp4' },
  ];
  const heard = Heard.safeParse(await service.ask('/audio/transcriptions', { multipart }, TIMEOUT_MS, signal));
  if (!heard.success) throw new AiFault('The AI service gave an answer without a text.');
  const text = toStorable(heard.data.text.trim());
  if (text === '') return { missing: 'No speech was heard.' };
  if (text.length > TEXT_LENGTH_MAX) throw new AiFault('The AI service gave a text that is far too long.');
  const { language } = heard.data;
  return typeof language === 'string' && LANGUAGE.test(language) && language.length < 20
    ? { text, language }
    : { text };
}
