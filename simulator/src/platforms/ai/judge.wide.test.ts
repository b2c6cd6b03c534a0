import { afterAll, beforeAll, expect, test } from 'vitest';
import { judge } from '../../../judges/clients/judge.ts';
import { INSTALL_MS } from '../../../judges/installed.ts';
import { TestSimulator } from '../../core/testing.ts';

/** A judge from outside: OpenAI's own library, unchanged. */
const simulator = new TestSimulator();
// biome-ignore lint/suspicious/noExplicitAny: the library is installed by this suite only.
let OpenAI: any;
// biome-ignore lint/suspicious/noExplicitAny: the same.
let openai: any;

beforeAll(async () => {
  ({ OpenAI } = await judge('openai'));
  await simulator.start();
  openai = new OpenAI({ apiKey: 'any', baseURL: `${simulator.url}/ai/api/v1`, maxRetries: 0 });
}, INSTALL_MS);
afterAll(() => simulator.close());

const sound = (text: string) => OpenAI.toFile(Buffer.from(text), 'sound.m4a', { type: 'audio/mp4' });
const schema = {
  type: 'object',
  properties: {
    summary: { type: 'string' },
    subjects: { type: 'array', items: { type: 'string' } },
    safety: { type: 'string', enum: ['safe', 'unsafe'] },
  },
  required: ['summary', 'subjects', 'safety'],
  additionalProperties: false,
};
const look = (picture: string) =>
  openai.chat.completions.create({
    model: 'vision',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is to be seen?' },
          {
            type: 'image_url',
            image_url: { url: `data:image/jpeg;base64,${Buffer.from(picture).toString('base64')}` },
          },
        ],
      },
    ],
    response_format: { type: 'json_schema', json_schema: { name: 'seen', strict: true, schema } },
  });

test('the same sound gives the same words, another one others', async () => {
  const hear = async (text: string) =>
    (await openai.audio.transcriptions.create({ file: await sound(text), model: 'speech' })).text;
  const first = await hear('one');
  expect(first).toMatch(/^(\w[^.]+\. ?){4}$/);
  expect(await hear('one')).toBe(first);
  expect(await hear('two')).not.toBe(first);
});

test('pictures give an object of the schema, decided by their bytes', async () => {
  const [message] = (await look('a')).choices;
  const seen = JSON.parse(message?.message.content ?? '');
  expect(seen).toEqual({
    summary: expect.any(String),
    subjects: [expect.any(String), expect.any(String)],
    safety: expect.stringMatching(/^(un)?safe$/),
  });
  expect((await look('a')).choices[0]?.message.content).toBe(message?.message.content);
  expect((await look('b')).choices[0]?.message.content).not.toBe(message?.message.content);
});

test('faults and mistakes are the library’s own errors', async () => {
  await simulator.control('POST', '/faults', { kind: 'throttle', platform: 'ai', retry_after_seconds: 5 });
  await expect(look('a')).rejects.toBeInstanceOf(OpenAI.RateLimitError);
  await simulator.control('POST', '/faults', { kind: 'server_error', platform: 'ai', status: 503 });
  await expect(look('a')).rejects.toBeInstanceOf(OpenAI.InternalServerError);
  const empty = openai.audio.transcriptions.create({ file: await sound(''), model: 'speech' });
  await expect(empty).rejects.toBeInstanceOf(OpenAI.BadRequestError);
  const noKey = await fetch(`${simulator.url}/ai/api/v1/chat/completions`, { method: 'POST' });
  expect(noKey.status).toBe(401);
});
